import FootlightPlatform

/// The form in which names are compared, made of a sequence.
enum NameForm {
  /// Cuts the tokens from `first` on between letters and digits and drops symbols beside words.
  static func apply(to buffer: inout TokenBuffer, from first: Int) {
    let end = buffer.tokens.count
    var position: UInt32 = 0
    let dropsSymbols = buffer.tokens[first...].contains { !$0.traits.contains(.symbol) }
    for index in first..<end {
      var token = buffer.tokens[index]
      if dropsSymbols, token.traits.contains(.symbol) { continue }
      let last = token.text.upperBound
      var start = token.text.lowerBound
      var isWhole = true
      repeat {
        let size = run(buffer.bytes, start, last)
        isWhole = isWhole && start &+ size == last
        token.text = ByteRange(start: start, count: size)
        token.position = position
        // A part of a stop word is none.
        if !isWhole { token.traits.remove(.stopWord) }
        buffer.tokens.append(token)
        position &+= 1
        start &+= size
      } while start < last
    }
    buffer.tokens.removeSubrange(first..<end)
  }

  /// The number of bytes from `start` that are digits with points between, or no digits.
  private static func run(_ bytes: borrowing ByteArena, _ start: Int, _ end: Int) -> Int {
    var offset = start
    let isNumber = isDigit(bytes, start, end)
    while offset < end {
      if isDigit(bytes, offset, end) != isNumber {
        let isPoint =
          isNumber && bytes[offset] == 0x2E && isDigit(bytes, offset &+ 1, end)
        if !isPoint { break }
      }
      offset &+= 1
    }
    return offset &- start
  }

  private static func isDigit(_ bytes: borrowing ByteArena, _ offset: Int, _ end: Int) -> Bool {
    offset < end && bytes[offset].isDigit
  }
}
