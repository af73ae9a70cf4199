import FootlightPlatform

/// Appends Markdown or HTML as the text that a reader sees.
///
/// Paragraphs are parted by a blank line, list items and table rows by a line feed; white space is
/// collapsed. Hidden things (comments, scripts, addresses of links, tags) are left out.
func appendPlainText(_ text: borrowing ByteArena, _ range: ByteRange, to out: inout ByteArena) {
  var visible = ByteArena(capacity: Int(range.count) + 1)
  appendVisible(text, range, to: &visible)
  var converter = PlainTextConverter(out.count)
  converter.convert(visible, to: &out)
}

/// A text as its reader sees it where it shows by its marks that it is Markdown; any other one as it stands.
///
/// What is cut from it holds no marks then. Stored it stays Markdown, so that pages keep its structure.
package func textWithoutMarks(_ stored: [UInt8]) -> [UInt8] {
  guard showsMarkdown(stored.span) else { return stored }
  var text = ByteArena(capacity: stored.count)
  text.append(stored)
  var out = ByteArena(capacity: stored.count)
  appendPlainText(text, text.all, to: &out)
  return out.bytes(out.all)
}

/// Whether a line begins as a heading, a fence or a table does, or something is strong or a link.
private func showsMarkdown(_ text: Span<UInt8>) -> Bool {
  var begins = true
  for index in text.indices.dropLast() {
    let (byte, next) = (text[index], text[index + 1])
    switch byte {
    case UInt8(ascii: "#") where begins && (next == byte || next == 0x20): return true
    case UInt8(ascii: "`") where begins && next == byte: return true
    case UInt8(ascii: "|") where begins && next >= 0x20: return true
    case UInt8(ascii: "*") where next == byte: return true
    case UInt8(ascii: "]") where next == UInt8(ascii: "("): return true
    default: begins = byte == 0x0A
    }
  }
  return false
}

/// Walks the lines of a Markdown text: finds blocks, and hands the text in them to the inline part.
struct PlainTextConverter: ~Copyable {
  /// The lines of the block at hand, without their markers.
  private var block = ByteArena(capacity: 1024)
  private var inline = InlineScanner(.words)
  private var writer: PlainTextWriter
  /// Within a fence: the byte and the number of the bytes that opened it.
  private var fence: (byte: UInt8, count: Int)?
  private var isTable = false

  init(_ start: Int) {
    writer = PlainTextWriter(start: start)
  }

  mutating func convert(_ text: borrowing ByteArena, to out: inout ByteArena) {
    var start = 0
    while start < text.count {
      let end = text.firstIndex(of: 0x0A, from: start, to: text.count) ?? text.count
      line(text, start, end, &out)
      start = end + 1
    }
    flush(&out)
  }

  private mutating func line(
    _ text: borrowing ByteArena, _ lineStart: Int, _ lineEnd: Int, _ out: inout ByteArena
  ) {
    let line = MarkdownLine(text, ByteRange(start: lineStart, count: lineEnd - lineStart))
    if let fence {
      if line.isFence(text, closing: fence) {
        self.fence = nil
        writer.endParagraph()
      } else {
        writer.endLine()
        writer.write(text, lineStart, lineEnd, &out)
      }
      return
    }
    if line.isBlank {
      flush(&out)
      isTable = false
      writer.endParagraph()
      return
    }
    if line.isItem {
      flush(&out)
      writer.endLine()
    }
    if let opening = line.openingFence(text) {
      flush(&out)
      writer.endParagraph()
      fence = opening
    } else if line.isUnderline(text), block.count > 0, !line.isItem {
      flush(&out)
      writer.endParagraph()
    } else if line.isRule(text) {
      flush(&out)
      writer.endParagraph()
    } else if let content = line.heading(text) {
      flush(&out)
      writer.endParagraph()
      block.append(text, content)
      flush(&out)
      writer.endParagraph()
    } else if line.isTableRule(text) {
      // The line above it is the head of a table.
      isTable = true
      cells()
      flush(&out)
      writer.endLine()
    } else if block.count == 0, line.isLinkDefinition(text) {
      return
    } else {
      if isTable || text[line.start] == UInt8(ascii: "|") {
        flush(&out)
        writer.endLine()
        append(text, line)
        cells()
        flush(&out)
        writer.endLine()
      } else {
        append(text, line)
      }
    }
  }

  private mutating func append(_ text: borrowing ByteArena, _ line: MarkdownLine) {
    if block.count > 0 { block.append(0x0A) }
    block.append(text, ByteRange(start: line.start, count: line.end - line.start))
  }

  /// Turns the bars between the cells of a table row into spaces.
  private mutating func cells() {
    var offset = 0
    while offset < block.count {
      if block[offset] == UInt8(ascii: "\\") {
        offset += 1
      } else if block[offset] == UInt8(ascii: "|") {
        block[offset] = 0x20
      }
      offset += 1
    }
  }

  private mutating func flush(_ out: inout ByteArena) {
    guard block.count > 0 else { return }
    inline.scan(block)
    for piece in inline.pieces {
      switch piece.kind {
      case .text, .code, .address, .bracketed: writer.write(block, piece.start, piece.end, &out)
      case .scalar: writer.write(scalar: piece.scalar, &out)
      case .delimiter: writer.write(block, piece.end - piece.count, piece.end, &out)
      case .space: writer.space()
      case .lineBreak: writer.endLine()
      case .paragraphBreak: writer.endParagraph()
      case .linkStart, .linkEnd, .nothing: break
      }
    }
    block.removeAll()
  }
}
