package import FootlightPlatform

extension Analyzer {
  /// Appends a text folded as a whole, which is how texts of attributes are compared.
  ///
  /// Case, width, compatibility forms and marks go as in words; punctuation stays; white space is
  /// left out at both ends and is a single space elsewhere.
  package func appendFolded(
    of text: borrowing ByteArena, _ range: ByteRange, into folded: inout ByteArena
  ) {
    precondition(range.upperBound <= text.count)
    let start = folded.count
    let end = range.upperBound
    var offset = range.lowerBound
    var owesSpace = false
    while offset < end {
      let record = FoldingTable.record(text, offset, end)
      if Analyzer.isWhiteSpace(record, text, offset) {
        owesSpace = folded.count > start
        offset &+= record.size
        continue
      }
      if owesSpace, record.kind != .ignored {
        folded.append(0x20)
        owesSpace = false
      }
      Analyzer.appendFolded(record, text, offset, from: start, into: &folded)
      offset &+= record.size
    }
  }

  private static func appendFolded(
    _ record: CharacterRecord, _ text: borrowing ByteArena, _ offset: Int, from start: Int,
    into folded: inout ByteArena
  ) {
    switch record.kind {
    case .ignored: break
    case .separator where record.size == 1 && text[offset] >= 0x80: break
    case .voicing: Kana.voiceLast(&folded, from: start, mark: record, text, offset)
    case .mark:
      let index = folded.count
      FoldingTable.append(record, at: offset, of: text, to: &folded)
      if record.combiningClass > 0 {
        MarkOrder.sink(&folded, markAt: index, from: start, record.combiningClass)
      }
    case .jamoTail:
      FoldingTable.append(record, at: offset, of: text, to: &folded)
      _ = Hangul.composeLast(&folded, from: start)
    default:
      let byte = text[offset]
      if byte.isCapital {
        folded.append(byte | 0x20)
      } else {
        FoldingTable.append(record, at: offset, of: text, to: &folded)
      }
    }
  }

  /// The range without white space at its ends.
  package static func trimmed(_ text: borrowing ByteArena, _ range: ByteRange) -> ByteRange {
    var first = range.upperBound
    var last = range.lowerBound
    var offset = range.lowerBound
    while offset < range.upperBound {
      let record = FoldingTable.record(text, offset, range.upperBound)
      if !isWhiteSpace(record, text, offset) {
        first = min(first, offset)
        last = offset &+ record.size
      }
      offset &+= record.size
    }
    return ByteRange(start: min(first, last), count: max(0, last &- first))
  }

  /// Whether white space or a closing bracket follows the last word of a text, with or without punctuation between.
  package static func endsComplete(_ text: borrowing ByteArena, _ range: ByteRange) -> Bool {
    var isComplete = false
    var offset = range.lowerBound
    while offset < range.upperBound {
      let record = FoldingTable.record(text, offset, range.upperBound)
      switch record.kind {
      case .letter, .digit, .hangul, .jamoTail, .mark, .unspaced, .voicing, .island:
        isComplete = false
      default:
        let closes = text[offset] == 0x29 || text[offset] == 0x5D || text[offset] == 0x7D
        if closes || isWhiteSpace(record, text, offset) { isComplete = true }
      }
      offset &+= record.size
    }
    return isComplete
  }

  /// Unicode's white space: spaces, line ends, and the control characters that move on a page.
  private static func isWhiteSpace(
    _ record: CharacterRecord, _ text: borrowing ByteArena, _ offset: Int
  ) -> Bool {
    record.kind == .space || (record.size == 1 && text[offset] &- 0x09 < 5)
  }
}
