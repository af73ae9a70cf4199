package import FootlightPlatform

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
    return DatePattern(pieces: pieces)
  }
}

private let monthNames = [
  "January", "February", "March", "April", "May", "June", "July", "August", "September",
  "October", "November", "December",
].map { Array($0.utf8) }

private let monthAbbreviations = monthNames.map { Array($0.prefix(3)) }

extension DatePattern {
  /// Reads a date that is written by this pattern; nil when the text is not.
  ///
  /// A time is `zone` seconds east of UTC. White space in the pattern stands for any white space.
  package func read(_ bytes: borrowing Span<UInt8>, zone: Int) -> Moment? {
    var cursor = ByteCursor(bytes)
    var year: Int?
    var month: Int?
    var day: Int?
    var time: Int?
    for piece in pieces {
      switch piece {
      case .year: year = cursor.digits(4...4, bytes)
      case .month2: month = cursor.digits(2...2, bytes)
      case .month: month = cursor.digits(1...2, bytes)
      case .monthName: month = DatePattern.month(&cursor, bytes, among: monthNames)
      case .monthAbbreviation: month = DatePattern.month(&cursor, bytes, among: monthAbbreviations)
      case .day2: day = cursor.digits(2...2, bytes)
      case .day: day = cursor.digits(1...2, bytes)
      case .hour:
        guard let hour = cursor.digits(2...2, bytes), hour < 24 else { return nil }
        time = (time ?? 0) + hour * 3600
      case .minute:
        guard let minute = cursor.digits(2...2, bytes), minute < 60 else { return nil }
        time = (time ?? 0) + minute * 60
      case .second:
        guard let second = cursor.digits(2...2, bytes), second <= 60 else { return nil }
        time = (time ?? 0) + second
      case .text(let text):
        guard DatePattern.skip(text, &cursor, bytes) else { return nil }
      }
    }
    guard cursor.isAtEnd, let year else { return nil }
    // A part that the pattern holds and the text does not fits in no date.
    if names(.month), month == nil { return nil }
    if names(.day), day == nil { return nil }
    if day != nil || time != nil { month = month ?? 1 }
    if time != nil { day = day ?? 1 }
    guard let date = Moment.moment(year: year, month: month, day: day) else { return nil }
    guard let time else { return date }
    return Moment(start: date.start + Int64(time) - Int64(zone), precision: .second)
  }

  private enum Part {
    case month
    case day
  }

  private func names(_ part: Part) -> Bool {
    pieces.contains { piece in
      switch piece {
      case .month, .month2, .monthName, .monthAbbreviation: part == .month
      case .day, .day2: part == .day
      default: false
      }
    }
  }

  private static func month(
    _ cursor: inout ByteCursor, _ bytes: borrowing Span<UInt8>, among names: [[UInt8]]
  ) -> Int? {
    for (index, name) in names.enumerated() where cursor.skipWord(name, bytes) {
      return index + 1
    }
    return nil
  }

  private static func skip(
    _ text: String, _ cursor: inout ByteCursor, _ bytes: borrowing Span<UInt8>
  ) -> Bool {
    for byte in text.utf8 {
      if byte == 0x20 {
        guard let next = cursor.peek(bytes), next <= 0x20 else { return cursor.isAtEnd }
        while let next = cursor.peek(bytes), next <= 0x20 { cursor.offset += 1 }
      } else if !cursor.skip(byte, bytes) {
        return false
      }
    }
    return true
  }

  /// Appends a moment as this pattern writes it, in UTC.
  package func append(_ moment: Moment, to bytes: inout ByteArena) {
    let date = moment.date
    let second = Int(moment.secondOfDay)
    for piece in pieces {
      switch piece {
      case .year: bytes.append(decimal: date.year, width: 4)
      case .month2: bytes.append(decimal: date.month, width: 2)
      case .month: bytes.append(decimal: date.month, width: 1)
      case .monthName: bytes.append(monthNames[date.month - 1])
      case .monthAbbreviation: bytes.append(monthAbbreviations[date.month - 1])
      case .day2: bytes.append(decimal: date.day, width: 2)
      case .day: bytes.append(decimal: date.day, width: 1)
      case .hour: bytes.append(decimal: second / 3600, width: 2)
      case .minute: bytes.append(decimal: second / 60 % 60, width: 2)
      case .second: bytes.append(decimal: second % 60, width: 2)
      case .text(let text): bytes.append(text)
      }
    }
  }
}
