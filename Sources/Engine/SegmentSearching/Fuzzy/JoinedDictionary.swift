import FootlightDiagnostics
import FootlightPlatform
import SegmentFiles

/// The dictionaries of all searched segments, asked as one: what is hidden does not count.
struct JoinedDictionary {
  private let queries: [SegmentQuery]
  /// How many look-ups are left: who only guesses does not ask without end.
  private(set) var budget: Int

  init(_ queries: [SegmentQuery], budget: Int) {
    self.queries = queries
    self.budget = budget
  }

  /// How many items hold a term.
  mutating func holding(_ text: [UInt8]) throws(Failure) -> Int {
    guard budget > 0 else { return 0 }
    budget -= 1
    var source = ByteArena(capacity: text.count + 8)
    source.append(text)
    var sum = 0
    for query in queries {
      guard let entry = try query.stored.term(source) else { continue }
      sum += entry.documents - (try query.hiddenTerms.holding(term: text))
    }
    return sum
  }

  /// How many postings the terms have that begin with a text.
  mutating func holding(beginning text: [UInt8]) throws(Failure) -> Int {
    guard budget > 0 else { return 0 }
    budget -= 1
    var source = ByteArena(capacity: text.count + 8)
    source.append(text)
    var sum = 0
    for query in queries {
      let range = try query.stored.range(ofPrefix: source)
      if range.count > 0 { sum += range.documents }
      sum -= try query.hiddenTerms.holding(beginning: source)
    }
    return sum
  }
}
