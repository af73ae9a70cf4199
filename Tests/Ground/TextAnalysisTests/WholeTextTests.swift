import FootlightPlatform
import Testing
import TextAnalysis

@Suite struct WholeTextTests {
  private func key(_ title: String) -> [UInt8] {
    let source = ByteArena(title)
    var key = ByteArena()
    Analyzer().appendSortKey(of: source, source.all, into: &key)
    return key.bytes(key.all)
  }

  private func folded(_ text: String) -> String {
    let source = ByteArena(text)
    var result = ByteArena()
    Analyzer().appendFolded(of: source, source.all, into: &result)
    return result.text(result.all)
  }

  @Test func `titles sort by words, and numbers by value`() {
    let titles = [
      "Rule 2", "Rule 10", "rule 1", "Rule 002a", "Rule 12.2", "Rule 12.10", "Ärger", "Zorn",
      "Rule",
      "Rules 1", "Apfel", "Rule 00", "$", "Rule 99999999999999999999", "Rule 100000000000000000000",
    ]
    let sorted = titles.sorted { key($0).lexicographicallyPrecedes(key($1)) }
    #expect(
      sorted == [
        "$", "Apfel", "Ärger", "Rule", "Rule 00", "rule 1", "Rule 2", "Rule 002a", "Rule 10",
        "Rule 12.2", "Rule 12.10", "Rule 99999999999999999999", "Rule 100000000000000000000",
        "Rules 1", "Zorn",
      ])
    #expect(key("Rule 12") == Array("rule ".utf8) + [0x30, 2] + Array("12".utf8))
    #expect(key("rule 012!") == key("RULE  12"))
    #expect(key(String(repeating: "9", count: 1000)).count <= 257)
  }

  @Test func `a sort key of analysed tokens is the key of the text`() {
    let source = ByteArena("The Spider-Man AT&T § 12")
    var buffer = TokenBuffer()
    Analyzer().analyze(source, source.all, as: .field, into: &buffer)
    Analyzer().analyze(source, source.all, as: .field, into: &buffer)
    var key = ByteArena()
    Analyzer().appendSortKey(of: buffer, from: buffer.tokens.count / 2, into: &key)
    #expect(key.bytes(key.all) == self.key("The Spider-Man AT&T § 12"))
  }

  @Test(arguments: [
    ("  FRCP \n\t Rules ", "frcp rules"), ("Crème-Brûlée", "creme-brulee"), ("ＡＢＣ　＆ｄ", "abc &d"),
    ("Don’t", "don't"), ("2021-09", "2021-09"), ("ｶﾞ", "ガ"), ("한", "한"), ("ﬁ™", "fitm"), ("", ""),
    ("a\u{200B}b", "a\u{200B}b"), ("a … b", "a … b"), ("\u{301}", ""),
  ])
  func `a whole text is folded with its punctuation`(_ text: String, _ wanted: String) {
    #expect(folded(text) == wanted)
    #expect(folded(wanted) == wanted)
  }

  @Test(arguments: [
    ("rule 12", false), ("rule 12 ", true), ("Rule 12.", false), ("at&", false), ("at &", true),
    ("12 .", true), ("12\u{3000}", true), ("12\n", true), ("東京 ", true), ("", false),
    ("x\u{A0}", true),
    ("c++", false), ("c++ ", true), (" x", false),
  ])
  func `white space behind the last word completes it`(_ text: String, _ wanted: Bool) {
    let source = ByteArena(text)
    #expect(Analyzer.endsComplete(source, source.all) == wanted)
  }

  @Test func `white space at the ends is trimmed`() {
    for (text, wanted) in [
      ("  a b ", "a b"), ("\u{3000}x\n", "x"), ("   ", ""), ("", ""), ("é", "é"),
    ] {
      let source = ByteArena(text)
      #expect(source.text(Analyzer.trimmed(source, source.all)) == wanted)
    }
  }
}
