import Footlight
import FootlightPlatform
import JSONAnswers
import Testing

@testable import WebInterface

struct MarkupWriterTests {
  private func html(_ write: (inout MarkupWriter) -> Void) -> String {
    var writer = MarkupWriter(.html)
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func `an element holds its attributes and its text`() {
    let text = html { writer in
      writer.element(.anchor, [.href(Link(own: "/a?b=1&c=2")), .classes("x")], text: "A & B")
    }
    #expect(text == "<a href=\"/a?b=1&amp;c=2\" class=\"x\">A &amp; B</a>")
  }

  @Test(arguments: [
    ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
    ("\"><img src=x onerror=alert(1)>", "&quot;&gt;&lt;img src=x onerror=alert(1)&gt;"),
    ("' onmouseover='x", "&#39; onmouseover=&#39;x"),
    ("&amp; &#60;", "&amp;amp; &amp;#60;"),
    ("bell\u{7} esc\u{1B}[31m nul\u{0}", "bell␇ esc␛[31m nul␀"),
    ("del\u{7F} c1\u{9B}", "del␡ c1\u{FFFD}"),
    ("\u{202E}gnp.exe", "\u{FFFD}gnp.exe"),
    ("a\u{2028}b\u{2029}c", "a\u{FFFD}b\u{FFFD}c"),
    ("\u{FFFE}\u{FFFF}", "\u{FFFD}\u{FFFD}"),
    ("tab\there\r\nline", "tab\there\nline"),
    ("שלום مرحبا 進撃 🎬 \u{A0}\u{200F}\u{2026}", "שלום مرحبا 進撃 🎬 \u{A0}\u{200F}\u{2026}"),
    ("", ""),
  ])
  func `a text stays a text, between tags and in attributes`(_ text: String, _ shown: String) {
    #expect(html { $0.text(text) } == shown)
    #expect(html { $0.empty(.input, [.value(text)]) } == "<input value=\"\(shown)\">")
  }

  @Test func `what matched is marked, by scalars`() {
    let text = html { $0.text("é🎬<b> thing", marking: Highlights(scalars: [0..<1, 2..<5])) }
    #expect(text == "<mark>é</mark>🎬<mark>&lt;b&gt;</mark> thing")
  }

  @Test(arguments: [[5..<9], [2..<2], [0..<2, 1..<3], [3..<900]])
  func `marks that do not fit lose nothing of the text`(_ ranges: [Range<Int>]) {
    let text = html { $0.text("abcd", marking: Highlights(scalars: ranges)) }
    #expect(text.replacing("<mark>", with: "").replacing("</mark>", with: "") == "abcd")
  }

  @Test func `an element without contents is closed in XML alone`() {
    var writer = MarkupWriter(.xml)
    writer.empty(.link, [.rel("self"), .flag("hidden")])
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "<link rel=\"self\" hidden=\"\"/>")
  }

  @Test func `data cannot end the element it is in`() {
    let text = html {
      $0.data(
        .members(["name": .text("</script><!--&\u{2028}\"\\"), "gone": nil, "n": 2]))
    }
    let inside = #"{"name":"\u003c/script\u003e\u003c!--\u0026\u2028\"\\","n":2}"#
    #expect(text == "<script type=\"application/ld+json\">\(inside)</script>")
  }
}
