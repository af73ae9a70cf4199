import Testing
import TextAnalysis

@Suite struct AnalyzerTests {
  @Test func `words are folded and numbered`() {
    let tokens = Analyzer().analyze("The Quick  brown-FOX", as: .name)
    #expect(tokens.map(\.text) == ["the", "quick", "brown", "fox"])
    #expect(tokens.map(\.position) == [0, 1, 2, 3])
  }

  @Test func `an analyzer's fingerprint follows its stop words`() {
    #expect(Analyzer(stopWords: ["the"]).fingerprint != Analyzer().fingerprint)
    #expect(
      Analyzer(stopWords: ["The", "of"]).fingerprint
        == Analyzer(stopWords: ["of", "the"]).fingerprint)
    #expect(Analyzer(language: .english).isStopWord([0x74, 0x68, 0x65]))
  }
}
