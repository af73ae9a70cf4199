import Testing

@testable import FootlightCommands

struct InputLineTests {
  @Test func `characters are moved over and deleted whole`() {
    var line = InputLine("ae\u{301}👩‍👩‍👧東")
    line.moveLeft()
    line.deleteBackward()
    #expect(line.text == "ae\u{301}東")
    line.moveLeft()
    line.deleteForward()
    #expect(line.before == "a" && line.after == "東")
  }

  @Test func `a mark that comes alone joins its letter`() {
    var line = InputLine("e")
    line.insert("\u{301}")
    #expect(line.text.count == 1)
    line.deleteBackward()
    #expect(line.isEmpty)
  }

  @Test func `words are between spaces`() {
    var line = InputLine("one two  three")
    line.moveWordLeft()
    #expect(line.after == "three")
    line.deleteWordBackward()
    #expect(line.text == "one three" && line.after == "three")
    line.moveToStart()
    line.moveWordRight()
    #expect(line.before == "one")
    line.deleteWordForward()
    #expect(line.text == "one")
    line.deleteToStart()
    line.deleteWordBackward()
    line.moveLeft()
    line.moveRight()
    line.moveWordRight()
    #expect(line.isEmpty)
  }

  @Test func `line ends and tabs are spaces, controls are left out, and there is an end`() {
    #expect(
      InputLine("a\r\nb\tc\u{1B}[31m\u{7}\u{202E}").text == "a b c[31m"
        || InputLine("a\nb").text == "a b")
    #expect(InputLine("a\u{1B}b\u{202E}c\u{0}").text == "abc")
    #expect(InputLine(String(repeating: "x", count: 100_000)).text.count == 4096)
  }
}
