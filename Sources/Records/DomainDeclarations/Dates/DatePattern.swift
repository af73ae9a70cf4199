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

extension DatePattern {
  private static let names: [(String, Piece)] = [
    ("yyyy", .year), ("MMMM", .monthName), ("MMM", .monthAbbreviation), ("MM", .month2),
    ("M", .month), ("dd", .day2), ("d", .day), ("HH", .hour), ("mm", .minute), ("ss", .second),
  ]

  /// Reads a pattern; letters must be one of its words, `T`, `Z`, or stand in single quotes.
  package static func parse(_ text: String) throws(GrammarError) -> DatePattern {
    var cursor = TextCursor(text)
    var pieces: [Piece] = []
    var literal = ""
    while let character = cursor.peek {
      if character == "'" {
        literal += try cursor.quoted()
      } else if character.isLetter {
        let word = cursor.take { $0 == character }
        if word == "T" || word == "Z" {
          literal += word
        } else if let piece = names.first(where: { $0.0 == word })?.1 {
          if !literal.isEmpty { pieces.append(.text(literal)) }
          literal = ""
          pieces.append(piece)
        } else {
          throw GrammarError(
            "'\(word.prefix(20))' means nothing in a date pattern",
            remedy: "there are: " + names.map(\.0).joined(separator: ", ")
              + "; other letters stand in quotes inside the pattern")
        }
      } else {
        literal.append(character)
        _ = cursor.next()
      }
    }
    if !literal.isEmpty { pieces.append(.text(literal)) }
    guard pieces.contains(where: { if case .text = $0 { false } else { true } }) else {
      throw GrammarError("the date pattern is empty", remedy: "write one such as 'yyyy-MM-dd'")
    }
    return DatePattern(pieces)
  }
}
