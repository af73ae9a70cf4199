import DeclaredRecords
import FootlightPlatform
import TestSupport

@testable import SearchEngine

/// Many items over a skewed vocabulary, and what a search must find in them by looking at every
/// posting: no bounds, no blocks, no early end.
///
/// Its words are plain ASCII words, so that an item's terms are its words. Two words are in
/// nearly every item and one in half of them: together they have more postings than are read to count, and a count of
/// them does not meet all that there is.
struct SkewedCorpus {
  /// What a word is worth in an item.
  struct Posting {
    var document: Int
    var impact: Int
    var isInName: Bool
  }

  let items: [StoredItem]
  /// The items by their documents.
  private(set) var titles: [[String]] = []
  private var bodies: [[String]] = []
  private(set) var postings: [String: [Posting]] = [:]
  private let vocabulary: [String]

  /// Word n occurs about as often as 1 / n; the words are prefixes of each other in plenty.
  init(_ random: inout SeededRandom, count: Int) {
    let syllables = ["ka", "ke", "ki", "ra", "re", "ri", "sa", "se", "ta", "to", "ma", "mu", "no"]
    var words: [String] = []
    for first in syllables {
      for second in syllables {
        for third in syllables { words.append(first + second + third) }
      }
    }
    words.shuffle(using: &random)
    vocabulary = words
    var items: [StoredItem] = []
    items.reserveCapacity(count)
    for number in 0..<count {
      func text(_ least: Int, _ most: Int, _ random: inout SeededRandom) -> String {
        let size = least + random.below(most - least + 1)
        return (0..<size).map { _ in
          let word = SkewedCorpus.word(words, &random)
          // Repetition makes impacts differ, so that few hits are equals.
          return random.oneIn(4) ? "\(word) \(word) \(word)" : word
        }.joined(separator: " ")
      }
      // The oftener, the rarer: the best of these are few, and far between.
      func often(_ word: String, _ random: inout SeededRandom) -> String {
        String(repeating: word + " ", count: 1 + min(12, random.next().trailingZeroBitCount))
      }
      func filler(_ random: inout SeededRandom) -> String {
        guard !random.oneIn(100) else { return "" }
        return (random.oneIn(2) ? often("every", &random) : "") + (random.oneIn(4) ? "ever " : "")
          + often("each", &random) + often("all", &random)
      }
      items.append(
        .item(
          // A title of fewer words would stand in some query as a name, and lead it.
          "\(number)", text(4, 6, &random), body: filler(&random) + text(0, 6, &random),
          rank: 500 + random.below(3) * 100))
    }
    self.items = items
  }

  private static func word(_ words: [String], _ random: inout SeededRandom) -> String {
    // The square root of a product of chances: skewed, with a long tail.
    let bound = 1 + random.below(1 + random.below(words.count))
    return words[random.below(bound)]
  }

  /// A word, by how common it is: 0 is the most common.
  func word(_ place: Int) -> String { vocabulary[min(place, vocabulary.count - 1)] }

  /// The words of an item's texts.
  func texts(_ document: Int) -> [[[UInt8]]] {
    [titles[document], bodies[document]].map { $0.map { Array($0.utf8) } }
  }

  /// How many words there are.
  var words: Int { vocabulary.count }

  /// Takes the documents in the order of the generation, and what each word is worth in them.
  mutating func number(by generation: Segment) throws(Failure) {
    let weights = RankingWeights.undeclared
    titles = []
    bodies = []
    postings = [:]
    var document = 0
    try generation.forEachItem { item in
      let title = item.title.split(separator: " ").map(String.init)
      let body = item.body.split(separator: " ").map(String.init)
      titles.append(title)
      bodies.append(body)
      let norms = FieldNorms(
        title: title.count, keywords: 0, description: 0, body: body.count, weights)
      var counts: [String: FieldCounts] = [:]
      for word in title { counts[word, default: FieldCounts()].title += 1 }
      for word in body { counts[word, default: FieldCounts()].body += 1 }
      for (word, count) in counts {
        postings[word, default: []].append(
          Posting(
            document: document, impact: Int(Scoring.impact(count, norms, weights)),
            isInName: count.title > 0))
      }
      document += 1
    }
  }
}
