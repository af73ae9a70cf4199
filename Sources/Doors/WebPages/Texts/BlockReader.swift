/// Reads the blocks of a text line by line, as its marks tell them.
struct BlockReader {
  private typealias Form = TextOutline.Form

  private(set) var paragraphs: [TextOutline.Paragraph] = []
  private let lines: [Substring]
  private var place = 0
  /// The paragraph at hand.
  private var text: [Substring] = []
  private var form = Form.paragraph
  private var isBeginning = false
  private var parts = Enumeration()
  /// How many cells the tables of a text may have; rows beyond them are lines.
  private var cells = 20_000
  /// By the mark of a fence, for each line the longest run that it or a later one closes a fence with: no text is
  /// searched for what is not there.
  private var closings: [Character: [Int]] = [:]

  init(_ lines: [Substring]) { self.lines = lines }

  mutating func read() {
    while place < lines.count {
      line(lines[place])
      place += 1
    }
    end()
  }

  private mutating func line(_ line: Substring) {
    let bare = line.drop(while: \.isWhitespace)
    guard !bare.isEmpty else { return end() }
    if let closing = closingFence(bare) {
      add(lines[place + 1..<closing], .code)
      place = closing
    } else if cells > 0, bare.contains("|"), place + 1 < lines.count,
      BlockReader.isTableRule(lines[place + 1])
    {
      table()
    } else if isUnderline(bare) {
      form = .heading(bare.first == "=" ? 1 : 2)
      end()
    } else if BlockReader.isRule(bare) {
      end()
      paragraphs.append(
        TextOutline.Paragraph(text: "", form: .rule, path: parts.path, isBeginning: false))
    } else {
      text(line, bare)
    }
  }

  private mutating func text(_ line: Substring, _ bare: Substring) {
    let (found, rest) = BlockReader.form(line, bare)
    let isHeading = if case .heading = form { true } else { false }
    // A line that goes on with a list item is indented; one that is not begins a paragraph.
    let isList = if case .listed = form { true } else { false }
    let goesOn = found == .paragraph && !isHeading && (!isList || line.first == " ")
    if !goesOn, found != .quoted || form != .quoted {
      end()
      form = found
    } else if found != .paragraph {
      form = found
    }
    let marks = Enumeration.marks(rest)
    if !marks.isEmpty {
      end()
      form = found
      for mark in marks { parts.enter(mark) }
      isBeginning = true
    }
    text.append(isList && goesOn ? bare : rest)
  }

  /// Takes the rows of a table; those beyond the cells that are left are a paragraph of lines.
  private mutating func table() {
    let last = lines[place...].firstIndex { !$0.contains("|") } ?? lines.count
    var rows = place
    while rows < last, cells > 0 || rows < place + 2 {
      cells -= 1 + lines[rows].utf8.count { $0 == UInt8(ascii: "|") }
      rows += 1
    }
    add(lines[place..<rows], .table)
    if rows < last { add(lines[rows..<last], .paragraph) }
    place = last - 1
  }

  private mutating func end() {
    defer {
      text = []
      form = .paragraph
      isBeginning = false
    }
    guard !text.isEmpty else { return }
    paragraphs.append(
      TextOutline.Paragraph(
        text: text.joined(separator: "\n"), form: form, path: parts.path, isBeginning: isBeginning))
  }

  /// Adds a block of whole lines.
  private mutating func add(_ block: ArraySlice<Substring>, _ form: Form) {
    end()
    paragraphs.append(
      TextOutline.Paragraph(
        text: block.joined(separator: "\n"), form: form, path: parts.path, isBeginning: false))
  }

  // MARK: Lines

  /// The line that closes the fence of code which this one opens; nil where it opens none, or nothing closes it.
  private mutating func closingFence(_ bare: Substring) -> Int? {
    guard let mark = bare.first, mark == "`" || mark == "~" else { return nil }
    let count = bare.prefix { $0 == mark }.count
    guard count >= 3, mark == "~" || !bare.dropFirst(count).contains("`"),
      longestClosing(mark)[place + 1] >= count
    else { return nil }
    return lines[(place + 1)...].firstIndex { BlockReader.closing($0, mark) >= count }
  }

  private mutating func longestClosing(_ mark: Character) -> [Int] {
    if let known = closings[mark] { return known }
    var longest = [Int](repeating: 0, count: lines.count + 1)
    for place in lines.indices.reversed() {
      longest[place] = max(longest[place + 1], BlockReader.closing(lines[place], mark))
    }
    closings[mark] = longest
    return longest
  }

  /// The length of the run of marks that is all of a line; 0 where there is more.
  private static func closing(_ line: Substring, _ mark: Character) -> Int {
    let bare = line.drop(while: \.isWhitespace)
    let run = bare.prefix { $0 == mark }.count
    return bare.dropFirst(run).allSatisfy(\.isWhitespace) ? run : 0
  }

  /// The rule between the head of a table and its rows: `|---|:-:|`.
  private static func isTableRule(_ line: Substring) -> Bool {
    line.contains("|") && line.contains("-") && line.allSatisfy { "|-: \t".contains($0) }
  }

  /// `===` or `---` below the one line of a paragraph, which is a heading then.
  private func isUnderline(_ bare: Substring) -> Bool {
    guard text.count == 1, form == .paragraph, !isBeginning, let mark = bare.first,
      mark == "=" || mark == "-"
    else { return false }
    let marks = bare.drop { $0 == mark }
    return marks.allSatisfy(\.isWhitespace) && bare.count >= 3
  }

  /// `***`, `---` or `___`, also with spaces between.
  private static func isRule(_ bare: Substring) -> Bool {
    guard let mark = bare.first, "*-_".contains(mark) else { return false }
    let marks = bare.filter { !$0.isWhitespace }
    return marks.count >= 3 && marks.allSatisfy { $0 == mark }
  }

  /// The form of a line, and its text without the mark that says so.
  private static func form(_ line: Substring, _ bare: Substring) -> (Form, Substring) {
    let level = bare.prefix { $0 == "#" }.count
    if (1...6).contains(level), bare.dropFirst(level).first == " " {
      var text = bare.dropFirst(level).drop(while: \.isWhitespace)
      // A row of the same marks may close it.
      if let last = text.lastIndex(where: { $0 != "#" && $0 != " " }),
        text[text.index(after: last)...].hasPrefix(" ")
      {
        text = text[...last]
      }
      return (.heading(level), text)
    }
    if ["- ", "* ", "• ", "+ "].contains(where: { bare.hasPrefix($0) }) {
      let blanks = line.prefix(while: \.isWhitespace).reduce(0) { $0 + ($1 == "\t" ? 4 : 1) }
      return (.listed(min(blanks / 2, 4)), bare.dropFirst(2))
    }
    if bare.hasPrefix("> ") || bare == ">" { return (.quoted, bare.dropFirst(2)) }
    return (.paragraph, line)
  }
}
