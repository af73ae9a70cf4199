import FootlightPlatform
import TestSupport
import Testing
import TextAnalysis

@Suite struct PlacesTests {
  /// Each token with what it was made of.
  private func located(_ text: String, as form: AnalysisForm = .field) -> [String] {
    let source = ByteArena(text)
    var buffer = TokenBuffer()
    var places: [ByteRange] = []
    Analyzer().locate(source, source.all, as: form, into: &buffer, places: &places)
    return zip(buffer.tokens, places).map { "\(buffer.text($0)) \(source.text($1))" }
  }

  @Test(arguments: [
    ("The rule, 12.", ["the The", "rule rule", "12 12"]),
    ("U.S.C. § 121", ["usc U.S.C.", "§ §", "121 121"]),
    ("don't", ["dont don't", "don don't"]),
    ("Crème Straße", ["creme Crème", "strasse Straße"]),
    ("C++ f#", ["c++ C++", "c C++", "f# f#", "f f#"]),
    (
      "spider-man x",
      [
        "spider spider", "man man", "spider-man spider-man", "spiderman spider-man", "x x",
      ]
    ),
    ("AT&T", ["at AT", "& &", "t T", "at&t AT&T", "att AT&T"]),
    ("巨人の", ["巨 巨", "人 人", "巨人 巨人", "ノ の", "人ノ 人の"]),
    ("1,000 $$ ½", ["1 1", "000 000", "1000 1,000", "$ $$", "1 ½", "2 ½"]),
    ("", []),
  ])
  func `every token knows the text that it was made of`(_ text: String, _ wanted: [String]) {
    #expect(located(text).filter { !$0.hasPrefix("⁄") } == wanted)
  }

  @Test func `names are cut, and so are their places`() {
    #expect(located("FRC254 § x", as: .name) == ["frc FRC", "254 254", "x x"])
    #expect(located("35 U.S.C. § 121", as: .name) == ["35 35", "usc U.S.C.", "121 121"])
  }

  @Test func `any text has the same tokens as without places, and places within it`() {
    var random = SeededRandom.announced("places of tokens")
    let pieces = [
      "a", "B", "12", "1", ".", ",", "'", "’", "-", "_", "&", "@", "*", "+", "#", " ", "  ", "é",
      "e\u{301}", "ß", "東", "京", "タ", "ﾀ", "ﾞ", "태", "양", "§", "$", "™", "½", "🇩🇪", "\u{ad}", "״",
      "ש", "\n", "x", "U.S.", "·",
    ]
    for _ in 0..<20_000 {
      let text = (0..<random.below(12)).map { _ in pieces[random.below(pieces.count)] }.joined()
      let source = ByteArena(text)
      for form in AnalysisForm.allCases {
        var plain = TokenBuffer()
        Analyzer().analyze(source, source.all, as: form, into: &plain)
        var buffer = TokenBuffer()
        var places: [ByteRange] = []
        Analyzer().locate(source, source.all, as: form, into: &buffer, places: &places)
        let tokens = buffer.tokens.map { "\(buffer.text($0)) \($0.position) \($0.traits)" }
        let wanted = plain.tokens.map { "\(plain.text($0)) \($0.position) \($0.traits)" }
        #expect(tokens == wanted, "\(text.debugDescription)")
        #expect(places.count == tokens.count, "\(text.debugDescription)")
        let areWithin = places.allSatisfy { place in
          !place.isEmpty && place.upperBound <= source.count
            && source[place.lowerBound] & 0xC0 != 0x80
            && (place.upperBound == source.count || source[place.upperBound] & 0xC0 != 0x80)
        }
        #expect(areWithin, "\(text.debugDescription)")
      }
    }
  }
}
