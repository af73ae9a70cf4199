import Testing

@testable import ForeignRecords

/// The text of PDF in scripts that run from right to left, as poppler hands it over.
struct RightToLeftTests {
  private func marked(_ words: String...) -> String {
    words.map { "\u{202B}\($0)\u{202C}" }.joined()
  }

  @Test func `words that poppler marks are words of their own, without the marks`() {
    #expect(RightToLeftText.ordered(marked("مرحبا", "بالعالم")) == "مرحبا بالعالم")
    #expect(
      RightToLeftText.ordered("\u{202B}\u{202A}123\u{202C}\u{202C} \(marked("في"))") == "123 في")
    #expect(RightToLeftText.ordered("plain") == "plain")
  }

  @Test func `letters that stand alone are one word`() {
    #expect(RightToLeftText.ordered(marked("م", "ر", "ح", "ب", "ا")) == "مرحبا")
  }

  @Test(arguments: ["المدينة القديمة في المساء", "שלום לכל הילדים הקטנים"])
  func `words that were stored as they are read are turned round`(text: String) {
    let words = text.split(separator: " ").map(String.init)
    let backwards = words.reversed().map { "\u{202B}\(String($0.reversed()))\u{202C}" }.joined()
    #expect(RightToLeftText.ordered(backwards) == text)
    let kept = words.map { "\u{202B}\($0)\u{202C}" }.joined(separator: " ")
    #expect(RightToLeftText.ordered("Page 1\n\(kept)\n2") == "Page 1\n\(text)\n2")
  }
}
