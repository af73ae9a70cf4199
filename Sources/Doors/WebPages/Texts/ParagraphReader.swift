import DeclaredRecords
import FootlightPlatform

/// Reads the paragraphs of a text line by line: each line is what it is for whoever reads the words of Markdown alone.
struct ParagraphReader: ~Copyable {
  private typealias Form = TextOutline.Form

  private(set) var paragraphs: [TextOutline.Paragraph] = []
  private let bytes: ByteArena
  private let lines: [ByteRange]
  private var index = 0
  /// The paragraph at hand.
  private var text: [String] = []
  private var form = Form.paragraph
  private var isBeginning = false
  private var parts = Enumeration()
  /// How many cells the tables of a text may have; rows beyond them are lines.
  private var cells = 20_000
  /// By the mark of a fence, for each line the longest run that it or a later one closes a fence with: no text is
  /// searched for what is not there.
  private var closings: [UInt8: [Int]] = [:]

  init(_ text: String) {
    bytes = ByteArena(text)
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      ByteRange(
        start: text.utf8.distance(from: text.startIndex, to: line.startIndex),
        count: line.utf8.count)
    }
  }

  mutating func read() {
    while index < lines.count {
      take(line(index))
      index += 1
    }
    end()
  }

  private func line(_ index: Int) -> MarkdownLine {
    MarkdownLine(bytes, lines[index], takesBullets: true)
  }

  private mutating func take(_ line: MarkdownLine) {
    if line.isBlank {
      end()
    } else if let closing = closingFence(line) {
      add(index + 1..<closing, .code, quotedAs: line)
      index = closing
    } else if cells > 0, hasBar(index), index + 1 < lines.count,
      self.line(index + 1).isTableRule(bytes)
    {
      table(quotedAs: line)
    } else if text.count == 1, form == .paragraph, !isBeginning, line.end - line.start >= 3,
      line.isUnderline(bytes)
    {
      form = .heading(bytes[line.start] == UInt8(ascii: "=") ? 1 : 2)
      end()
    } else if line.isRule(bytes) {
      end()
      paragraphs.append(.init(text: "", form: .rule, path: parts.path, isBeginning: false))
    } else {
      addText(line)
    }
  }

  private mutating func addText(_ line: MarkdownLine) {
    let (found, rest) = content(line)
    let isHeading = if case .heading = form { true } else { false }
    // A line that goes on with a list item is indented; one that is not begins a paragraph.
    let isList = if case .listed = form { true } else { false }
    let isIndented = bytes[lines[index].lowerBound] == 0x20
    let goesOn = found == .paragraph && !isHeading && (!isList || isIndented)
    if !goesOn, found != .quoted || form != .quoted {
      end()
      form = found
    }
    let marks = Enumeration.marks(rest[...])
    if !marks.isEmpty {
      end()
      form = found
      for mark in marks { parts.enter(mark) }
      isBeginning = true
    }
    text.append(isList && goesOn ? rest.trimmed : rest)
  }

  /// The form of a line, and its text without the marks that say so.
  private func content(_ line: MarkdownLine) -> (Form, String) {
    if let heading = line.heading(bytes) {
      return (.heading(heading.lowerBound - line.start), bytes.text(heading).trimmed)
    }
    guard line.isDotted || line.isQuoted else { return (.paragraph, bytes.text(lines[index])) }
    let rest = bytes.text(ByteRange(start: line.marksEnd, count: line.end - line.marksEnd))
    guard line.isDotted else { return (.quoted, rest) }
    var blanks = 0
    for offset in lines[index].lowerBound..<line.marksEnd {
      guard bytes[offset] == 0x20 || bytes[offset] == 0x09 else { break }
      blanks += bytes[offset] == 0x09 ? 4 : 1
    }
    return (.listed(min(blanks / 2, 4)), rest)
  }

  /// Takes the rows of a table; those beyond the cells that are left are a paragraph of lines.
  private mutating func table(quotedAs first: MarkdownLine) {
    let last = lines.indices[index...].first { !hasBar($0) } ?? lines.count
    var rows = index
    while rows < last, cells > 0 || rows < index + 2 {
      cells -= 1 + bytes.bytes(lines[rows]).count { $0 == UInt8(ascii: "|") }
      rows += 1
    }
    add(index..<rows, .table, quotedAs: first)
    if rows < last { add(rows..<last, .paragraph, quotedAs: first) }
    index = last - 1
  }

  private func hasBar(_ index: Int) -> Bool {
    let line = lines[index]
    return bytes.firstIndex(of: UInt8(ascii: "|"), from: line.lowerBound, to: line.upperBound)
      != nil
  }

  private mutating func end() {
    defer {
      text = []
      form = .paragraph
      isBeginning = false
    }
    guard !text.isEmpty else { return }
    paragraphs.append(
      .init(
        text: text.joined(separator: "\n"), form: form, path: parts.path, isBeginning: isBeginning))
  }

  /// Adds a block of whole lines but for the marks of the quotation in which its first line stands.
  private mutating func add(
    _ block: Range<Int>, _ form: Form, quotedAs first: MarkdownLine
  ) {
    end()
    let marks = ByteRange(
      start: lines[index].lowerBound, count: first.marksEnd - lines[index].lowerBound)
    let depth = bytes.bytes(marks).count { $0 == UInt8(ascii: ">") }
    text = lines[block].map { line in
      var line = bytes.text(line)[...]
      for _ in 0..<depth {
        let rest = line.drop { $0 == " " }
        guard rest.first == ">" else { break }
        line = rest.dropFirst(rest.dropFirst().first == " " ? 2 : 1)
      }
      return String(line)
    }
    guard text.isEmpty else {
      self.form = form
      return end()
    }
    paragraphs.append(.init(text: "", form: form, path: parts.path, isBeginning: false))
  }

  /// The line that closes the fence of code which this one opens; nil where it opens none, or nothing closes it.
  private mutating func closingFence(_ line: MarkdownLine) -> Int? {
    guard let fence = line.openingFence(bytes),
      longestClosing(fence.byte)[index + 1] >= fence.count
    else { return nil }
    return lines.indices[(index + 1)...].first { self.line($0).isFence(bytes, closing: fence) }
  }

  private mutating func longestClosing(_ mark: UInt8) -> [Int] {
    if let known = closings[mark] { return known }
    var longest = [Int](repeating: 0, count: lines.count + 1)
    for index in lines.indices.reversed() {
      let line = line(index)
      let run = line.isFence(bytes, closing: (mark, 1)) ? line.end - line.start : 0
      longest[index] = max(longest[index + 1], run)
    }
    closings[mark] = longest
    return longest
  }
}
