import Footlight
import Testing

struct HighlighterTests {
  private func marked(_ text: String, _ query: String) -> String {
    var shown = ""
    var end = text.startIndex
    for range in Highlighter(query).ranges(in: text) {
      shown += text[end..<range.lowerBound] + "[" + text[range] + "]"
      end = range.upperBound
    }
    return shown + text[end...]
  }

  @Test func `whole words are marked, wherever they stand`() {
    #expect(marked("The Rule of rules: rule 12.", "rule ") == "The [Rule] of rules: [rule] 12.")
    #expect(marked("nothing here", "rule ") == "nothing here")
    #expect(marked("anything", "") == "anything" && marked("", "rule") == "")
  }

  @Test func `an unfinished last word marks what it begins`() {
    #expect(marked("Stranger strange estrange", "strang") == "[Stranger] [strange] estrange")
    #expect(marked("Stranger things", "stranger thi") == "[Stranger] [things]")
  }

  @Test func `a mark covers the word with all that holds it together`() {
    #expect(marked("FRC-254 and FRC254", "frc 254 ") == "[FRC]-[254] and [FRC254]")
  }
}
