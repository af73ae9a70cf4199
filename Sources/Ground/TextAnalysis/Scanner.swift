import FootlightPlatform

/// Walks over a text once and writes its tokens: the sequence and, if wanted, the derived ones.
///
/// Words are read eight bytes at a time while they are ASCII; every other character takes one
/// look-up in ``FoldingTable``. Bytes of neighbouring tokens lie side by side in the buffer, so most
/// derived tokens are ranges of what is there already.
struct Scanner {
  /// The next byte of the text.
  var offset: Int
  /// The end of the text.
  let end: Int
  /// The position of the next token of the sequence.
  var position: UInt32
  /// Whether derived tokens are wanted.
  let derives: Bool
  /// The kinds of tokens in the sequence, which decide whether the name form differs.
  var content = Content()
  /// The word being read, as far as it is no plain ASCII.
  var shape = WordShape()
  /// The compound being read.
  var compound = Compound()
  /// Where the last character of a script without spaces ended in the text.
  var unspacedEnd = -1
  /// Where the last symbol ended in the text.
  var symbolEnd = -1

  /// The most bytes a token has; what is longer is cut between characters.
  static let longestToken = 255

  /// The kinds of tokens that a sequence holds.
  struct Content {
    var hasWords = false
    var hasSymbols = false
    var hasMixedWords = false

    /// Whether the sequence cut for names would be another one.
    var nameDiffers: Bool { hasMixedWords || (hasSymbols && hasWords) }
  }

  /// Reads the whole text.
  mutating func run(
    _ text: borrowing ByteArena, _ stops: borrowing StopWordTable, into buffer: inout TokenBuffer
  ) {
    while offset < end { step(text, stops, &buffer) }
    if compound.isOpen { closeCompound(&buffer) }
  }

  /// Reads the next word or character, with what belongs to it.
  @inline(__always)
  mutating func step(
    _ text: borrowing ByteArena, _ stops: borrowing StopWordTable, _ buffer: inout TokenBuffer
  ) {
    let chunk = ASCIIChunk(text.word(at: offset, before: end))
    if chunk.startsWord {
      // Most words are short and followed by something that binds nothing.
      if let size = chunk.plainWord, !compound.isOpen {
        let start = buffer.bytes.count
        buffer.bytes.append(word: chunk.folded, count: size)
        content.hasWords = true
        if chunk.isMixed { content.hasMixedWords = true }
        emit(from: start, [], stops, &buffer)
        offset &+= size &+ 1
      } else {
        word(text, stops, &buffer)
      }
    } else if ASCIIChunk.separates(text[offset]) {
      offset &+= 1
    } else {
      other(text, stops, &buffer)
    }
  }

  /// Reads what begins with no letter or digit of ASCII.
  @inline(never)
  private mutating func other(
    _ text: borrowing ByteArena, _ stops: borrowing StopWordTable, _ buffer: inout TokenBuffer
  ) {
    let record = FoldingTable.record(text, offset, end)
    switch record.kind {
    case .letter, .digit, .hangul, .jamoTail, .mark:
      word(text, stops, &buffer)
    case .unspaced:
      unspaced(record, text, stops, &buffer)
    case .symbol, .joiner, .plus, .regional:
      symbol(record, text, stops, &buffer)
    case .island:
      island(record, text, stops, &buffer)
    case .ignored, .voicing:
      if symbolEnd == offset { symbolEnd &+= record.size }
      if unspacedEnd == offset { unspacedEnd &+= record.size }
      offset &+= record.size
    case .separator, .link, .slash, .point, .comma, .apostrophe, .quote, .space:
      offset &+= record.size
    }
  }

  /// Writes a token of the sequence: the bytes from `start` to the end of the arena.
  @inline(__always)
  mutating func emit(
    from start: Int, _ traits: TokenTraits, _ stops: borrowing StopWordTable,
    _ buffer: inout TokenBuffer
  ) {
    var count = buffer.bytes.count &- start
    if count > Scanner.longestToken { count = Scanner.cut(buffer.bytes, start) }
    let text = ByteRange(start: start, count: count)
    var traits = traits
    if !stops.isEmpty, stops.contains(buffer.bytes, text) { traits.insert(.stopWord) }
    buffer.tokens.append(Token(text: text, position: position, traits: traits))
    position &+= 1
  }

  /// Writes a derived token at the position of the token before it.
  @inline(__always)
  func derive(
    _ start: Int, _ count: Int, _ traits: TokenTraits = .derived, _ buffer: inout TokenBuffer
  ) {
    guard count <= Scanner.longestToken else { return }
    buffer.tokens.append(
      Token(
        text: ByteRange(start: start, count: count), position: position &- 1, traits: traits))
  }

  /// The most bytes from `start` that are whole characters and no longer than a token may be.
  @inline(never)
  private static func cut(_ bytes: borrowing ByteArena, _ start: Int) -> Int {
    var count = longestToken
    while count > 0, bytes[start &+ count] & 0xC0 == 0x80 { count &-= 1 }
    return count
  }

  /// Whether the word that begins at `start` ends in a digit so far.
  @inline(__always)
  static func endsInDigit(_ bytes: borrowing ByteArena, from start: Int) -> Bool {
    bytes.count > start && bytes[bytes.count &- 1].isDigit
  }

  /// Whether the word that begins at `start` ends in a Hebrew letter so far.
  static func endsInHebrew(_ bytes: borrowing ByteArena, from start: Int) -> Bool {
    bytes.count >= start &+ 2 && bytes[bytes.count &- 2] == 0xD7
  }

  /// Whether the word that begins at `start` is one letter so far.
  @inline(__always)
  static func isOneLetter(_ bytes: borrowing ByteArena, from start: Int) -> Bool {
    !endsInDigit(bytes, from: start) && isOneCharacter(bytes, from: start, to: bytes.count)
  }

  /// Whether a range of folded bytes is one character.
  @inline(__always)
  static func isOneCharacter(_ bytes: borrowing ByteArena, from start: Int, to end: Int) -> Bool {
    let count = end &- start
    guard count > 0, count <= 4 else { return false }
    for offset in 1..<4 where offset < count {
      if bytes[start &+ offset] & 0xC0 != 0x80 { return false }
    }
    return true
  }

  /// Writes a text of punctuation alone as one symbol, such as the band "!!!": it is somebody's name.
  ///
  /// - Returns: where it stands; nil where there is none either.
  static func punctuation(
    _ text: borrowing ByteArena, _ range: ByteRange, into buffer: inout TokenBuffer
  ) -> ByteRange? {
    let start = buffer.bytes.count
    var offset = range.lowerBound
    var first = range.upperBound
    var last = range.lowerBound
    while offset < range.upperBound, buffer.bytes.count &- start < longestPunctuation {
      let record = FoldingTable.record(text, offset, range.upperBound)
      let isSpace = record.kind == .space || record.kind == .ignored
      if !isSpace, !isControl(text, offset, record.size) {
        FoldingTable.append(record, at: offset, of: text, to: &buffer.bytes)
        first = min(first, offset)
        last = offset &+ record.size
      }
      offset &+= record.size
    }
    guard buffer.bytes.count > start else { return nil }
    buffer.tokens.append(
      Token(
        text: ByteRange(start: start, count: buffer.bytes.count &- start), position: 0,
        traits: .symbol))
    return ByteRange(start: first, count: last &- first)
  }

  /// Whether a control character stands at an offset, or a byte that is no UTF-8.
  private static func isControl(_ text: borrowing ByteArena, _ offset: Int, _ size: Int) -> Bool {
    if size == 1 { return text[offset] <= 0x20 || text[offset] >= 0x7F }
    // The second control set, and the space of no width.
    return text[offset] == 0xC2 && text[offset &+ 1] < 0xA0
      || size == 3 && text[offset] == 0xE2 && text[offset &+ 1] == 0x80 && text[offset &+ 2] == 0x8B
  }

  /// A name of more punctuation is cut.
  private static let longestPunctuation = 64

  /// Writes a symbol; a run of the same symbol is one token, two halves of a flag are one.
  mutating func symbol(
    _ record: CharacterRecord, _ text: borrowing ByteArena, _ stops: borrowing StopWordTable,
    _ buffer: inout TokenBuffer
  ) {
    let start = buffer.bytes.count
    FoldingTable.append(record, at: offset, of: text, to: &buffer.bytes)
    let isRun = symbolEnd == offset
    offset &+= record.size
    if record.kind == .regional {
      let second = FoldingTable.record(text, offset, end)
      if second.kind == .regional {
        FoldingTable.append(second, at: offset, of: text, to: &buffer.bytes)
        offset &+= second.size
      }
    }
    symbolEnd = offset
    if isRun, let last = buffer.tokens.last {
      let size = buffer.bytes.count &- start
      var same = Int(last.text.count) == size
      var index = 0
      while same, index < size {
        same = buffer.bytes[last.text.lowerBound &+ index] == buffer.bytes[start &+ index]
        index &+= 1
      }
      if same {
        buffer.bytes.truncate(to: start)
        return
      }
    }
    content.hasSymbols = true
    emit(from: start, .symbol, stops, &buffer)
  }

  /// Writes the tokens of the text that a character such as ™ or ½ stands for.
  mutating func island(
    _ record: CharacterRecord, _ text: borrowing ByteArena, _ stops: borrowing StopWordTable,
    _ buffer: inout TokenBuffer
  ) {
    var inner = ByteArena(capacity: 64)
    FoldingTable.append(record, at: offset, of: text, to: &inner)
    offset &+= record.size
    var scanner = Scanner(offset: 0, end: inner.count, position: position, derives: derives)
    scanner.run(inner, stops, into: &buffer)
    position = scanner.position
    content.hasWords = content.hasWords || scanner.content.hasWords
    content.hasSymbols = content.hasSymbols || scanner.content.hasSymbols
    content.hasMixedWords = content.hasMixedWords || scanner.content.hasMixedWords
  }
}
