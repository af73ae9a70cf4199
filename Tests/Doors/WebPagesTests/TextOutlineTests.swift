import Testing

@testable import WebInterface

/// The enumerations of a plain text.
struct TextOutlineTests {
  private func paths(_ text: String) -> [String] {
    TextOutline(text).paragraphs.map { $0.path.joined(separator: ".") }
  }

  @Test func `a statute is nested by its marks`() {
    let text = """
      General provisions.

      (a) First.
      (1) One.
      (A) Upper.
      (i) Roman one.
      (ii) Roman two.
      (B) Upper two.
      (2) Two.
      (b)(1) Both at once.
      (2) Two again.
      (c) Third.
      """
    #expect(
      paths(text) == [
        "", "a", "a.1", "a.1.A", "a.1.A.i", "a.1.A.ii", "a.1.B", "a.2", "b.1", "b.2", "c",
      ])
  }

  @Test func `the letter i follows h, and begins Roman numbers elsewhere`() {
    let letters = "abcdefghij".map { "(\($0)) Text." }.joined(separator: "\n")
    #expect(paths(letters) == "abcdefghij".map { String($0) })
    #expect(paths("(1) x\n(i) y\n(ii) z\n(2) w") == ["1", "1.i", "1.ii", "2"])
  }

  @Test func `what is no enumeration stays a paragraph`() {
    #expect(paths("(sic) He said so.\n\nMore.") == ["", ""])
    #expect(paths("(a) alone is no list.\n\nMore.") == ["", ""])
    #expect(paths("(2020) was a year.\n(2021) too.") == [""])
  }

  @Test
  func
    `headings, lists and quotations of Markdown are what they are, and a heading may begin a part`()
  {
    let text = """
      # Title
      Text of it.
      - one
      - two
      > said
      > more
      ###### (a) Notice
      Body.
      ###### (b) Reply
      """
    let outline = TextOutline(text)
    #expect(
      outline.paragraphs.map(\.text) == [
        "Title", "Text of it.", "one", "two", "said\nmore", "(a) Notice", "Body.", "(b) Reply",
      ])
    #expect(
      outline.paragraphs.map(\.form) == [
        .heading(1), .paragraph, .listed(0), .listed(0), .quoted, .heading(6), .paragraph,
        .heading(6),
      ])
    #expect(outline.paragraphs.map { $0.path.joined() } == ["", "", "", "", "", "a", "a", "b"])
    #expect(TextOutline("#hash is no heading").paragraphs.map(\.form) == [.paragraph])
  }

  @Test func `tables and code in a quotation lose its marks and no others`() {
    let table = TextOutline("> | a | b |\n> |---|---|\n> | 1 | 2 |").paragraphs
    #expect(table.map(\.form) == [.table])
    #expect(table.map(\.text) == ["| a | b |\n|---|---|\n| 1 | 2 |"])
    let code = TextOutline("> ```\n> x\n>   > y\n> ```\nafter").paragraphs
    #expect(code.map(\.form) == [.code, .paragraph])
    #expect(code.map(\.text) == ["x\n  > y", "after"])
  }

  @Test func `lines within a paragraph stay, and nothing is lost`() {
    let text = "one\ntwo\n\n(a) three\nfour\n(b) five"
    let outline = TextOutline(text)
    #expect(outline.paragraphs.map(\.text) == ["one\ntwo", "(a) three\nfour", "(b) five"])
  }

  @Test func `tables, code, rules and underlined headings are blocks`() {
    let text = """
      Setup
      =====
      | name | what |
      |:-----|-----:|
      | a \\| b | `x|y` |
      ```swift
      # no heading
      | no | table |
      ```
      ***
      - one
        goes on
        - deeper
      ~~~ is never closed
      """
    let outline = TextOutline(text)
    #expect(
      outline.paragraphs.map(\.form) == [
        .heading(1), .table, .code, .rule, .listed(0), .listed(1), .paragraph,
      ])
    #expect(outline.paragraphs[2].text == "# no heading\n| no | table |")
    #expect(outline.paragraphs[4].text == "one\ngoes on")
    #expect(
      TextOutline.cells(outline.paragraphs[1].text) == [
        ["name", "what"], ["a | b", "`x", "y`"],
      ])
    #expect(outline.isMarkdown)
    #expect(!TextOutline("(a) One.\n(b) Two * three * four.").isMarkdown)
  }

  @Test func `a fence that nothing closes hides none that is closed`() {
    let text = "`````\nopen\n```\ncode\n```\n~~~~\n~~~\nmore\n~~~\nend"
    #expect(
      TextOutline(text).paragraphs.map(\.form) == [
        .paragraph, .code, .paragraph, .code, .paragraph,
      ])
    #expect(TextOutline(text).paragraphs[1].text == "code")
  }

  @Test func `a table has its own cells, however wide another row is`() {
    let head = String(repeating: "h|", count: 150) + "h"
    let outline = TextOutline(head + "\n|-\n|a\n|\n||b|\n")
    let cells = TextOutline.cells(outline.paragraphs[0].text)
    #expect(cells.map(\.count) == [151, 1, 0, 2] && cells.last == ["", "b"])
  }

  @Test(arguments: [
    "|\n", "a|b\n", "|||||||||\n", "|\n|-\n", "- \n", "# a\n", "```\n", "> a\n\n", "(a) b\n",
    "---\n",
    "a\n===\n", "*a* ", "```\n\n```\n", "`a`",
  ])
  func `a page is as long as its text, up to a factor`(_ piece: String) {
    let head = String(repeating: "|", count: 100) + "h\n|-\n"
    for beginning in ["", head] {
      let text = beginning + String(repeating: piece, count: 60_000 / piece.utf8.count)
      var writer = MarkupWriter(.html)
      Pages(Addresses(root: "/", origin: "https://x.example"), activity: false)
        .body(TextOutline(text), query: "", &writer)
      #expect(writer.bytes.count <= 40 * text.utf8.count, "\(writer.bytes.count)")
    }
  }

  @Test func `rows beyond the cells that a text may have are lines, and none is lost`() {
    let row = "|a|b|c|d|e|f|g|h|i|j|\n"
    let outline = TextOutline("|h|\n|-|\n" + String(repeating: row, count: 5_000))
    #expect(outline.paragraphs.map(\.form) == [.table, .paragraph])
    let lines = outline.paragraphs.map { $0.text.split(separator: "\n").count }
    #expect(lines.reduce(0, +) == 5_002 && lines[0] < 2_500)
  }

  @Test(arguments: [
    ("\\# no heading", true), ("a\\*b\\*c", true), ("[a]\\(b)", true), ("a\n\\> b \\\\ c", true),
    ("> \\# a", true), ("C:\\*", false), ("a\\*b\\*c \\d", false), ("\\\\server\\share", false),
    ("\\[ x \\]", false), ("\\(x\\)", false), ("hyphen\\-ation", false), ("foo\\*a\\*\\", false),
  ])
  func `a text is Markdown where each of its backslashes hides a mark`(text: String, wanted: Bool) {
    #expect(InlineMarkdown.hidesMarks(in: text) == wanted)
    #expect(TextOutline(text).isMarkdown == wanted)
  }

  @Test func `hidden marks of blocks are text`() {
    let outline = TextOutline("\\# a\n\n\\- b\n\n\\> c\n\n\\~~~\nd\n\\~~~")
    #expect(outline.paragraphs.map(\.form) == [.paragraph, .paragraph, .paragraph, .paragraph])
    #expect(
      outline.paragraphs.map { InlineMarkdown($0.text, hasMarks: true).text }
        == ["# a", "- b", "> c", "~~~\nd\n~~~"])
  }

  @Test(arguments: [
    ("an *old* one", true), ("*\"Old\"* ones", true), ("see *it*", true), ("*.txt and *.md", false),
    ("5 * 3 * 2", false), ("Price* and *that", false), ("a*b*c", false), ("*", false),
  ])
  func `emphasis alone makes a text Markdown`(text: String, wanted: Bool) {
    #expect(TextOutline(text).isMarkdown == wanted)
  }
}
