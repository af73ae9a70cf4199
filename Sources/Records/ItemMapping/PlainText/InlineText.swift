import FootlightPlatform

/// Takes the marks out of the text of a block: emphasis, code, links, tags, entities, escapes.
///
/// Each byte is looked at a bounded number of times, whatever the text is.
struct InlineText: ~Copyable {
  private var pieces: [InlinePiece] = []
  /// The pieces of `[` that have no `]` yet, and whether a `!` stands before them.
  private var brackets: [Int] = []
  /// Lengths of runs of backticks that have no partner after them.
  private var lonelyBackticks: Set<Int> = []
  /// How many pieces were changed, and how many bytes were searched beyond the reading itself: what
  /// keeps the promise above.
  private(set) var effort = 0

  /// Writes the visible text of a block.
  mutating func write(
    _ block: borrowing ByteArena, to writer: inout PlainTextWriter, _ out: inout ByteArena
  ) {
    pieces.removeAll(keepingCapacity: true)
    brackets.removeAll(keepingCapacity: true)
    lonelyBackticks.removeAll(keepingCapacity: true)
    var offset = 0
    while offset < block.count { scan(block, &offset) }
    pairDelimiters(block)
    for piece in pieces {
      switch piece.kind {
      case .text: writer.write(block, piece.start, piece.end, &out)
      case .scalar: writer.write(scalar: piece.scalar, &out)
      case .delimiter: writer.write(block, piece.start, piece.start + piece.count, &out)
      case .space: writer.space()
      case .lineBreak: writer.endLine()
      case .paragraphBreak: writer.endParagraph()
      case .nothing: break
      }
    }
  }

  private mutating func scan(_ block: borrowing ByteArena, _ offset: inout Int) {
    let start = offset
    switch block[offset] {
    case UInt8(ascii: "\\"): escape(block, &offset)
    case UInt8(ascii: "`"): code(block, &offset)
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"): delimiter(block, &offset)
    case UInt8(ascii: "!"):
      offset += 1
      if offset < block.count, block[offset] == UInt8(ascii: "[") {
        bracket(block, &offset, from: start)
      } else {
        text(start, offset)
      }
    case UInt8(ascii: "["): bracket(block, &offset, from: start)
    case UInt8(ascii: "]"): closeBracket(block, &offset)
    case UInt8(ascii: "<"):
      if let mark = HTMLMark(block, offset) {
        if let inner = mark.address {
          text(inner.lowerBound, inner.upperBound)
        } else {
          pieces.append(InlinePiece(kind: mark.effect))
        }
        offset = mark.end
      } else {
        offset += 1
        text(start, offset)
      }
    case UInt8(ascii: "&"):
      if let entity = HTMLEntity(block, offset) {
        pieces.append(InlinePiece(kind: .scalar, scalar: entity.scalar))
        offset = entity.end
      } else {
        offset += 1
        text(start, offset)
      }
    default:
      offset += 1
      while offset < block.count, !isMark(block[offset]) { offset += 1 }
      text(start, offset)
    }
  }

  private mutating func text(_ start: Int, _ end: Int) {
    pieces.append(InlinePiece(kind: .text, start: start, end: end))
  }

  /// Whether a byte is one of the marks that `scan` looks at, as bits of two words.
  private func isMark(_ byte: UInt8) -> Bool {
    if byte >= 0x80 { return false }
    let low: UInt64 = 1 << 0x21 | 1 << 0x26 | 1 << 0x2A | 1 << 0x3C
    let high: UInt64 = 1 << 0x1B | 1 << 0x1C | 1 << 0x1D | 1 << 0x1F | 1 << 0x20 | 1 << 0x3E
    return (byte < 0x40 ? low : high) >> UInt64(byte & 0x3F) & 1 != 0
  }

  /// A backslash before punctuation hides itself; before a line end it breaks the line.
  private mutating func escape(_ block: borrowing ByteArena, _ offset: inout Int) {
    let next = offset + 1
    if next < block.count, isPunctuation(block[next]) {
      text(next, next + 1)
      offset = next + 1
    } else if next < block.count, block[next] == 0x0A {
      pieces.append(InlinePiece(kind: .lineBreak))
      offset = next + 1
    } else {
      text(offset, next)
      offset = next
    }
  }

  /// Code between runs of equally many backticks is text as it stands.
  private mutating func code(_ block: borrowing ByteArena, _ offset: inout Int) {
    let start = offset
    while offset < block.count, block[offset] == UInt8(ascii: "`") { offset += 1 }
    let count = offset - start
    var search = offset
    if !lonelyBackticks.contains(count), count <= 32 {
      while let found = block.firstIndex(of: UInt8(ascii: "`"), from: search, to: block.count) {
        var end = found
        while end < block.count, block[end] == UInt8(ascii: "`") { end += 1 }
        if end - found == count {
          text(offset, found)
          offset = end
          return
        }
        search = end
      }
      effort += block.count - offset
      lonelyBackticks.insert(count)
    }
    text(start, offset)
  }

  private mutating func delimiter(_ block: borrowing ByteArena, _ offset: inout Int) {
    let start = offset
    let byte = block[start]
    while offset < block.count, block[offset] == byte { offset += 1 }
    let before = start == 0 ? .space : side(block[start - 1])
    let behind = offset == block.count ? .space : side(block[offset])
    let opens = behind != .space && (behind == .letter || before != .letter)
    let closes = before != .space && (before == .letter || behind != .letter)
    var piece = InlinePiece(kind: .delimiter, start: start, end: offset, count: offset - start)
    // Within a word `_` is a letter like others: snake_case.
    let isStrict = byte == UInt8(ascii: "_")
    piece.canOpen = opens && (!isStrict || !closes || before == .mark)
    piece.canClose = closes && (!isStrict || !opens || behind == .mark)
    if byte == UInt8(ascii: "~"), piece.count != 2 {
      (piece.canOpen, piece.canClose) = (false, false)
    }
    pieces.append(piece)
  }

  private enum Side {
    case space
    case mark
    case letter
  }

  private func side(_ byte: UInt8) -> Side {
    byte <= 0x20 ? .space : isPunctuation(byte) ? .mark : .letter
  }

  /// Takes the bytes of delimiters away that are pairs, from the inside to the outside.
  private mutating func pairDelimiters(_ block: borrowing ByteArena) {
    var openers: [Int] = []
    for index in pieces.indices where pieces[index].kind == .delimiter {
      let byte = block[pieces[index].start]
      if pieces[index].canClose {
        // The nearest openers only: a text with thousands of lonely ones is no text.
        var depth = openers.count - 1
        let deepest = max(0, openers.count - 64)
        while depth >= deepest, pieces[index].count > 0 {
          effort += 1
          let opener = openers[depth]
          if block[pieces[opener].start] == byte {
            while pieces[opener].count > 0, pieces[index].count > 0 {
              let size = pieces[opener].count > 1 && pieces[index].count > 1 ? 2 : 1
              pieces[opener].count -= size
              pieces[index].count -= size
            }
            openers.removeSubrange((pieces[opener].count == 0 ? depth : depth + 1)...)
          }
          depth -= 1
        }
      }
      if pieces[index].canOpen, pieces[index].count > 0 { openers.append(index) }
    }
  }

  private mutating func bracket(
    _ block: borrowing ByteArena, _ offset: inout Int, from start: Int
  ) {
    offset = (block[start] == UInt8(ascii: "!") ? start + 1 : start) + 1
    brackets.append(pieces.count)
    text(start, offset)
  }

  /// Text in brackets is text; the address after it is not.
  ///
  /// The mark of a footnote is nothing.
  private mutating func closeBracket(_ block: borrowing ByteArena, _ offset: inout Int) {
    let start = offset
    offset += 1
    guard let opener = brackets.popLast() else { return text(start, offset) }
    let first = pieces[opener].end
    if first < start, block[first] == UInt8(ascii: "^") {
      effort += pieces.count - opener
      pieces.removeSubrange(opener...)
      if offset < block.count, block[offset] == UInt8(ascii: ":") { offset += 1 }
    } else if let behind = endOfAddress(block, offset) {
      pieces[opener] = InlinePiece(kind: .nothing)
      offset = behind
    } else {
      text(start, offset)
    }
  }

  /// The offset after `(address "title")` or `[reference]`; nil when neither stands here.
  private func endOfAddress(_ block: borrowing ByteArena, _ start: Int) -> Int? {
    guard start < block.count else { return nil }
    let limit = min(block.count, start + 4000)
    if block[start] == UInt8(ascii: "[") {
      guard let end = block.firstIndex(of: UInt8(ascii: "]"), from: start, to: limit),
        block.firstIndex(of: UInt8(ascii: "["), from: start + 1, to: end) == nil
      else { return nil }
      return end + 1
    }
    guard block[start] == UInt8(ascii: "(") else { return nil }
    var depth = 0
    var quote: UInt8?
    var offset = start
    while offset < limit {
      let byte = block[offset]
      if byte == UInt8(ascii: "\\") {
        offset += 1
      } else if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") {
        quote = byte
      } else if byte == UInt8(ascii: "(") {
        depth += 1
      } else if byte == UInt8(ascii: ")") {
        depth -= 1
        if depth == 0 { return offset + 1 }
      }
      offset += 1
    }
    return nil
  }
}

/// Whether a byte is ASCII punctuation.
func isPunctuation(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
  default: false
  }
}
