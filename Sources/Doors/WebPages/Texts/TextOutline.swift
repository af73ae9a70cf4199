import FootlightPlatform

/// The structure that a text shows by its own marks: the blocks of Markdown (CommonMark, with the tables of GitHub), and
/// the parts of what is enumerated as statutes are.
struct TextOutline {
  /// The element that a paragraph is.
  enum Form: Equatable {
    case paragraph, quoted, code, table, rule
    /// With its level, from 1 on.
    case heading(Int)
    /// With how deep it lies in other lists.
    case listed(Int)
  }

  /// A paragraph.
  struct Paragraph: Equatable {
    /// Its text without the marks of its form; of code and tables the lines as they stand.
    var text: String
    var form = Form.paragraph
    /// The marks of the enumerations that it is in, from the outermost; empty for none.
    var path: [String]
    /// Whether it begins the innermost of them.
    var isBeginning: Bool
  }

  private(set) var paragraphs: [Paragraph] = []
  /// Whether the text is Markdown: marks within its lines mean something.
  private(set) var isMarkdown = false

  /// Paragraphs are apart by empty lines, and begin where a line begins with a mark; other line ends stay.
  init(_ text: String) {
    var reader = ParagraphReader(text)
    reader.read()
    paragraphs = reader.paragraphs
    // A single mark is no enumeration: a text may well begin with a word in parentheses.
    if paragraphs.count(where: \.isBeginning) < 2 {
      for place in paragraphs.indices {
        paragraphs[place].path = []
        paragraphs[place].isBeginning = false
      }
    }
    isMarkdown =
      InlineMarkdown.hidesMarks(in: text)
      || paragraphs.contains { paragraph in
        switch paragraph.form {
        case .heading, .quoted, .code, .table: true
        case .rule: false
        case .paragraph, .listed: InlineMarkdown.stands(in: paragraph.text)
        }
      }
  }

  /// The cells of a table, row by row; the first row names the columns.
  ///
  /// A row has no cells but its own, and none at its end that are empty.
  static func cells(_ table: String) -> [[String]] {
    var rows = table.split(separator: "\n").map { TextOutline.cells(of: $0) }
    // The rule below the head.
    if rows.count > 1 { rows.remove(at: 1) }
    return rows
  }

  private static func cells(of line: Substring) -> [String] {
    var cells = [""]
    var isEscaped = false
    for character in line {
      if isEscaped {
        cells[cells.count - 1] += character == "|" ? "|" : "\\\(character)"
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "|" {
        cells.append("")
      } else {
        cells[cells.count - 1].append(character)
      }
    }
    if isEscaped { cells[cells.count - 1] += "\\" }
    cells = cells.map(\.trimmed)
    if cells.first == "" { cells.removeFirst() }
    while cells.last == "" { cells.removeLast() }
    return cells
  }
}
