/// How near words stand to each other, by looking at every pair of places.
package enum NaiveNearness {
  /// A score with what nearness adds to it: `words` tell of a token whether it is one, nil for words that do not count.
  package static func raised(
    _ score: Int, _ words: [(([UInt8]) -> Bool)?], in texts: [[[UInt8]]]
  ) -> Int {
    var sum = 0
    var pairs = 0
    for (one, other) in zip(words, words.dropFirst()) {
      guard let one, let other else { continue }
      pairs += 1
      var best = 0
      for text in texts.map({ $0.prefix(512) }) {
        let first = text.indices.filter { one(text[$0]) }
        let second = text.indices.filter { other(text[$0]) }
        for place in second {
          if let before = first.last(where: { $0 < place }), place - before <= 5 {
            best = max(best, 16 >> (place - before - 1))
          }
        }
        for place in first where second.contains(place - 1) { best = max(best, 4) }
      }
      sum += best
    }
    return pairs > 0 && score > 0 ? score + score * sum / (64 * pairs) : score
  }
}
