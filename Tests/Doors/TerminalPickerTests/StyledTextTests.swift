import Testing
import TextAnalysis

@testable import FootlightCommands

struct StyledTextTests {
  @Test func `nothing that a terminal obeys is kept, white space is a space`() {
    let text = StyledText("a\u{1B}[31m\n\t b\u{7}\u{9B}c\u{202E}")
    #expect(text.text == "a␛[31m b␇\\u{9b}c\\u{202e}")
  }

  @Test func `what matched is marked by its characters, also behind others that are shown longer`()
  {
    let text = StyledText("\u{7}東 abc", .plain, marking: [1..<2, 3..<5], as: .match)
    #expect(text.pieces.map(\.text) == ["␇", "東", " ", "ab", "c"])
    #expect(text.pieces.map(\.style) == [.plain, .match, .plain, .match, .plain])
    #expect(StyledText("ab", .plain, marking: [1..<9], as: .match).text == "ab")
  }

  @Test(arguments: [
    ("short", 10, "short"), ("too long", 5, "too …"), ("東京都", 5, "東京…"), ("東京都", 4, "東…"),
    ("abc", 0, ""),
  ])
  func `a cut text ends with an ellipsis`(_ text: String, _ width: Int, _ cut: String) {
    #expect(StyledText(text).shortened(to: width).text == cut)
  }

  @Test func `what matched stays on a line that is cut`() {
    let text = StyledText(
      "a long way before the word that is meant", .plain, marking: [22..<26], as: .match)
    #expect(text.shortened(to: 50, showing: .match).text == text.text)
    #expect(text.shortened(to: 30, showing: .match).text == "a long way before the word th…")
    #expect(text.shortened(to: 20, showing: .match).text == "…the word that is m…")
    #expect(text.shortened(to: 4, showing: .match).text == "…wo…")
    #expect(text.shortened(to: 9, showing: .faint).text == "a long w…")
  }

  @Test func `lines break at spaces, long words anywhere, and styles go on`() {
    #expect(StyledText("aa bb cc").wrapped(to: 5).map(\.text) == ["aa bb", "cc"])
    #expect(StyledText("aaaaaaa b").wrapped(to: 3).map(\.text) == ["aaa", "aaa", "a b"])
    #expect(StyledText("東京都").wrapped(to: 5).map(\.text) == ["東京", "都"])
    #expect(StyledText("a b c d").wrapped(to: 1, most: 2).map(\.text) == ["a", "b"])
    let marked = StyledText("one two three", .plain, marking: [4..<13], as: .match).wrapped(to: 8)
    #expect(marked.map(\.text) == ["one two", "three"])
    #expect(marked[1].pieces.map(\.style) == [.match])
  }

  @Test(arguments: [
    ("a", 1), ("東", 2), ("ﾊ", 1), ("Ｗ", 2), ("e\u{301}", 1), ("한", 2), ("각", 2), ("🦊", 2), ("👩‍👩‍👧", 2),
    ("🇩🇪", 2), ("\u{200B}", 0), ("\u{301}", 0), ("\u{AD}", 1), ("ก\u{E31}", 1), ("│", 1), ("…", 1),
    ("\u{20000}", 2),
    ("〇", 2), ("€", 1),
  ])
  func `a character takes the columns that Unicode says`(_ text: String, _ columns: Int) {
    #expect(TextAnalysis.columns(of: text) == columns)
  }
}
