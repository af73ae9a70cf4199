package import FootlightPlatform

/// Finds the marks in the text of a block (CommonMark, "Inlines"): emphasis, code, links, tags, entities, escapes.
///
/// Each byte is looked at a bounded number of times, whatever the text is.
package struct InlineScanner: ~Copyable {
  /// What the pieces are for.
  package enum Purpose: Sendable {
    /// Words alone: references and the marks of footnotes are left out, and tags part paragraphs and lines.
    case words
    /// A page of Markdown, on which addresses of the web are links, and only tags within a line mean anything.
    case page
    /// A page of a text without marks, on which addresses of the web are links.
    case addresses
  }

  package private(set) var pieces: [InlinePiece] = []
  /// How many pieces were changed, and how many bytes were looked at ahead of their turn: what keeps the promise
  /// above.
  package private(set) var effort = 0
  private let purpose: Purpose
  /// The bytes below 64 that may be marks, and those from there on, as bits.
  private let marks: (low: UInt64, high: UInt64)
  /// The pieces of `[` that have no `]` yet.
  private var brackets: [Int] = []
  /// Lengths of runs of backticks that have no partner after them.
  private var lonelyBackticks: Set<Int> = []

  package init(_ purpose: Purpose) {
    self.purpose = purpose
    let known = purpose == .words ? "!&*<[\\]_`~" : purpose == .page ? "!&*<[\\]_`~h" : "h"
    var marks: (low: UInt64, high: UInt64) = (0, 0)
    for byte in known.utf8 {
      if byte < 0x40 {
        marks.low |= 1 << UInt64(byte)
      } else {
        marks.high |= 1 << UInt64(byte & 0x3F)
      }
    }
    self.marks = marks
  }

  /// Finds the pieces of a block.
  package mutating func scan(_ block: borrowing ByteArena) {
    pieces.removeAll(keepingCapacity: true)
    brackets.removeAll(keepingCapacity: true)
    lonelyBackticks.removeAll(keepingCapacity: true)
    var offset = 0
    while offset < block.count {
      if isMark(block[offset]) { mark(block, &offset) } else { plain(block, &offset) }
    }
    pairDelimiters(block)
  }

  private func isMark(_ byte: UInt8) -> Bool {
    if byte >= 0x80 { return false }
    return (byte < 0x40 ? marks.low : marks.high) >> UInt64(byte & 0x3F) & 1 != 0
  }

  /// Takes what begins here up to the next byte that may be a mark.
  private mutating func plain(_ block: borrowing ByteArena, _ offset: inout Int) {
    let start = offset
    offset += 1
    while offset < block.count, !isMark(block[offset]) { offset += 1 }
    add(.text, start, offset)
  }

  private mutating func mark(_ block: borrowing ByteArena, _ offset: inout Int) {
    switch block[offset] {
    case UInt8(ascii: "h"):
      guard offset == 0 || !block[offset - 1].isLetter, let end = endOfAddress(block, offset) else {
        return plain(block, &offset)
      }
      add(.address, offset, end)
      offset = end
    case UInt8(ascii: "\\"): escape(block, &offset)
    case UInt8(ascii: "`"): code(block, &offset)
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"): delimiter(block, &offset)
    case UInt8(ascii: "!"):
      guard offset + 1 < block.count, block[offset + 1] == UInt8(ascii: "[") else {
        return plain(block, &offset)
      }
      open(&offset, size: 2)
    case UInt8(ascii: "["): open(&offset, size: 1)
    case UInt8(ascii: "]"): close(block, &offset)
    case UInt8(ascii: "<"): tag(block, &offset)
    default:
      guard let entity = HTMLEntity(block, offset) else { return plain(block, &offset) }
      pieces.append(InlinePiece(kind: .scalar, scalar: entity.scalar))
      offset = entity.end
    }
  }

  private mutating func add(_ kind: InlinePiece.Kind, _ start: Int, _ end: Int) {
    pieces.append(InlinePiece(kind: kind, start: start, end: end))
  }

  /// A backslash before punctuation hides itself; before a line end it breaks the line.
  private mutating func escape(_ block: borrowing ByteArena, _ offset: inout Int) {
    let next = offset + 1
    if next < block.count, block[next].isPunctuation {
      add(.text, next, next + 1)
      offset = next + 1
    } else if next < block.count, block[next] == 0x0A {
      pieces.append(InlinePiece(kind: .lineBreak))
      offset = next + 1
    } else {
      add(.text, offset, next)
      offset = next
    }
  }

  // MARK: Code and emphasis

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
          // A space at both ends only keeps backticks apart.
          let isPadded = found - offset > 2 && block[offset] == 0x20 && block[found - 1] == 0x20
          add(.code, isPadded ? offset + 1 : offset, isPadded ? found - 1 : found)
          offset = end
          return
        }
        search = end
      }
      effort += block.count - offset
      lonelyBackticks.insert(count)
    }
    add(.text, start, offset)
  }

  private mutating func delimiter(_ block: borrowing ByteArena, _ offset: inout Int) {
    let start = offset
    let byte = block[start]
    while offset < block.count, block[offset] == byte { offset += 1 }
    let before = start == 0 ? 0x20 : block[start - 1]
    let after = offset == block.count ? 0x20 : block[offset]
    let opens =
      after > 0x20 && (!after.isPunctuation || before <= 0x20 || before.isPunctuation)
    let closes =
      before > 0x20 && (!before.isPunctuation || after <= 0x20 || after.isPunctuation)
    var piece = InlinePiece(kind: .delimiter, start: start, end: offset, count: offset - start)
    // A long run is a line that somebody drew, and a single tilde is itself.
    if byte == UInt8(ascii: "~") ? piece.count == 2 : piece.count <= 32 {
      // Within a word `_` is a letter like others: snake_case.
      let isLetter = byte == UInt8(ascii: "_")
      piece.canOpen = opens && (!isLetter || !closes || before.isPunctuation)
      piece.canClose = closes && (!isLetter || !opens || after.isPunctuation)
    }
    pieces.append(piece)
  }

  /// Takes the bytes of delimiters away that are pairs, from the inside to the outside.
  private mutating func pairDelimiters(_ block: borrowing ByteArena) {
    var openers: [Int] = []
    for index in pieces.indices where pieces[index].kind == .delimiter {
      var closer = pieces[index]
      if closer.canClose {
        // The nearest openers only: a text with thousands of lonely ones is no text.
        var depth = openers.count - 1
        let deepest = max(0, openers.count - 64)
        while depth >= deepest, closer.count > 0 {
          effort += 1
          var opener = pieces[openers[depth]]
          if block[opener.start] == block[closer.start], closer.mayPair(with: opener) {
            while opener.count > 0, closer.count > 0 {
              let isDouble = opener.count > 1 && closer.count > 1
              let size = isDouble ? 2 : 1
              opener.count -= size
              closer.count -= size
              if block[opener.start] == UInt8(ascii: "~") {
                opener.opened.deleted += 1
                closer.closed.deleted += 1
              } else if isDouble {
                opener.opened.strong += 1
                closer.closed.strong += 1
              } else {
                opener.opened.emphasis += 1
                closer.closed.emphasis += 1
              }
            }
            pieces[openers[depth]] = opener
            openers.removeSubrange((opener.count == 0 ? depth : depth + 1)...)
          }
          depth -= 1
        }
        pieces[index] = closer
      }
      if closer.canOpen, closer.count > 0 { openers.append(index) }
    }
  }

  // MARK: Links

  private mutating func open(_ offset: inout Int, size: Int) {
    brackets.append(pieces.count)
    add(.text, offset, offset + size)
    offset += size
  }

  /// Text in brackets with an address after them is a link; of words it is the text.
  private mutating func close(_ block: borrowing ByteArena, _ offset: inout Int) {
    let start = offset
    offset += 1
    guard let opener = brackets.popLast() else { return add(.text, start, offset) }
    let first = pieces[opener].end
    if purpose == .words, first < start, block[first] == UInt8(ascii: "^") {
      // The mark of a footnote is nothing.
      effort += pieces.count - opener
      pieces.removeSubrange(opener...)
      if offset < block.count, block[offset] == UInt8(ascii: ":") { offset += 1 }
    } else if let (address, end) = target(block, offset) ?? reference(block, offset) {
      let isImage = first - pieces[opener].start == 2
      pieces[opener] = InlinePiece(
        kind: .linkStart, start: address.lowerBound,
        end: isImage ? address.lowerBound : address.upperBound)
      add(.linkEnd, start, end)
      offset = end
    } else {
      add(.text, start, offset)
    }
  }

  /// The name in `[name]`, and where the whole ends.
  private func reference(_ block: borrowing ByteArena, _ start: Int) -> (Range<Int>, Int)? {
    guard purpose == .words, start < block.count, block[start] == UInt8(ascii: "["),
      let end = block.firstIndex(
        of: UInt8(ascii: "]"), from: start, to: min(block.count, start + 4_000)),
      block.firstIndex(of: UInt8(ascii: "["), from: start + 1, to: end) == nil
    else { return nil }
    return (start + 1..<end, end + 1)
  }

  /// The address in `(address "title")`, and where the whole ends.
  ///
  /// It is none where parentheses are nested deeper than in any address: what one `(` looks at in vain, few others do.
  private mutating func target(
    _ block: borrowing ByteArena, _ start: Int
  ) -> (Range<Int>, Int)? {
    guard start < block.count, block[start] == UInt8(ascii: "(") else { return nil }
    let limit = min(block.count, start + 4_000)
    var (depth, place) = (0, start)
    var end: Int?
    var isTitle = false
    while place < limit {
      effort += 1
      switch block[place] {
      case UInt8(ascii: "\\"): place += 1
      case UInt8(ascii: "\"") where end != nil: isTitle.toggle()
      case _ where isTitle: break
      case UInt8(ascii: "(") where depth == 8: return nil
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return (start + 1..<(end ?? place), place + 1) }
      case 0x20, 0x0A: if end == nil { end = place }
      default: break
      }
      place += 1
    }
    return nil
  }

  /// Where an address of the web ends that stands in the text here; nil when none does.
  private mutating func endOfAddress(_ block: borrowing ByteArena, _ start: Int) -> Int? {
    let limit = min(block.count, start + 2_000)
    let head = block.text(ByteRange(start: start, count: min(8, limit - start)))
    let scheme = head == "https://" ? 8 : head.hasPrefix("http://") ? 7 : 0
    guard scheme > 0 else { return nil }
    var end = start + scheme
    // A parenthesis is of the address when it was opened within.
    var surplus = 0
    while end < limit, block[end] > 0x20, !"<>\"`[]|".utf8.contains(block[end]) {
      if block[end] == UInt8(ascii: ")") { surplus += 1 }
      if block[end] == UInt8(ascii: "(") { surplus -= 1 }
      end += 1
    }
    effort += end - start
    // The mark that ends a sentence is none of the address.
    while end > start, ".,;:!?'*_)".utf8.contains(block[end - 1]) {
      if block[end - 1] == UInt8(ascii: ")") {
        guard surplus > 0 else { break }
        surplus -= 1
      }
      end -= 1
    }
    return end > start + scheme ? end : nil
  }

  // MARK: Tags

  private mutating func tag(_ block: borrowing ByteArena, _ offset: inout Int) {
    guard let mark = HTMLMark(block, offset) else { return plain(block, &offset) }
    if let inner = mark.address {
      add(.bracketed, inner.lowerBound, inner.upperBound)
    } else if purpose == .words {
      pieces.append(InlinePiece(kind: mark.effect))
    } else if InlineScanner.tags.contains(mark.name) {
      if mark.name == "br" { pieces.append(InlinePiece(kind: .lineBreak)) }
    } else {
      add(.text, offset, mark.end)
    }
    offset = mark.end
  }

  private static let tags: Set<String> = [
    "a", "abbr", "b", "br", "cite", "code", "del", "em", "font", "i", "img", "ins", "kbd", "mark",
    "q", "s", "small", "span", "strong", "sub", "sup", "u", "var",
  ]
}
