import FootlightPlatform

/// The dictionaries of all searched segments, asked as one: what is hidden does not count.
struct JoinedDictionary: ~Copyable {
  private let queries: [SegmentQuery]
  /// How many look-ups are left: who only guesses does not ask without end.
  private var budget: Int
  /// The text that is looked up.
  private var text = ByteArena(capacity: 64)

  init(_ queries: [SegmentQuery], budget: Int) {
    self.queries = queries
    self.budget = budget
  }

  /// How many items hold a text as a term, and whether terms begin with it, which those of hidden items may as well.
  mutating func look(_ piece: ArraySlice<UInt8>) throws(Failure) -> (holding: Int, isBegun: Bool) {
    guard take(piece) else { return (0, false) }
    var found = (holding: 0, isBegun: false)
    for query in queries {
      let (entry, isBegun) = try query.stored.beginning(text)
      found.isBegun = found.isBegun || isBegun
      // What is hidden in the whole domain stands with one of its segments, which may lack the term.
      found.holding += entry?.documents ?? 0
      if !query.hiddenTerms.isEmpty {
        found.holding -= try query.hiddenTerms.holding(term: Array(piece))
      }
    }
    return found
  }

  /// How many postings the terms have that begin with a text.
  mutating func holding(beginning piece: ArraySlice<UInt8>) throws(Failure) -> Int {
    guard take(piece) else { return 0 }
    var sum = 0
    for query in queries {
      let range = try query.stored.range(ofPrefix: text)
      if range.count > 0 { sum += range.documents }
      sum -= try query.hiddenTerms.holding(beginning: text)
    }
    return sum
  }

  /// Whether items hold a text as a term, or as the beginning of one where it is open.
  mutating func holds(_ piece: ArraySlice<UInt8>, isOpen: Bool) throws(Failure) -> Bool {
    try isOpen ? holding(beginning: piece) > 0 : look(piece).holding > 0
  }

  /// Whether a name holds a word as it was typed, or one that goes on where it is open: then it is a word.
  mutating func isInNames(_ word: QueryWord) throws(Failure) -> Bool {
    guard take(word.text[...]) else { return false }
    var sum = 0
    for query in queries {
      if word.isPrefix {
        let range = try query.stored.range(ofPrefix: text)
        if range.count > 0 { sum += range.inNames }
        sum -= try query.hiddenTerms.holding(beginning: text, onlyNames: true)
      } else {
        sum += try query.stored.term(text)?.inNames ?? 0
        if !query.hiddenTerms.isEmpty {
          sum -= try query.hiddenTerms.holding(term: word.text, onlyNames: true)
        }
      }
    }
    return sum > 0
  }

  /// Makes a text the one that is looked up, while some look-up is left.
  private mutating func take(_ piece: ArraySlice<UInt8>) -> Bool {
    guard budget > 0 else { return false }
    budget -= 1
    text.removeAll()
    for byte in piece { text.append(byte) }
    return true
  }
}
