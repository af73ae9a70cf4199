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
        var row = CSVRow(dialect, at: entry.raw.lowerBound, end: entry.raw.upperBound)
        var cells: [String] = []
        while let text = row.nextText(span) { cells.append(String(decoding: text, as: UTF8.self)) }
        guard row.isAtEnd else {
          broken += 1
          continue
        }
        rows.append(cells)
        lines.append(line)
      }
      return true
    }
    guard isRead else { return nil }
  }
}
