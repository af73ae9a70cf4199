import FootlightPlatform

/// A JSON document whose records are no objects, which is written as JSON lines before it is read.
///
/// It holds columns with the values of all records, rows whose values have no names, or lists under keys.
package struct TransposedJSON: Sendable, Hashable {
  /// How the records are written.
  package enum Layout: String, Sendable, Hashable {
    /// An object of columns; each is a list of values, or an object of values by the keys of the rows.
    case columns
    /// A list of rows; each is a list of values.
    case rows
    /// Lists of objects under keys, or single ones.
    case groups

    /// How messages call what holds them.
    var words: String {
      self == .rows ? "list of rows" : "object of \(self == .columns ? "columns" : "lists")"
    }
  }

  let layout: Layout
  /// The keys that lead to them.
  let path: [String]
  /// The names of the values of a row; those of the first row when nil.
  let names: [String]?

  /// Writes the records of a file, an object a line.
  func write(_ file: borrowing File, to scratch: inout ScratchFile) throws(Failure) {
    // All of it is in memory while it is written.
    var bytes = try file.readWhole(limit: 1 << 31)
    let count = bytes.count
    bytes.append(zeros: scanPadding)
    var lines = ByteArena(capacity: 1 << 20)
    do throws(Failure) {
      var walk = try bytes.withSpan(bytes.all) { (span) throws(Failure) in
        try TransposedWalk(self, span, count)
      }
      var hasMore = true
      while hasMore {
        if Signals.caught != nil { throw Failure(.cancelled, "stopped before it was done") }
        hasMore = try bytes.withSpan(bytes.all) { (span) throws(Failure) in
          while lines.count < 1 << 20 {
            guard try walk.appendRow(span, count, to: &lines) else { return false }
          }
          return true
        }
        try scratch.write(lines, lines.all)
        lines.removeAll()
      }
    } catch {
      throw error.concerns([.sourceDamaged]) ? error.at(SourceLocation(file: file.path)) : error
    }
  }

  /// That nothing is written so where it was looked for.
  var missing: Failure {
    let place = path.isEmpty ? "" : " at `\(path.joined(separator: "."))`"
    return Failure(
      .sourceDamaged, "there is no \(layout.words)\(place)",
      remedy: "say with `records:` where it is, "
        + (layout == .groups ? "without `*` for a list" : "or leave `layout` out"))
  }
}
