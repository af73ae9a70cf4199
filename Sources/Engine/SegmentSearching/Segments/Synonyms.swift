/// Groups of words that count as the same word when they are searched for; no word is in two groups.
package struct Synonyms: Sendable, Hashable {
  /// The groups, folded.
  package private(set) var groups: [[String]] = []
  private var places: [[UInt8]: Int] = [:]

  /// No synonyms.
  package init() {}

  /// Makes groups of folded words; where a word stands twice, the first group has it.
  package init(_ groups: [[String]]) {
    for group in groups {
      var words: [String] = []
      for word in group where places[Array(word.utf8)] == nil {
        places[Array(word.utf8)] = self.groups.count
        words.append(word)
      }
      self.groups.append(words)
    }
  }

  /// A word and those that count as it; the word alone when there are none.
  package func group(of word: [UInt8]) -> [[UInt8]] {
    guard let place = places[word] else { return [word] }
    return [word] + groups[place].map { Array($0.utf8) }.filter { $0 != word }
  }
}

extension Synonyms {
  /// Reads what ``text`` wrote.
  package init(text: String) {
    self.init(
      text.split(separator: "\n").map { line in line.split(separator: " ").map { String($0) } })
  }

  /// The groups as a text, a line each: folded words hold no white space.
  package var text: String {
    groups.map { $0.joined(separator: " ") }.joined(separator: "\n")
  }
}
