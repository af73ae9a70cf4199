import FootlightPlatform

extension Scanner {
  /// Writes one character of a script without spaces with its marks and, after another one, the
  /// two together.
  mutating func unspaced(
    _ record: CharacterRecord, _ text: borrowing ByteArena, _ stops: borrowing StopWordTable,
    _ buffer: inout TokenBuffer
  ) {
    let start = buffer.bytes.count
    let isRun = unspacedEnd == offset
    FoldingTable.append(record, at: offset, of: text, to: &buffer.bytes)
    offset &+= record.size
    shape.begin(at: start)
    reading: while true {
      let next = FoldingTable.record(text, offset, end)
      switch next.kind {
      case .mark: appendMark(next, text, &buffer)
      case .voicing: Kana.voiceLast(&buffer.bytes, from: start, mark: next, text, offset)
      case .ignored: break
      default: break reading
      }
      offset &+= next.size
    }
    unspacedEnd = offset
    content.hasWords = true
    emit(from: start, .unspaced, stops, &buffer)
    guard derives, isRun, buffer.tokens.count > 1 else { return }
    var before = buffer.tokens.count &- 2
    while before > 0, buffer.tokens[before].traits.contains(.derived) { before &-= 1 }
    let first = buffer.tokens[before].text.lowerBound
    derive(first, buffer.bytes.count &- first, [.derived, .bigram], &buffer)
  }

  /// Appends a mark that stays, in canonical order with the marks before it.
  mutating func appendMark(
    _ record: CharacterRecord, _ text: borrowing ByteArena, _ buffer: inout TokenBuffer
  ) {
    if Devanagari.isVirama(text, offset), Devanagari.isConsonant(text, offset &+ record.size, end),
      Devanagari.takeNasal(from: &buffer.bytes, after: shape.start)
    {
      return
    }
    let start = buffer.bytes.count
    FoldingTable.append(record, at: offset, of: text, to: &buffer.bytes)
    let mark = record.combiningClass
    if mark > 0, mark < shape.markClass {
      MarkOrder.sink(&buffer.bytes, markAt: start, from: shape.start, mark)
    } else {
      shape.markClass = mark
    }
  }
}
