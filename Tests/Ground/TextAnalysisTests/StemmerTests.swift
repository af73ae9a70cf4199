import FootlightPlatform
import Testing
import TextAnalysis

@Suite(.enabled(if: Stemmer.isAvailable, "built without the trait Complete"))
struct StemmerTests {
  private func stem(_ word: String, _ language: Language) -> String? {
    var stemmer = Stemmer(language)
    return stemmer?.stem(Array(word.utf8)).map { String(decoding: $0.dropFirst(), as: UTF8.self) }
  }

  @Test(arguments: [
    (Language.english, ["amend", "amended", "amending", "amends"]),
    (.english, ["summons", "summon"]), (.german, ["haus", "hauses", "hausern"]),
    (.french, ["cheval", "chevals"]), (.spanish, ["libro", "libros"]),
    (.russian, ["книга", "книги", "книгу"]), (.swedish, ["bil", "bilar", "bilen"]),
    (.turkish, ["kitap", "kitaplar"]),
  ])
  func `the forms of a word have one stem`(_ language: Language, _ forms: [String]) {
    let stems = Set(forms.map { stem($0, language) })
    #expect(stems.count == 1 && !stems.contains(nil), "\(stems)")
  }

  @Test(arguments: Language.allCases.filter { $0 != .none })
  func `every language has a stemmer`(_ language: Language) {
    #expect(Analyzer(language: language).stems && Stemmer(language) != nil)
    #expect(!Analyzer(language: language).withoutStems.stems)
  }

  @Test(arguments: ["12", "12.1", "35usc121", "c++", "spider-man", "§", "東京", "ไทย", ""])
  func `numbers, signs and text without spaces have none`(_ word: String) {
    #expect(stem(word, .english) == nil)
  }

  @Test func `a stem lies behind all words and is told from them`() {
    var stemmer = Stemmer(.english)
    #expect(stemmer?.stem(Array("amending".utf8)) == [Stemmer.mark] + Array("amend".utf8))
    #expect(!Analyzer().stems && Stemmer(.none) == nil)
  }

  @Test func `a very long word is left as it is`() {
    #expect(stem(String(repeating: "a", count: 65), .english) == nil)
  }

  @Test func `the fingerprint takes the language, not the stems`() {
    let analyzer = Analyzer(language: .english)
    #expect(analyzer.fingerprint == analyzer.withoutStems.fingerprint)
    #expect(analyzer.fingerprint != Analyzer(stopWords: analyzer.stopWords).fingerprint)
  }
}
