package import FootlightPlatform

/// Reads the codes of one document after the other, and keeps the chunk at hand that was read last.
package struct ColumnReader {
  private let column: Column
  private var codes: ColumnTrackCursor
  private var ends: ColumnTrackCursor?

  package init(_ column: Column) {
    self.column = column
    codes = ColumnTrackCursor(column.codes)
    ends = column.ends.map { ColumnTrackCursor($0) }
  }

  /// The lowest code of a document, or the highest; 0 where it has no value.
  package mutating func code(of document: UInt32, isHighest: Bool) throws(Failure) -> UInt64 {
    let place = Int(document)
    guard ends != nil else { return try column.checked(try codes.number(at: place)) }
    let start = place == 0 ? 0 : try ends?.number(at: place - 1) ?? 0
    let end = try ends?.number(at: place) ?? 0
    guard start <= end, end <= UInt64(column.codes.count) else {
      throw column.codes.chunks.damaged(.columns)
    }
    guard start < end else { return 0 }
    // The codes of a document are ascending.
    return try column.checked(try codes.number(at: Int(isHighest ? end - 1 : start)))
  }
}

/// The bounds of an attribute's numbers, and whether they are whole or even whole days.
package struct NumberShape: Sendable, Hashable {
  private(set) var least = Double.infinity
  private(set) var most = -Double.infinity
  private(set) var areWhole = true
  private(set) var areDays = true

  /// Numbers beyond this are not whole for sure (IEEE 754 doubles have 53 bits).
  private static let exact = 9_007_199_254_740_992.0
  package static let day = 86_400.0

  /// Of no number yet.
  package init() {}

  /// Whether there is no number.
  var isEmpty: Bool { least > most }

  /// Takes a number into account; what is no number is not there.
  package mutating func include(_ worth: Double) {
    guard !worth.isNaN else { return }
    least = min(least, worth)
    most = max(most, worth)
    if areWhole, !(abs(worth) < NumberShape.exact && worth.rounded(.towardZero) == worth) {
      areWhole = false
      areDays = false
    }
    if areDays, worth.truncatingRemainder(dividingBy: NumberShape.day) != 0 { areDays = false }
  }

  /// Takes the numbers of another part into account.
  package mutating func include(_ other: NumberShape) {
    guard !other.isEmpty else { return }
    least = min(least, other.least)
    most = max(most, other.most)
    areWhole = areWhole && other.areWhole
    areDays = areDays && other.areDays
  }
}
