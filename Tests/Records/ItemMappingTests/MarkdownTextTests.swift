import FootlightPlatform
import Testing

@testable import DeclaredRecords

/// HTML as Markdown.
private func markdown(_ text: String) -> String {
  let bytes = ByteArena(text)
  var out = ByteArena("> ")
  appendMarkdown(bytes, bytes.all, to: &out)
  return String(out.text(out.all).dropFirst(2))
}

@Suite struct MarkdownTextTests {
  @Test(arguments: [
    ("<h2>A &amp; B</h2><p>one\n two<p>three", "## A & B\n\none two\n\nthree"),
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

  @Test(arguments: [
    (
      "<p>Press the * key and [Enter]</p><p>5 &lt; 6 &amp; 7</p>",
      "Press the * key and [Enter]\n\n5 < 6 & 7"
    ),
    ("<p>5*3 and snake_case_word, a\\b</p>", "5*3 and snake_case_word, a\\b"),
    ("<p>&lt;b&gt; is a tag, &amp;amp; is none</p>", "<b> is a tag, &amp; is none"),
    ("<p>C:\\[x]\\*.txt</p>", "C:\\[x]\\*.txt"), ("<p>#tag -1 +1</p>", "#tag -1 +1"),
    ("<p>one `tick</p>", "one `tick"), ("<ul><li>5 * 3</ul>", "- 5 * 3"),
  ])
  func `text that shows no marks needs no backslash`(text: String, wanted: String) {
    #expect(markdown(text) == wanted)
  }

  @Test(arguments: [
    ("<p># not a heading</p>", "\\# not a heading"), ("<p>&gt; no quote</p>", "\\> no quote"),
    ("<p>- no item</p>", "\\- no item"), ("<p>+ no item<br>* none", "\\+ no item\n\\* none"),
    ("<p>a<br>~~~<br>b<br>~~~", "a\n\\~~~\nb\n\\~~~"), ("<p>a<br>===", "a\n\\==="),
    ("<p>---</p>", "\\---"), ("<p>a*b*c</p>", "a\\*b\\*c"), ("<p>an _old_ one", "an \\_old\\_ one"),
    ("<p>[a](https://x.example)", "[a]\\(https://x.example)"),
    ("<p>[a]<span>&#40;b)", "[a]\\(b)"), ("<p><b>x</b> &lt;i&gt; a\\*", "**x** \\<i> a\\\\\\*"),
    ("<blockquote><p># a</blockquote>", "> \\# a"), ("<p>a*b*c \\d", "a\\*b\\*c \\\\d"),
    ("<p>a|b<br>|--|--", "a|b\n\\|--|--"),
  ])
  func `text that would be read as a mark is hidden`(text: String, wanted: String) {
    #expect(markdown(text) == wanted)
  }

  @Test(arguments: [
    ("<p>one</b> two</i> three</p>", "one two three"), ("<p>a</a> b</code> c", "a b c"),
    ("<p><b>one<p>two</b>", "**one**\n\ntwo"),
    ("<p><b>one <i>two</b> three</i>", "**one *two*** three"),
    ("<ul><li><b>a<li>b</ul>", "- **a**\n- b"), ("<p>a <code>b", "a `b`"),
    ("<pre>a", "```\na\n```"),
    ("<table><tr><td><b>a<td>b</table>", "| **a** | b |\n|---|---|"),
    ("<p><a href='https://x.example'>a<p>b</a> c", "[a](https://x.example)\n\nb c"),
    ("<p><code>a <b>b</b></code>", "`a b`"), ("<b><p>a</p></b>", "**a**"),
  ])
  func `marks are ended in their block, and only those that began`(text: String, wanted: String) {
    #expect(markdown(text) == wanted)
  }

  @Test func `hostile texts take time in proportion to their length`() {
    for piece in [
      "<p", "<a href=", "<ul><li>", "<table><tr><td>", "<b>", "</b>", "<pre>", "&", "<a href='x",
    ] {
      #expect(markdown(String(repeating: piece, count: 20_000)).utf8.count < 1_000_000)
    }
  }
}
