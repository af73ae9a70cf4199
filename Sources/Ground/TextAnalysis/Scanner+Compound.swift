import FootlightPlatform

extension Scanner {
  /// Words bound to each other by punctuation without spaces: spider-man, AT&T, 1,000.
  struct Compound {
    /// The index of the first word's token, or -1.
    var first = -1
    /// The characters that bind, one byte each (a middle dot as 0xB7), the first one lowest; symbols
    /// are tokens and not among them.
    var links: UInt64 = 0
    /// The number of links in `links`.
    var count = 0
    /// The number of links, symbols among them; beyond eight nothing is derived.
    var size = 0
    /// Whether every link is a comma between digits.
    var isNumber = true
    /// Whether a link is a symbol.
    var hasSymbols = false

    /// Whether a word waits for its next part.
    var isOpen: Bool { first >= 0 }
  }

  /// Looks after the word just written for something that binds it to another word.
  mutating func bind(
    afterAcronym: Bool, _ text: borrowing ByteArena, _ stops: borrowing StopWordTable,
    _ buffer: inout TokenBuffer
  ) {
    let record = FoldingTable.record(text, offset, end)
    let next = FoldingTable.record(text, offset &+ record.size, end)
    guard binds(record, next, buffer.bytes, afterAcronym) else {
      if compound.isOpen { closeCompound(&buffer) }
      return
    }
    if !compound.isOpen {
      compound = Compound()
      compound.first = buffer.tokens.count &- 1
      while buffer.tokens[compound.first].traits.contains(.derived) { compound.first &-= 1 }
    }
    compound.size &+= 1
    if record.kind == .joiner {
      symbol(record, text, stops, &buffer)
      compound.hasSymbols = true
      compound.isNumber = false
      return
    }
    let sign = UInt64(Scanner.sign(record, text, offset))
    if sign != 0x2C { compound.isNumber = false }
    if compound.count < 8 { compound.links |= sign &<< UInt64(compound.count &* 8) }
    compound.count &+= 1
    offset &+= record.size
  }

  /// The last byte of what binds as it is written in a whole compound.
  private static func sign(
    _ record: CharacterRecord, _ text: borrowing ByteArena, _ offset: Int
  ) -> UInt8 {
    switch record.kind {
    case .point: return 0x2E
    case .slash: return 0x2F
    case .link:
      let size = record.form
      if size == 0 { return text[offset &+ record.size &- 1] }
      return UInt8(truncatingIfNeeded: record.payload &>> (size &* 8 &- 8))
    default: return 0x2C
    }
  }

  private func binds(
    _ record: CharacterRecord, _ next: CharacterRecord, _ bytes: borrowing ByteArena,
    _ afterAcronym: Bool
  ) -> Bool {
    switch record.kind {
    case .link, .joiner: next.isWordStart
    case .point: next.isWordStart && !afterAcronym
    case .slash: next.kind == .letter && !Scanner.endsInDigit(bytes, from: 0)
    case .comma, .apostrophe: next.kind == .digit && Scanner.endsInDigit(bytes, from: 0)
    default: false
    }
  }

  /// Writes the derived tokens of a compound: all its bytes, and its words joined.
  mutating func closeCompound(_ buffer: inout TokenBuffer) {
    let done = compound
    compound = Compound()
    guard derives, done.size <= 8, let last = buffer.tokens.indices.last, last > done.first else {
      return
    }
    if !done.isNumber { deriveWhole(done, through: last, &buffer) }
    deriveJoined(done, through: last, &buffer)
  }

  private func deriveWhole(_ done: Compound, through last: Int, _ buffer: inout TokenBuffer) {
    let start = buffer.bytes.count
    var links = done.links
    var needsLink = false
    for index in done.first...last {
      let token = buffer.tokens[index]
      if token.traits.contains(.derived) { continue }
      let isSymbol = token.traits.contains(.symbol)
      if needsLink, !isSymbol {
        if links & 0xFF == 0xB7 { buffer.bytes.append(0xC2) }
        buffer.bytes.append(UInt8(truncatingIfNeeded: links))
        links &>>= 8
      }
      buffer.bytes.append(own: token.text)
      needsLink = !isSymbol
    }
    derive(start, buffer.bytes.count &- start, .derived, &buffer)
  }

  private func deriveJoined(_ done: Compound, through last: Int, _ buffer: inout TokenBuffer) {
    let first = buffer.tokens[done.first].text.lowerBound
    if !done.hasSymbols {
      // The words lie side by side.
      var final = last
      while buffer.tokens[final].traits.contains(.derived) { final &-= 1 }
      derive(first, buffer.tokens[final].text.upperBound &- first, .derived, &buffer)
      return
    }
    let start = buffer.bytes.count
    for index in done.first...last {
      let token = buffer.tokens[index]
      if token.traits.isDisjoint(with: [.derived, .symbol]) {
        buffer.bytes.append(own: token.text)
      }
    }
    derive(start, buffer.bytes.count &- start, .derived, &buffer)
  }
}
