import FootlightPlatform
import TestSupport
import Testing

@testable import DeclaredRecords

/// The text that a reader sees.
private func plain(_ text: String) -> String {
  let bytes = ByteArena(text)
  var out = ByteArena("> ")
  appendPlainText(bytes, bytes.all, to: &out)
  return String(out.text(out.all).dropFirst(2))
}

@Suite struct PlainTextTests {
  @Test(arguments: [
    ("## Crust\n- 350 g **flour**", "Crust\n\n350 g flour"), ("see [four](x.md)", "see four"),
    ("| a | b |\n|---|---|\n| 1 | 2 |", plain("| a | b |\n|---|---|\n| 1 | 2 |")),
    ("#tag a * b, <john@example.org>\n- one", "#tag a * b, <john@example.org>\n- one"), ("", ""),
  ])
  func `what shows that it is Markdown loses its marks, and other texts stay as they are`(
    stored: String, wanted: String
  ) {
    #expect(String(decoding: textWithoutMarks(Array(stored.utf8)), as: UTF8.self) == wanted)
  }

  @Test(arguments: [
    ("", ""), ("   \n\n \t", ""), ("a", "a"), ("a\nb", "a b"), ("a\n\n\n\nb", "a\n\nb"),
    ("  a   b  ", "a b"), ("a\r\nb\r\n\r\nc", "a b\n\nc"), ("a b\u{A0}c", "a b\u{A0}c"),
  ])
  func `white space is collapsed and paragraphs are kept`(text: String, wanted: String) {
    #expect(plain(text) == wanted)
  }

  @Test(arguments: [
    ("# One\n## Two ##\ntext", "One\n\nTwo\n\ntext"), ("Title\n=====\ntext", "Title\n\ntext"),
    ("Title\n---\ntext", "Title\n\ntext"), ("#tag", "#tag"), ("####### x", "####### x"),
    ("# C#", "C#"), ("a\n\n---\n\nb", "a\n\nb"), ("* * *\nb", "b"), ("## ", ""),
  ])
  func `headings and rules lose their marks`(text: String, wanted: String) {
    #expect(plain(text) == wanted)
  }

  @Test(arguments: [
    ("*a* **b** ***c*** _d_ __e__", "a b c d e"), ("~~gone~~", "gone"), ("~home", "~home"),
    ("snake_case_name", "snake_case_name"), ("2 * 3 * 4", "2 * 3 * 4"), ("a*b*c", "abc"),
    ("5*", "5*"), ("*note", "*note"), ("**bold *and* more**", "bold and more"), ("**a", "**a"),
    ("(_a_)", "(a)"), ("*a**", "a*"), ("\\*a\\*", "*a*"), ("a_ b_", "a_ b_"),
    ("f(*args, **kw)", "f(*args, **kw)"),
    ("**日本**語", "日本語"),
  ])
  func `emphasis is taken away and lonely marks stay`(text: String, wanted: String) {
    #expect(plain(text) == wanted)
  }

  @Test(arguments: [
    ("[text](http://x.y)", "text"), ("[a *b* c](x \"title\")", "a b c"), ("![alt](p.png)", "alt"),
    ("[![alt](p.png)](x)", "alt"), ("[text][ref] more", "text more"), ("[text][]", "text"),
    ("[ref]: http://x.y\ntext", "text"), ("<http://x.y/z>", "http://x.y/z"), ("<me@x.y>", "me@x.y"),
    ("[a](b(c)d)e", "ae"), ("[just brackets]", "[just brackets]"), ("a] b", "a] b"),
    ("[a b", "[a b"),
    ("x[^1] y", "x y"), ("[^1]: A note.", "A note."), ("[a](b", "[a](b"), ("wow![x](y)", "wowx"),
    ("a! b", "a! b"),
    ("[x](<a b>)", "x"), ("[x] (y)", "[x] (y)"), ("array[0] is a[1]", "array[0] is a[1]"),
  ])
  func `links are their text`(text: String, wanted: String) {
    #expect(plain(text) == wanted)
  }

  @Test(arguments: [
    ("`a*b*`", "a*b*"), ("``a ` b``", "a ` b"), ("`<p>&amp;`", "<p>&amp;"), ("a ` b", "a ` b"),
    ("```swift\nlet *x* = 1\n\n# no\n```\nafter", "let *x* = 1\n# no\n\nafter"),
    ("~~~\n<!-- kept -->\n~~~", "<!-- kept -->"), ("```\nnever closed", "never closed"),
    ("`<!-- kept -->`", "<!-- kept -->"), ("    indented", "indented"),
    ("``` inline ``` b", "inline b"),
  ])
  func `code is text as it stands`(text: String, wanted: String) {
    #expect(plain(text) == wanted)
  }

  @Test(arguments: [
    ("- a\n- b\n  more\n* c\n+ d", "a\nb more\nc\nd"), ("1. one\n2. two", "1. one\n2. two"),
    ("- [ ] open\n- [x] done", "open\ndone"), ("> quote\n> more", "quote more"),
    ("> > deep\n> - item", "deep\nitem"),
    ("1984 was\n1985. is", "1984 was\n1985. is"), ("-5 degrees", "-5 degrees"), ("- - a", "a"),
    ("-", ""),
    ("text\n- a", "text\na"),
  ])
  func `lists and quotations lose their marks, numbers stay`(text: String, wanted: String) {
    #expect(plain(text) == wanted)
  }

  @Test(arguments: [
    ("| a | b |\n|---|:-:|\n| c | *d* |\n| e | f |\n\nafter", "a b\nc d\ne f\n\nafter"),
    ("a | b\n--|--\nc | d", "a b\nc d"), ("a | b", "a | b"), ("| x \\| y |", "x | y"),
  ])
  func `tables are their cells`(text: String, wanted: String) {
    #expect(plain(text) == wanted)
  }

  @Test(arguments: [
    (
      #"<p class="amendment-history">(As amended Dec. 29, 1948.)</p>"#,
      "(As amended Dec. 29, 1948.)"
    ),
    ("<b>bo</b>ld", "bold"), ("<p>a</p><p>b</p>", "a\n\nb"), ("a<br>b<br/>c", "a\nb\nc"),
    ("<ul><li>a</li><li>b</li></ul>", "a\nb"),
    ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
    ("a <!-- gone\n\nstill --> b", "a b"), ("<script>if (a < b) {}</script>text", "text"),
    ("<STYLE type='x'>p{}</STYLE >text", "text"),
    ("a < b > c", "a < b > c"), ("a<b", "a<b"), ("x <3 y", "x <3 y"), ("<a href='>'>x</a>", "x"),
    ("<!DOCTYPE html>x", "x"),
    ("<?xml version='1.0'?>x", "x"), ("<unknown-tag data-x>y</unknown-tag>", "y"),
    ("<h1>T</h1>text", "T\n\ntext"),
    ("<!-- never closed", "<!-- never closed"), ("<script>never closed", "never closed"),
    ("1 <2 and 3> 2", "1 <2 and 3> 2"),
    ("<div\nclass='a'>x</div>", "x"), ("<scripted>x", "x"), ("<img src=x>", ""),
  ])
  func `tags are taken away`(text: String, wanted: String) {
    #expect(plain(text) == wanted)
  }

  @Test(arguments: [
    ("AT&amp;T", "AT&T"), ("&lt;b&gt;", "<b>"), ("&#167; 12 &#xA7;", "§ 12 §"),
    ("a&nbsp;&nbsp;b", "a b"),
    ("&eacute;&Eacute;&hearts;&apos;", "éÉ♥'"), ("&nothing; & x", "&nothing; & x"),
    ("&#0;&#xD800;&#99999999;", "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("&#x;&#;&;", "&#x;&#;&;"), ("&ampamp", "&ampamp"), ("&amp;lt;", "&lt;"), ("&#x1F98A;", "🦊"),
  ])
  func `entities are their characters`(text: String, wanted: String) {
    #expect(plain(text) == wanted)
  }

  @Test(arguments: [
    ["*"], ["**a "], ["_a_"], ["["], ["]("], ["[a]("], ["<a "], ["<a \""], ["`"], ["``a`"], ["&"],
    ["&#"], ["&amp"], ["!["], ["\\"], ["[^"], ["*a **b "], ["<"], ["~~"], ["]"], ["<x:"],
    ["[^", "]"], ["[^a ", " b]"], ["[", "](x)"], ["[a ", "]"], ["![", "]"], ["**a ", " b**"],
    ["*a ", " b_"], ["_a ", "~~b ", " c_", " d~~"], ["`a ", "``b "], ["[^", "*a ", "]"],
  ])
  func `no hostile text is worked through more often than so many times`(_ parts: [String]) {
    let text = ByteArena(parts.map { String(repeating: $0, count: 2000) }.joined())
    var inline = InlineScanner(.words)
    inline.scan(text)
    #expect(inline.effort <= 70 * text.count)
  }

  @Test func `runs of backticks of many lengths are not all searched for`() {
    let text = ByteArena((1...300).map { String(repeating: "`", count: $0) + " " }.joined())
    var inline = InlineScanner(.words)
    inline.scan(text)
    #expect((1...(40 * text.count)).contains(inline.effort))
  }

  @Test(arguments: [
    ["<!--"], ["<script>"], ["<script"], ["<script </script "], ["<style>", "</style "],
    ["<script ", "</script"], ["<!-- ", "<script </style "], ["<style </style <script </script "],
  ])
  func `what has no end is searched for once`(_ parts: [String]) {
    let text = ByteArena(parts.map { String(repeating: $0, count: 2000) }.joined())
    var search = HiddenPartSearch()
    for offset in 0..<text.count where text[offset] == UInt8(ascii: "<") {
      #expect(search.end(text, offset, text.count) == nil)
    }
    #expect(search.effort <= 8 * text.count)
  }

  @Test(arguments: [
    "> ", "- ", "|", "a\n", "# ", "```\n", "[a]: ", "<script </script ", "[^", "<!--", "<a \"",
  ])
  func `hostile texts of many lines end`(_ piece: String) {
    let text = String(repeating: piece, count: 20_000)
    #expect(plain(text).utf8.count <= text.utf8.count)
  }

  @Test func `random marks never crash and never grow`() {
    var random = SeededRandom.announced("random marks never crash and never grow")
    let seed = random.seed
    let pieces = [
      "*", "_", "~", "`", "[", "]", "(", ")", "<", ">", "!", "&", "amp;", "#", "\n", "|", "-", "\\",
      "a", "é", " ", "<p>",
      "```", "<!--", "-->", "1. ", "---", "🦊", "\"", "'", "&#", ";", ":", "http://", "\u{0}",
    ]
    for _ in 0..<3000 {
      let text = (0..<random.below(40)).map { _ in random.pick(pieces) ?? "" }.joined()
      #expect(
        plain(text).utf8.count <= text.utf8.count + 8, "seed \(seed): \(text.debugDescription)")
    }
  }
}
