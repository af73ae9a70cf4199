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

  /// How large a file may be: all of it is in memory while it is written.
  private static var fileLimit: Int { 1 << 31 }

  /// Writes the records of a file, an object a line.
  func write(_ file: borrowing File, to scratch: inout ScratchFile) throws(Failure) {
    var bytes = try file.readWhole(limit: TransposedJSON.fileLimit)
    let count = bytes.count
    bytes.append(zeros: scanPadding)
    var lines = ByteArena(capacity: 1 << 20)
    do throws(TransposedJSONFault) {
      var walk = try bytes.withSpan(bytes.all) { (span) throws(TransposedJSONFault) in
        try TransposedWalk(self, span, count)
      }
      var hasMore = true
      while hasMore {
        if Signals.caught != nil {
          throw .failure(Failure(.cancelled, "stopped before it was done"))
        }
        hasMore = try bytes.withSpan(bytes.all) { (span) throws(TransposedJSONFault) in
          while lines.count < 1 << 20 {
            guard try walk.appendRow(span, count, to: &lines) else { return false }
          }
          return true
        }
        do throws(Failure) {
          try scratch.write(lines, lines.all)
        } catch {
          throw .failure(error)
        }
        lines.removeAll()
      }
    } catch {
      throw error.failure(file.path, path)
    }
  }
}

/// Why columns or rows cannot be read.
enum TransposedJSONFault: Error {
  case json(JSONFault)
  /// Nothing was found that is written so.
  case missing(TransposedJSON.Layout)
  case unequalColumns(String)
  case noNames
  case longRow(Int)
  case failure(Failure)

  init(_ fault: ElementCursor.Fault) {
    self = .json(fault == .cutOff ? .openString : .endOfArray)
  }

  /// The failure for the reader of a file.
  func failure(_ file: String, _ path: [String]) -> Failure {
    let place = path.isEmpty ? "" : " at `\(path.joined(separator: "."))`"
    func failed(_ message: String, _ remedy: String) -> Failure {
      Failure(.sourceDamaged, message, at: SourceLocation(file: file), remedy: remedy)
    }
    switch self {
    case .json(.openString):
      return failed("the file ends within the records", "check that the file is complete")
    case .json(let fault): return failed(fault.message, fault.remedy)
    case .missing(let layout):
      return failed(
        "there is no \(layout.words)\(place)",
        "say with `records:` where it is, "
          + (layout == .groups ? "without `*` for a list" : "or leave `layout` out"))
    case .unequalColumns(let name):
      return failed(
        "the column `\(name)` holds values of other rows than the first column",
        "write an object a record")
    case .noNames:
      return failed("the first row holds no names", "name the values with `columns:`")
    case .longRow(let number):
      return failed(
        "row \(number) holds more values than there are names", "name them all with `columns:`")
    case .failure(let failure): return failure
    }
  }
}
