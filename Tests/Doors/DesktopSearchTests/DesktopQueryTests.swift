import Testing

@testable import DesktopSearch

struct DesktopQueryTests {
  @Test(arguments: [
    ("", DesktopQuery.Reach.nothing), (" ", .nothing), ("r", .nothing), ("(", .nothing),
    ("r -", .nothing), ("\u{1}", .nothing), ("ru", .names), ("r 1", .names), ("東京", .names),
    ("e\u{301}l", .names), ("rul", .everything), ("24/7", .everything), ("a b c", .everything),
  ])
  func `two letters find names, three find everything`(_ text: String, _ reach: DesktopQuery.Reach)
  {
    #expect(DesktopQuery(text).reach == reach)
  }

  @Test func `words are joined as they were typed`() {
    #expect(DesktopQuery(words: ["\"rule", "12\""]).text == "\"rule 12\"")
    #expect(DesktopQuery(words: ["", ""]).reach == .nothing)
    #expect(DesktopQuery(words: []).text.isEmpty)
  }

  @Test func `a text longer than anybody types is cut`() {
    let words = Array(repeating: "é🦊", count: 20_000)
    #expect(DesktopQuery(words: words).text.utf8.count < 2_060)
    #expect(DesktopQuery(String(repeating: "x", count: 1 << 20)).text.utf8.count == 2_048)
  }
}
