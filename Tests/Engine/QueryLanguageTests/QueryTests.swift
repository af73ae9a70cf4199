import SearchEngine
import Testing
import TextAnalysis

@Suite struct QueryTests {
  private func words(_ text: String) -> [String] {
    Query(text).words.map { String(decoding: $0.text, as: UTF8.self) + ($0.isPrefix ? "…" : "") }
  }

  private func name(_ text: String) -> [String] {
    (Query(text).name?.tokens ?? []).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    ("rule 12", ["rule", "12…"]), ("rule 12 ", ["rule", "12"]), ("Rule 12.", ["rule", "12…"]),
    ("35 USC §121", ["35", "usc", "§", "121…"]), ("at&", ["at…", "&"]), ("at & ", ["at", "&"]),
    ("c+", ["c+…"]), ("don’t", ["dont…"]), ("$ £ €", ["$", "£", "€"]),
    ("the the ", ["the", "the"]),
    ("U.S.C. ", ["usc"]), ("", []), ("  ", []), ("!?", ["!?"]), ("한국", ["한국…"]), ("人", ["人"]),
    ("foo\u{3000}", ["foo"]),
  ])
  func `the last word is a prefix unless white space follows it`(_ text: String, _ wanted: [String])
  {
    #expect(words(text) == wanted)
  }

  @Test func `a run without spaces is a phrase of its pairs`() {
    let query = Query("進撃の 巨人x")
    #expect(query.words.map(\.isPrefix) == [false, false, true])
    let first = query.words[0]
    #expect(first.run?.bigrams == ["進撃", "撃ノ"].map { Array($0.utf8) })
    #expect(first.run?.sequence == ["進", "撃", "ノ"].map { Array($0.utf8) })
    #expect(first.text == Array("進撃ノ".utf8))
    #expect(query.words[1].run?.bigrams == [Array("巨人".utf8)])
    #expect(Query("人").words[0].run == nil)
    #expect(Query("人").words[0].isPrefix == false)
    #expect(Query("東 京").words.map(\.run) == [nil, nil])
  }

  @Test(arguments: [
    ("35usc121", ["35", "usc", "121"]), ("35 U.S.C. § 121", ["35", "usc", "121"]), ("§", ["§"]),
    ("frc-254", ["frc", "254"]), ("", []),
  ])
  func `a name is compared in the form of names`(_ text: String, _ wanted: [String]) {
    #expect(name(text) == wanted)
    #expect(Query(text).name?.lastIsComplete != true)
    #expect(Query(text + " ").name?.lastIsComplete != false)
  }

  @Test func `an id is compared as it was typed, without white space around`() {
    #expect(Query("  FRCP 12 \n").identifier == "FRCP 12")
  }

  @Test func `one and two characters are short prefixes`() {
    #expect(Query("a").words[0].looksAtNamesAlone)
    #expect(Query("éß").words.map(\.looksAtNamesAlone) == [false])
    #expect(Query("жу").words[0].looksAtNamesAlone)
    #expect(!Query("abc").words[0].looksAtNamesAlone)
    #expect(!Query("ab ").words[0].looksAtNamesAlone)
  }

  @Test func `words beyond the limit are left out, and a note says so`() {
    let text = (0..<100).map { "w\($0)" }.joined(separator: " ")
    let query = Query(text)
    #expect(query.words.count == 64)
    #expect(query.words.last?.isPrefix == false)
    #expect(query.notes.map(\.code) == ["query.words"])
    #expect(Query("a b").notes.isEmpty)
    let name = query.name?.tokens.count ?? 0
    #expect(name >= 64)
  }

  @Test func `a text longer than any title is no name`() {
    #expect(Query(String(repeating: "a ", count: 10_000)).name?.tokens.count == 10_000)
    #expect(Query(String(repeating: "a ", count: 10_001)).name == nil)
  }

  @Test func `every pair of a run counts as a word`() {
    let long = Query("a " + String(repeating: "進", count: 100_000))
    #expect(long.words.map { $0.run?.bigrams.count } == [nil, 63])
    #expect(long.words[1].run?.sequence.count == 64)
    #expect(long.notes.map(\.code) == ["query.words"])
    #expect(Query(String(repeating: "進", count: 65)).notes.isEmpty)
  }

  @Test func `a long word is cut as in the index`() {
    let query = Query(String(repeating: "x", count: 300))
    #expect(query.words[0].text.count == 255)
  }
}
