import DeclaredRecords
import Footlight
import FootlightPlatform
import JSONAnswers
import Testing

@testable import FootlightCommands

struct TerminalTextTests {
  @Test(arguments: [
    ("plain Été 東京", "plain Été 東京"),
    ("\u{1B}[31mred\u{7}", "␛[31mred␇"),
    ("a\nb\tc\rd\u{0}", "a␊b␉c␍d␀"),
    ("\u{7F}\u{9B}31m", "␡\\u{9b}31m"),
    ("\u{202E}gpj.exe\u{2066}\u{200F}\u{061C}", "\\u{202e}gpj.exe\\u{2066}\\u{200f}\\u{61c}"),
    ("\r\n", "␍␊"),
    ("👩‍👩‍👧", "👩‍👩‍👧"),
  ])
  func `what a terminal would obey is shown`(_ text: String, _ expected: String) {
    #expect(visible(text) == expected)
  }

  @Test func `line ends of a body are line ends, tabs are spaces`() {
    #expect(visibleLines("a\r\nb\n\n\tc\u{1B}") == ["a", "b", "", "    c␛"])
    #expect(visibleLine("  a\n b\tc\u{7} ") == "a b c␇")
  }

  @Test(arguments: [("abc", 3), ("東京", 4), ("e\u{301}", 1), ("한", 2), ("ﾊ", 1), ("🦊", 2)])
  func `wide characters take two columns, marks none`(_ text: String, _ expected: Int) {
    #expect(columns(of: text) == expected)
  }

  @Test(arguments: [
    ("short", 10, "short"), ("exactly", 7, "exactly"), ("too long", 5, "too…"),
    ("東京都", 5, "東京…"), ("東京都", 4, "東…"), ("abc", 0, "…"), ("", 0, ""),
  ])
  func `a cut text ends with an ellipsis and fits`(_ text: String, _ width: Int, _ cut: String) {
    #expect(shortened(text, to: width) == cut)
  }

  @Test func `lines break at spaces, and a long word stands alone`() {
    #expect(wrapped("aa bb cc", to: 5) == ["aa bb", "cc"])
    #expect(wrapped("aaaaaaa b", to: 3) == ["aaaaaaa", "b"])
    #expect(wrapped("", to: 3) == [])
  }

  @Test func `quantities read as people say them`() {
    #expect(Quantity.count(1_200_000) == "1,200,000")
    #expect(Quantity.count(-999) == "-999")
    #expect(Quantity.count(Int.min) == "-9,223,372,036,854,775,808")
    #expect(Quantity.of(1, "item") == "1 item" && Quantity.of(0, "item") == "0 items")
    #expect(Quantity.bytes(999) == "999 B" && Quantity.bytes(4_096) == "4.1 KB")
    #expect(Quantity.bytes(999_999) == "1.0 MB" && Quantity.bytes(312_000_000) == "312 MB")
    #expect(Quantity.duration(0.0004) == "0.4 ms" && Quantity.duration(0.312) == "312 ms")
    #expect(Quantity.duration(4.06) == "4.1 s" && Quantity.duration(185) == "3 min 5 s")
    #expect(Quantity.duration(.infinity) == "–")
    #expect(Quantity.percent(0.999) == "99 %" && Quantity.percent(.nan) == "0 %")
  }

  @Test(arguments: [
    (Int64(0), "1970-01-01T00:00:00Z"), (951_782_399, "2000-02-28T23:59:59Z"),
    (951_782_400, "2000-02-29T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
    (32_503_679_999, "2999-12-31T23:59:59Z"), (-62_135_596_800, "0001-01-01T00:00:00Z"),
  ])
  func `moments are printed in UTC`(_ seconds: Int64, _ expected: String) {
    #expect(Instant(seconds: seconds).iso == expected)
  }

  @Test func `columns are as wide as their widest cell`() {
    var table = Table([.left, .right, .left])
    table.add([Table.Cell("a"), Table.Cell("10"), Table.Cell("x")])
    table.add([Table.Cell("東京", .title), Table.Cell("5"), Table.Cell("")])
    #expect(table.lines(.plain) == ["a     10  x", "東京   5"])
    #expect(table.lines(Style(isColourful: true))[1] == "\u{1B}[1m東京\u{1B}[0m   5")
  }

  @Test func `a diagnostic shows place, severity, code, message and help`() {
    let diagnostic = Diagnostic(
      .wrongValue, "bad\u{1B}", at: SourceLocation(file: "a.yaml", line: 3, column: 5),
      remedy: "do it")
    #expect(
      DiagnosticText.written(diagnostic, .plain)
        == "a.yaml:3:5: error[usage.wrong-value]: bad␛\n  help: do it\n")
  }
}
