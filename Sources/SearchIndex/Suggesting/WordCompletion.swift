import FootlightDiagnostics
import FootlightPlatform
import QueryLanguage
import TextAnalysis

/// Completes the last word of a query.
struct WordCompletion {
  private let query: Query
  private let searches: [SegmentSearch]
  /// What stands before the last word.
  private let before: String
  private let last: QueryWord
  /// The place of its prefix in the plan.
  private let atom: Int

  /// A word of the dictionary.
  private struct Completion {
    var text: [UInt8]
    var documents = 0
    var part = 0
    var most = 0
  }

  /// Nil when the last word is complete, or nothing that can be completed.
  init?(_ query: Query, _ searches: [SegmentSearch]) {
    guard let last = query.words.last, last.isPrefix, let plan = searches.first?.plan,
      let planned = plan.words.last
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
    self.searches = searches
    self.last = last
    atom = planned.atoms.lowerBound
  }

  /// The most frequent words that it begins, and that some item holds with the words before.
  func words(limit: Int) throws(Failure) -> [Suggestion] {
    var found: [Suggestion] = []
    for completion in try completions(limit: 2 * limit) {
      guard found.count < limit else { break }
      guard try isHeld(completion) else { continue }
      found.append(
        Suggestion(
          text: before + String(decoding: completion.text, as: UTF8.self), kind: .word,
          part: completion.part, count: completion.documents))
    }
    return found
  }

  /// The most frequent ones over all parts.
  private func completions(limit: Int) throws(Failure) -> [Completion] {
    var texts: Set<[UInt8]> = []
    for search in searches {
      guard case .range(let range) = search.atoms[atom] else { continue }
      for text in try search.generation.frequentTerms(in: range, limit: limit) {
        texts.insert(text)
      }
    }
    texts.remove(last.text)
    var found: [Completion] = []
    for text in texts {
      var completion = Completion(text: text)
      var arena = ByteArena(capacity: text.count + 8)
      arena.append(text)
      for (part, search) in searches.enumerated() {
        guard let entry = try search.generation.term(arena) else { continue }
        completion.documents += entry.documents
        if entry.documents > completion.most {
          (completion.most, completion.part) = (entry.documents, part)
        }
      }
      found.append(completion)
    }
    found.sort { a, b in
      a.documents != b.documents
        ? a.documents > b.documents : a.text.lexicographicallyPrecedes(b.text)
    }
    return Array(found.prefix(limit))
  }

  /// How many postings are looked at for a document that holds all words.
  private static let workLimit = 4_096

  private func isHeld(_ completion: Completion) throws(Failure) -> Bool {
    guard query.words.count > 1, let request = searches.first?.plan.request else { return true }
    let words = query.words.dropLast() + [QueryWord(text: completion.text, isPrefix: false)]
    let plan = SearchPlan(request, words: Array(words))
    for search in searches {
      let looked = try SegmentSearch(plan, search)
      guard
        let together = try looked.conjunction(
          looked.foundWords, onlyNames: false, Statistics.counting(plan))
      else { continue }
      let lead = together.lead
      var read = 0
      while lead.document != .max, read < WordCompletion.workLimit {
        read += 1
        let document = lead.document
        if try together.score(document) != nil {
          if !looked.isHidden(document) { return true }
          try lead.advance()
        } else {
          try lead.advance(to: max(document &+ 1, together.next))
        }
      }
    }
    return false
  }
}

extension Generation {
  /// The terms of a range that most documents hold.
  ///
  /// How many postings a block of the dictionary has is known without reading it, so only the
  /// blocks are read that can hold one of them.
  func frequentTerms(in range: TermRange, limit: Int) throws(Failure) -> [[UInt8]] {
    guard range.count > 0, limit > 0 else { return [] }
    let index = try dictionaryIndex()
    let first = index.block(ofNumber: range.low.number)
    let last = index.block(ofNumber: range.high.number - 1)
    let blocks = (first...last).map { block in
      let isLast = block + 1 >= index.blocks
      return (
        block: block,
        most: isLast ? UInt64.max : index.documents[block + 1] &- index.documents[block]
      )
    }
    var kept: [(documents: Int, text: [UInt8])] = []
    for (block, most) in blocks.sorted(by: { ($0.most, $1.block) > ($1.most, $0.block) }) {
      if kept.count >= limit, let worst = kept.last, UInt64(worst.documents) > most { break }
      var cursor = try TermBlockCursor(self, index, block: block)
      while try cursor.advance() {
        let number = cursor.entry.number
        guard number >= range.low.number, cursor.entry.documents > 0 else { continue }
        guard number < range.high.number else { break }
        let documents = cursor.entry.documents
        if kept.count >= limit, let worst = kept.last, worst.documents > documents { continue }
        let text = cursor.text.bytes(cursor.text.all)
        let place =
          kept.firstIndex { other in
            other.documents != documents
              ? other.documents < documents : text.lexicographicallyPrecedes(other.text)
          } ?? kept.count
        kept.insert((documents, text), at: place)
        if kept.count > limit { kept.removeLast() }
      }
    }
    return kept.map(\.text)
  }
}
