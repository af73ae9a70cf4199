/// How a date is written: `MMMM d, yyyy`.
package struct DatePattern: Sendable, Hashable {
  /// A piece of a pattern.
  package enum Piece: Sendable, Hashable {
    /// `yyyy`: four digits.
    case year
    /// `MM`: two digits.
    case month2
    /// `M`: one or two digits.
    case month
    /// `MMMM`: the English name.
    case monthName
    /// `MMM`: the first three letters of the English name.
    case monthAbbreviation
    /// `dd`: two digits.
    case day2
    /// `d`: one or two digits.
    case day
    /// `HH`: two digits.
    case hour
    /// `mm`: two digits.
    case minute
    /// `ss`: two digits.
    case second
    /// Anything else stands for itself.
    case text(String)
  }

  /// The pieces in their order.
  package var pieces: [Piece]

  /// Makes a pattern of pieces.
  package init(_ pieces: [Piece]) {
    self.pieces = pieces
  }
}
