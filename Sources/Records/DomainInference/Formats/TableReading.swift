import DeclaredRecords
import FootlightPlatform

/// A way to read a text as rows, and how well it fits.
struct TableReading {
  var delimiter: UInt8
  var quote: UInt8?
  /// The character that begins lines that are no rows.
  var comment: UInt8?
  /// How a quote within quotes is written.
  var escapes = CSVEscape.double
  /// The rows from the header on, or from the first one where there is none.
  var rows: [[String]]
  /// The lines on which they begin.
  var lines: [Int]
  /// How many cells a row has, mostly.
  var width: Int
  /// The share of rows that have so many.
  var regularity: Double
  /// The names of the columns where no row alone has them: of a header in two rows, of which the second was taken out
  /// of ``rows``, or of one in the last comment above.
  var joinedNames: [String]?
  /// Whether they are those of a comment.
  var isNamedByComment = false
  /// The lines below the rows that look like notes.
  var notes: [Int] = []

  /// Whether no row stands above them.
  var isFirst = true

  /// The line of the first row.
  var firstLine: Int { lines.first ?? 1 }

  /// Whether a row has so many cells, an empty one after the last delimiter not counted.
  static func isExact(_ row: [String], _ width: Int) -> Bool {
    row.count == width || row.count == width + 1 && row.last?.isEmpty == true
  }

  /// How many cells hold something.
  static func filled(_ row: [String]) -> Int {
    row.count { !$0.trimmed.isEmpty }
  }

  /// How many cells there are up to the last one that holds something.
  static func extent(_ row: [String]) -> Int {
    (row.lastIndex { !$0.trimmed.isEmpty } ?? -1) + 1
  }
}
