import DeclaredRecords
import FootlightPlatform
import Testing

@testable import WebInterface

/// The text within the paragraphs of Markdown.
struct InlineMarkdownTests {
  @Test func `a long line goes on in the next one, and short ones stay lines`() {
    let long = "Filters of the search and of the reader hold together, and so do **domains**"
    #expect(
      !InlineMarkdown(long + "\nas far as both name some.", hasMarks: true).text.contains("\n"))
    #expect(InlineMarkdown("*Ann*\nMain Street 3", hasMarks: true).text == "Ann\nMain Street 3")
    #expect(InlineMarkdown(long + "\nx", hasMarks: false).text.contains("\n"))
  }

  /// The page's own markup of a paragraph.
  private func written(_ text: String, marking word: String? = nil, hasMarks: Bool = true) -> String
  {
    let inline = InlineMarkdown(text, hasMarks: hasMarks)
    var writer = MarkupWriter(.html)
    writer.text(inline, marking: word.flatMap { inline.text.firstRange(of: $0) }.map { [$0] } ?? [])
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func `emphasis, code and links are elements, and nothing else is`() {
    #expect(written("**a** *b* `c*d*`") == "<strong>a</strong> <em>b</em> <code>c*d*</code>")
    #expect(written("***both***") == "<strong><em>both</em></strong>")
    #expect(
      written("2 * 3 * 4, snake_case_word, \\*star\\*") == "2 * 3 * 4, snake_case_word, *star*")
    #expect(
      written("[a **b**](https://x.example/y \"t\")").hasPrefix(
        "<a href=\"https://x.example/y\" rel=\"nofollow noopener noreferrer external\">a </a>"))
    #expect(written("![alt](https://x.example/p.png)") == "alt")
    #expect(written("a<br>b &amp; &sect;5 <b>c</b>") == "a\nb &amp; §5 c")
  }

  @Test(arguments: [
    "[x](javascript:alert(1))", "[x](data:text/html,y)", "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>", "[x](https://a.example/\"onclick=1)", "<https://a.example/\"x>",
  ])
  func `no text becomes markup or a script`(_ text: String) {
    let shown = written(text)
    #expect(!shown.contains("javascript:") && !shown.contains("data:text"), "\(shown)")
    #expect(!shown.contains("<script") && !shown.contains("<img"), "\(shown)")
    #expect(!shown.contains("\"onclick") && !shown.contains("/\"x"), "\(shown)")
  }

  @Test func `an address in the text is a link without the mark that ends its sentence`() {
    #expect(
      written("See https://a.example/b(c).", hasMarks: false).contains(
        ">https://a.example/b(c)</a>."))
    #expect(!written("xhttps://a.example", hasMarks: false).contains("<a"))
    #expect(written("*no* marks", hasMarks: false) == "*no* marks")
  }

  @Test func `words are marked across what parts them, and found by their places in the source`() {
    #expect(written("a **wo** b", marking: "wo") == "a <strong><mark>wo</mark></strong> b")
    #expect(
      written("**wo**rd", marking: "word") == "<strong><mark>wo</mark></strong><mark>rd</mark>")
    let inline = InlineMarkdown("see [Rule](https://x.example) 4", hasMarks: true)
    #expect(inline.visible([5..<9]).map { String(inline.text[$0]) } == ["Rule"])
  }

  @Test(arguments: [
    "[", "*a ", "[](", "<", "&", "|-\n", "```\n~~~~\n", "[](a \"", "[](a \"[](b [](c", "<a ",
    "<b <i <",
    "https://@", "http://.", "[](()", "![", "`a``", "a* *", "\\", "](", "[a](b)", "|\n|-\n|",
  ])
  func `hostile texts take work in proportion to their length`(_ piece: String) {
    for ending in ["", ")", ">", "`"] {
      let text = String(repeating: piece, count: 40_000 / piece.utf8.count) + ending
      var scanner = InlineScanner(.page)
      scanner.scan(ByteArena(text))
      #expect(scanner.effort <= 40 * text.utf8.count, "\(scanner.effort)")
      #expect(InlineMarkdown(text, hasMarks: true).text.utf8.count <= text.utf8.count)
    }
  }

  @Test func `one long run of asterisks is paired with no number of short ones`() {
    let text = String(repeating: "*", count: 20_000) + String(repeating: "a* ", count: 20_000)
    #expect(InlineMarkdown(text, hasMarks: true).spans.count < 100_000)
    #expect(written("****a****") == "<strong>a</strong>")
  }

  @Test func `an address may have parentheses, and a tag ends before the next one`() {
    #expect(
      written("[a](https://x.example/b_(c_(d)))").contains("href=\"https://x.example/b_(c_(d))\""))
    #expect(written("1 < 2 <b>c</b>") == "1 &lt; 2 c")
  }
}
