import TextAnalysis

/// Text on one line in pieces that look differently; it holds nothing that a terminal obeys.
struct StyledText: Sendable, Hashable {
  /// A piece of it.
  struct Piece: Sendable, Hashable {
    var text: String
    var style: CellStyle
  }

  private(set) var pieces: [Piece] = []

  init() {}

  init(_ text: some StringProtocol, _ style: CellStyle = .plain) {
    append(text, style)
  }

  /// A text with some of its ranges marked; they count Unicode scalars.
  init(_ text: String, _ style: CellStyle, marking ranges: [Range<Int>], as marked: CellStyle) {
    let scalars = Array(text.unicodeScalars)
    var at = 0
    func piece(_ range: Range<Int>) -> String {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars[range])
      return String(text)
    }
    for range in ranges where range.lowerBound >= at && range.upperBound <= scalars.count {
      append(piece(at..<range.lowerBound), style)
      append(piece(range), marked)
      at = range.upperBound
    }
    append(piece(at..<scalars.count), style)
  }

  /// Appends text; white space is a space each, control characters are shown by a sign.
  mutating func append(_ text: some StringProtocol, _ style: CellStyle = .plain) {
    guard !text.isEmpty else { return }
    var shown = String.UnicodeScalarView()
    var wasSpace = pieces.isEmpty || pieces.last?.text.last == " "
    for scalar in text.unicodeScalars {
      let isSpace = scalar.properties.isWhitespace
      if isSpace, wasSpace { continue }
      shown.append(isSpace ? " " : scalar)
      wasSpace = isSpace
    }
    let clean = visible(String(shown))
    if !clean.isEmpty { pieces.append(Piece(text: clean, style: style)) }
  }

  /// A text of which nothing is left out; it must hold nothing that a terminal obeys.
  static func verbatim(_ text: String, _ style: CellStyle) -> StyledText {
    var line = StyledText()
    if !text.isEmpty { line.pieces = [Piece(text: text, style: style)] }
    return line
  }

  /// Appends spaces as they are.
  mutating func space(_ count: Int) {
    if count > 0 { pieces.append(Piece(text: String(repeating: " ", count: count), style: .plain)) }
  }

  mutating func append(_ other: StyledText) { pieces += other.pieces }

  var isEmpty: Bool { pieces.isEmpty }
  var text: String { pieces.reduce(into: "") { $0 += $1.text } }
  var columns: Int { pieces.reduce(0) { $0 + TextAnalysis.columns(of: $1.text) } }

  /// As much as fits into so many columns; a cut text ends with an ellipsis.
  func shortened(to width: Int) -> StyledText {
    guard columns > width else { return self }
    var cut = StyledText()
    var room = max(0, width - 1)
    outer: for piece in pieces {
      var kept = ""
      for character in piece.text {
        guard character.columns <= room else {
          cut.pieces.append(Piece(text: kept + "…", style: piece.style))
          break outer
        }
        room -= character.columns
        kept.append(character)
      }
      if !kept.isEmpty { cut.pieces.append(Piece(text: kept, style: piece.style)) }
    }
    return width > 0 ? cut : StyledText()
  }

  /// As much as fits, with the first piece of a style on it: where that comes too late, the text begins
  /// a little before it.
  func shortened(to width: Int, showing style: CellStyle) -> StyledText {
    guard columns > width, let first = pieces.firstIndex(where: { $0.style == style }) else {
      return shortened(to: width)
    }
    var lead = StyledText()
    lead.pieces = Array(pieces[..<first])
    let start = lead.columns
    guard start + TextAnalysis.columns(of: pieces[first].text) >= width else {
      return shortened(to: width)
    }
    var rest = StyledText()
    rest.pieces = Array(pieces[first...])
    // The words before it, as many as a quarter of the line holds.
    var before: [Character] = []
    var room = width / 4 - 1
    var isWithinWord = false
    for character in lead.text.reversed() {
      room -= character.columns
      if room < 0 {
        isWithinWord = character != " "
        break
      }
      before.append(character)
    }
    var words = String(before.reversed())
    if isWithinWord, let space = words.firstIndex(of: " ") {
      words = String(words[words.index(after: space)...])
    }
    var cut = StyledText.verbatim("…" + words, lead.pieces.last?.style ?? .plain)
    cut.append(rest)
    return cut.shortened(to: width)
  }

  /// Lines of at most so many columns, broken at spaces, and within words that are longer; at most so many.
  func wrapped(to width: Int, most: Int = .max) -> [StyledText] {
    guard width > 0, most > 0 else { return [] }
    var lines: [StyledText] = []
    var cells: [(character: Character, style: CellStyle)] = []
    var used = 0
    func line(_ cells: ArraySlice<(character: Character, style: CellStyle)>) -> StyledText {
      var line = StyledText()
      for cell in cells {
        if line.pieces.last?.style == cell.style {
          line.pieces[line.pieces.count - 1].text.append(cell.character)
        } else {
          line.pieces.append(Piece(text: String(cell.character), style: cell.style))
        }
      }
      return line
    }
    for piece in pieces {
      for character in piece.text {
        let size = character.columns
        if used + size > width {
          // A space at the very edge is the end of the line.
          if character == " " {
            lines.append(line(cells[...]))
            (cells, used) = ([], 0)
            if lines.count == most { return lines }
            continue
          }
          let space = cells.lastIndex { $0.character == " " }
          lines.append(line(space.map { cells[..<$0] } ?? cells[...]))
          if lines.count == most { return lines }
          cells = space.map { Array(cells[($0 + 1)...]) } ?? []
          used = cells.reduce(0) { $0 + $1.character.columns }
        }
        if cells.isEmpty, character == " ", !lines.isEmpty { continue }
        cells.append((character, piece.style))
        used += size
      }
    }
    if !cells.isEmpty { lines.append(line(cells[...])) }
    return lines
  }
}
