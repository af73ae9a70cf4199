import FootlightPlatform

extension Scanner {
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
      var place = 0
      while same, place < size {
        same = buffer.bytes[last.text.lowerBound &+ place] == buffer.bytes[start &+ place]
        place &+= 1
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
    var scanner = Scanner(from: 0, to: inner.count, position: position, derives: derives)
    scanner.run(inner, stops, into: &buffer)
    position = scanner.position
    content.hasWords = content.hasWords || scanner.content.hasWords
    content.hasSymbols = content.hasSymbols || scanner.content.hasSymbols
    content.hasMixedWords = content.hasMixedWords || scanner.content.hasMixedWords
  }
}
