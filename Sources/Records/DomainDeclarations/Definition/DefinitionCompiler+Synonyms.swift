import FootlightPlatform
import TextAnalysis

extension DefinitionCompiler {
  /// The groups of synonyms, folded as words of a query are: one word each, in one group.
  mutating func synonyms(_ section: Section, _ analyzer: Analyzer) -> [[String]] {
    var groups: [[String]] = []
    var places: [String: Int] = [:]
    for group in section.value("synonyms")?.elements ?? [] {
      var words: [String] = []
      for written in group.elements {
        guard let text = written.scalar else { continue }
        guard let word = DefinitionCompiler.word(text, analyzer) else {
          findings.report(
            .badValue, "'\(text)' in 'search.synonyms' is not one word", at: written.location,
            remedy: "a synonym is one word; give an item another name with 'item.aliases'")
          continue
        }
        if let place = places[word] {
          // Twice in one group is no mistake.
          if place == groups.count { continue }
          findings.report(
            .badValue, "'\(text)' is in two groups of 'search.synonyms'", at: written.location,
            remedy: "put its words into group \(place + 1)")
          continue
        }
        places[word] = groups.count
        words.append(word)
      }
      if words.count == 1, group.elements.count == 1 {
        findings.report(
          .badValue, "a group of 'search.synonyms' needs two words", at: group.location,
          remedy: "write the words that mean the same: [film, movie]")
      }
      groups.append(words)
    }
    return groups.filter { $0.count > 1 }
  }

  /// The one word that a text is, folded; nil for more words, symbols and runs of characters.
  private static func word(_ text: String, _ analyzer: Analyzer) -> String? {
    let tokens = analyzer.analyze(text, as: .field).filter { !$0.traits.contains(.derived) }
    guard tokens.count == 1, let only = tokens.first,
      only.traits.isDisjoint(with: [.symbol, .unspaced])
    else { return nil }
    return only.text
  }
}
