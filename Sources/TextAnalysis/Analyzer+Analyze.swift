public import FootlightPlatform

extension Analyzer {
  /// Appends the tokens of a piece of text to a buffer, with positions from 0.
  ///
  /// Any bytes will do: what is not UTF-8 separates. For ``AnalysisForm/field`` the buffer also
  /// learns whether the name form would differ.
  public func analyze(
    _ text: borrowing ByteArena, _ range: ByteRange, as form: AnalysisForm,
    into buffer: inout TokenBuffer
  ) {
    // A first version: ASCII words only.
    var position: UInt32 = 0
    var offset = range.lowerBound
    let end = range.upperBound
    buffer.nameDiffers = false
    func isWord(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte >= 0x80
    }
    while offset < end {
      guard isWord(text[offset]) else {
        offset += 1
        continue
      }
      let start = buffer.bytes.count
      var digits: Bool?
      while offset < end, isWord(text[offset]) {
        let byte = text[offset]
        let isDigit = (0x30...0x39).contains(byte)
        if let was = digits, was != isDigit {
          buffer.nameDiffers = true
          if form == .name { break }
        }
        digits = isDigit
        buffer.bytes.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
        offset += 1
      }
      let token = ByteRange(start: start, count: buffer.bytes.count - start)
      var traits: TokenTraits = []
      if isStopWord(buffer.bytes, token) { traits.insert(.stopWord) }
      buffer.tokens.append(Token(text: token, position: position, traits: traits))
      position += 1
    }
  }

  /// The tokens of a text as own values.
  public func analyze(_ text: String, as form: AnalysisForm) -> [AnalyzedToken] {
    let source = ByteArena(text)
    var buffer = TokenBuffer()
    analyze(source, source.all, as: form, into: &buffer)
    return buffer.tokens.map { token in
      AnalyzedToken(
        text: buffer.bytes.text(token.text), position: Int(token.position), traits: token.traits)
    }
  }
}
