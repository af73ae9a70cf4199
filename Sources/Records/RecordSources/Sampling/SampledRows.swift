package import FootlightPlatform

/// The first rows of a file, cut and taken apart as a delimiter and a quote say: for finding out
/// which of them fit.
package struct SampledRows: Sendable, Hashable {
  /// The cells of each row, blank lines left out.
  package var rows: [[String]] = []
  /// The lines on which these rows begin.
  package var lines: [Int] = []
  /// How many rows are no rows by these rules.
  package var broken = 0

  /// Reads at most `limit` rows of a text; with `isWhole` it ends where the file ends.
  ///
  /// Nil when a quote is never closed.
  package init?(
    _ bytes: borrowing ByteArena, delimiter: UInt8, quote: UInt8?,
    comment: UInt8? = nil, isWhole: Bool, limit: Int = 200
  ) {
    let dialect = CSVDialect(delimiter: delimiter, quote: quote, comment: comment)
    let settings = CSVSettings(dialect: dialect, columns: [""], hasHeader: false)
    var cutter = CSVRowCutter(dialect, CSVHeader(FieldPlan([]), settings))
    var padded = ByteArena(capacity: bytes.count + scanPadding)
    padded.append(bytes, bytes.all)
    padded.append(zeros: scanPadding)
    let count = bytes.count
    let isRead = padded.withSpan(padded.all) { span in
      var ranges = RecordRanges(entries: [], number: 1)
      do throws(CutDamage) {
        let taken = try cutter.cut(span, count, isLast: isWhole, into: &ranges)
        if taken == 0 { return false }
      } catch {
        return false
      }
      var line = 1
      var passed = 0
      for entry in ranges.entries.prefix(limit) {
        for at in passed..<entry.raw.lowerBound where span[at] == 0x0A { line += 1 }
        passed = entry.raw.lowerBound
        guard let row = cells(span, entry.raw, dialect) else {
          broken += 1
          continue
        }
        rows.append(row)
        lines.append(line)
      }
      return true
    }
    guard isRead else { return nil }
  }
}

/// The cells of a row; nil when something follows the quote that closes one.
private func cells(
  _ bytes: Span<UInt8>, _ range: ByteRange, _ dialect: CSVDialect
) -> [String]? {
  var cells: [String] = []
  var row = CSVRow(dialect, at: range.lowerBound, end: range.upperBound)
  var text = ByteArena()
  repeat {
    guard let cell = row.next(bytes) else { return nil }
    text.removeAll()
    cell.append(bytes, to: &text, quote: dialect.quote)
    cells.append(text.text(text.all))
  } while !row.isAtEnd
  return cells
}

extension RecordBatch {
  /// A file that has not been decoded, as a record: its front matter, and what every file has.
  package func document(_ entry: RecordEntry, readsFrontMatter: Bool, rootName: String)
    throws(Failure)
    -> Record
  {
    let raw = entry.raw
    let split =
      bytes.firstIndex(of: 0, from: raw.lowerBound, to: raw.upperBound) ?? raw.lowerBound
    let relative = bytes.text(ByteRange(start: raw.lowerBound, count: split - raw.lowerBound))
    let contents = ByteRange(start: split + 1, count: raw.upperBound - split - 1)
    let matter = bytes.withSpan(bytes.all) { FrontMatter($0, contents) }
    var record = Record()
    var body = contents
    if readsFrontMatter {
      body = matter.text
      if let fields = matter.fields {
        record =
          try FrontMatter.record(bytes, fields, matter.form, file: relative) ?? Record()
      }
    }
    record["body"] = .text(bytes.text(body))
    record["path"] = .text(relative)
    let names = DocumentNames(
      SourceFile(path: relative, display: relative, relative: relative), rootName: rootName)
    record["folder"] = .text(names.folder)
    record["name"] = .text(names.name)
    return record
  }
}
