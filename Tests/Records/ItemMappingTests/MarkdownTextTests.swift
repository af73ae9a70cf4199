import FootlightPlatform
import Testing

@testable import ItemMapping

/// HTML as Markdown.
private func markdown(_ text: String) -> String {
  let bytes = ByteArena(text)
  var out = ByteArena("> ")
  appendMarkdown(bytes, bytes.all, to: &out)
  return String(out.text(out.all).dropFirst(2))
}

@Suite struct MarkdownTextTests {
  @Test(arguments: [
    ("<h2>A &amp; B</h2><p>one\n two<p>three", "## A \\& B\n\none two\n\nthree"),
    ("<p><b>bold</b> <i>it</i> <code>a*b</code> x*y", "**bold** *it* `a*b` x\\*y"),
    ("<p>a<br>b</p><hr><p>c", "a\nb\n\n---\n\nc"),
    ("<ul><li>a<li>b<ol><li>c</li><li>d</li></ol></li></ul><p>e", "- a\n- b\n  1. c\n  2. d\n\ne"),
    ("<blockquote><p>said<p>more</blockquote>end", "> said\n\n> more\n\nend"),
    ("<pre>if a &lt; b {\n  c()\n}</pre>", "```\nif a < b {\n  c()\n}\n```"),
    ("<p><b></b>empty <i> </i>marks", "empty marks"),
  ])
  func `structure stays`(text: String, wanted: String) { #expect(markdown(text) == wanted) }

  @Test func `tables are rows of cells, and what is in a cell is one line`() {
    let text =
      "<table><tr><th>name<th>what</tr><tr><td><p>a|b</p><td>1<br>2</td></tr></table><p>after"
    #expect(
      markdown(text) == "| name | what |\n|---|---|\n| a\\|b | 1 2 |\n\nafter")
    let nested = "<table><tr><td>a<table><tr><td>in</td></tr></table></td><td>b</td></tr></table>"
    #expect(markdown(nested) == "| a in | b |\n|---|---|")
  }

  @Test func `addresses of the web are links, others are their text`() {
    #expect(
      markdown("<p><a class='x' href='https://a.example/b_(c)'>see</a>")
        == "[see](https://a.example/b_%28c%29)")
    #expect(markdown("<p><a href=\"javascript:alert(1)\">x</a> <a>y</a>") == "x y")
    #expect(markdown("<p><script>alert(1)</script>a<!-- b -->c") == "ac")
  }

  @Test func `Markdown stays as it is`() {
    let text = "# A\n\n- **b** `c`\n- [d](https://x.example)\n\n| e | f |\n|---|---|"
    #expect(markdown(text) == text)
    #expect(markdown(text + "\n\ng<sup>2</sup> *h*") == text + "\n\ng2 *h*")
  }

  @Test func `hostile texts take time in proportion to their length`() {
    for piece in [
      "<p", "<a href=", "<ul><li>", "<table><tr><td>", "<b>", "</b>", "<pre>", "&", "<a href='x",
    ] {
      #expect(markdown(String(repeating: piece, count: 20_000)).utf8.count < 1_000_000)
    }
  }
}
