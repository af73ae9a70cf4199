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
    #expect(marked("35 U.S.C. § 121", "35 usc 121") == "[35] [U.S.C.] § [121]")
    #expect(marked("AT&T, C++ and don't", "at&t c++ don’t ") == "[AT&T], [C++] and [don't]")
  }

  @Test func `case, accents and width make no difference`() {
    #expect(marked("Crème Brûlée, CREME", "crème") == "[Crème] Brûlée, [CREME]")
    #expect(marked("Straße ＦＲＣＰ", "strasse frcp ") == "[Straße] [ＦＲＣＰ]")
  }

  @Test func `what matched in a hit is marked in all its texts`() {
    var hit = Hit(domain: "b", id: "1", title: "Stranger Things", tier: .close)
    hit.highlights[.title] = Highlights(scalars: [0..<8])
    hit.snippet = Hit.Snippet(
      field: .body, text: "x 進撃の巨人", highlights: Highlights(scalars: [5..<7]))
    let found = Highlighter(hit)
    func count(_ text: String) -> Int { found.ranges(in: text).count }
    #expect(count("a stranger, strange") == 1 && count("巨人") == 1 && count("巨") == 0)
    #expect(count("Things") == 0)
  }

  @Test func `a phrase is marked where it stands, and what is excluded is not`() {
    #expect(marked("bad breaking bad", "\"breaking bad\"") == "bad [breaking] [bad]")
    #expect(marked("love story", "love -story") == "[love] story")
    #expect(marked("Moby-Dick", "moby") == "[Moby]-Dick")
    #expect(marked("Moby-Dick", "mobyd") == "[Moby-Dick]")
    #expect(marked("spider-man, spiderman", "spiderman ") == "[spider-man], [spiderman]")
  }

  @Test func `of scripts without spaces the characters are marked that were asked for`() {
    #expect(marked("進撃の巨人", "巨人") == "進撃の[巨人]")
    #expect(marked("东京爱情故事", "爱") == "东京[爱]情故事")
  }
}
