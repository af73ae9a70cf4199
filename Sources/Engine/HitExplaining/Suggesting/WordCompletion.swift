import FootlightPlatform
import TextAnalysis

/// Completes the last word of a query.
struct WordCompletion {
  private let query: Query
  private let queries: [SegmentQuery]
  /// The text before the last word.
  private let before: String
  private let last: QueryWord
  /// The place of its prefix in the plan.
  private let atom: Int

  /// A word of the dictionary.
  private struct CompletedWord {
    var text: [UInt8]
    var documents = 0
    var place = 0
    var most = 0
  }

  /// When it has to stop.
  private var bounds: SearchBounds? { queries.first?.plan.request.bounds }

  /// Nil when the last word is complete, or nothing that can be completed.
  init?(_ query: Query, _ queries: [SegmentQuery]) {
    guard let last = query.words.last, last.isPrefix, let plan = queries.first?.plan,
      let planned = plan.words[..<plan.asked].last
    else { return nil }
    let source = ByteArena(query.text)
    var buffer = TokenBuffer()
    var places: [ByteRange] = []
    Analyzer().locate(source, source.all, as: .field, into: &buffer, places: &places)
    let place = buffer.tokens.indices.last {
      $0 < places.count && !buffer.tokens[$0].traits.contains(.derived)
        && buffer.bytes.bytes(buffer.tokens[$0].text) == last.text
    }
    guard let place else { return nil }
    before = source.text(ByteRange(start: 0, count: places[place].lowerBound))
    self.query = query
    self.queries = queries
    self.last = last
    atom = planned.atoms.lowerBound
  }

  /// Calls `body` with the most frequent words that it begins, and that some item holds with the words
  /// before, as they are found, until it says stop.
  func words(limit: Int, _ body: (Completion) -> Bool) throws(Failure) {
    var found = 0
    for completion in try completions(limit: 2 * limit) {
      guard found < limit else { break }
      try bounds?.check()
      guard try isHeld(completion) else { continue }
      found += 1
      let suggestion = Completion(
        text: before + String(decoding: completion.text, as: UTF8.self), kind: .word,
        place: completion.place, count: completion.documents)
      guard body(suggestion) else { break }
    }
  }

  /// The most frequent ones over all segments, of the items that are there.
  ///
  /// Of each segment those are known that stand in the most of its items, hidden ones included: others are looked at until
  /// none of the rest can be more frequent.
  private func completions(limit: Int) throws(Failure) -> [CompletedWord] {
    var wanted = limit
    while true {
      var texts: Set<[UInt8]> = []
      // In how many items a word of the rest may stand.
      var rest = 0
      for segment in queries {
        guard case .range(let range) = segment.atoms[atom] else { continue }
        let frequent = try segment.stored.commonestTerms(in: range, limit: wanted, bounds)
        if frequent.count == wanted { rest += frequent.last?.documents ?? 0 }
        texts.formUnion(frequent.map(\.text))
      }
      texts.remove(last.text)
      var found: [CompletedWord] = []
      for text in texts {
        try bounds?.check()
        let completion = try completion(text)
        if completion.documents > 0 { found.append(completion) }
      }
      found.sort { a, b in
        a.documents != b.documents
          ? a.documents > b.documents : a.text.lexicographicallyPrecedes(b.text)
      }
      let isDone = rest == 0 || found.count >= limit && found[limit - 1].documents > rest
      // What the reader may not see costs others time, and nobody a place.
      guard !isDone, wanted < WordCompletion.workLimit || queries.contains(where: \.leavesOut)
      else { return Array(found.prefix(limit)) }
      wanted *= 4
    }
  }

  /// How many items hold a word, less those that are hidden; the segments of a domain, which follow
  /// each other, count as one.
  private func completion(_ text: [UInt8]) throws(Failure) -> CompletedWord {
    var completion = CompletedWord(text: text)
    var first = 0
    var here = 0
    for (place, segment) in queries.enumerated() {
      if segment.domain != queries[first].domain { (first, here) = (place, 0) }
      let hidden = try segment.hiddenHolding(of: text)
      here += try segment.stored.term(text)?.documents ?? 0
      here -= hidden
      let isLast = place + 1 == queries.count || queries[place + 1].domain != queries[first].domain
      guard isLast, here > 0 else { continue }
      completion.documents += here
      if here > completion.most { (completion.most, completion.place) = (here, first) }
    }
    return completion
  }

  /// How many postings are looked at for a document that holds all words, and about how many words.
  private static let workLimit = 4_096

  /// Whether an item that is there holds a word with those before it.
  private func isHeld(_ completion: CompletedWord) throws(Failure) -> Bool {
    guard let request = queries.first?.plan.request else { return false }
    // Nothing is hidden: who counts is there.
    if query.words.count == 1, queries.allSatisfy({ $0.hidden == nil }) { return true }
    let words = query.words.dropLast() + [QueryWord(text: completion.text, isPrefix: false)]
    // It is the word itself that is offered, not its stem.
    let plan = SearchPlan(request, words: Array(words), literal: [words.count - 1])
    for segment in queries {
      let looked = try SegmentQuery(plan, like: segment)
      let matches = SegmentMatches(looked, Statistics.counting(plan))
      let held = try matches.all(of: looked.foundWords, onlyNames: false)
      var pace = SearchPace(request)
      var looks = 0
      while let document = held?.document, document != .max,
        looks < WordCompletion.workLimit || looked.leavesOut
      {
        try pace.step()
        if !looked.isHidden(document) { return true }
        looks += 1
        try held?.next(document + 1)
      }
    }
    return false
  }
}
