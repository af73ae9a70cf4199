package import FootlightPlatform
import Synchronization

/// The words that the deltas of a domain hold and its base does not, as one small dictionary.
///
/// Deltas hold hardly a word that is new to the domain. So a word's expansions are looked
/// for in the base, and those that are found there are only counted in the deltas; the words that are new are
/// looked for in this dictionary, once for all deltas.
///
/// Hot: else a search for typos walks through the dictionary of each delta (`Benchmarks/changes.py`).
package final class AddedWords: Sendable {
  /// It is made once there was a search for typos for every so many terms: these cost about as much to
  /// look up in the base as a walk past as many.
  private static let walkCost = 64

  /// Writes a dictionary of words, each with how many documents hold it, in their order.
  package typealias Writing =
    @Sendable (
      _ words: [(word: [UInt8], holding: Int)], _ items: Int, _ like: Segment
    ) throws(Failure) -> ByteArena?

  private let base: SearchableSegment
  private let deltas: [Segment]
  private let write: Writing
  private let walks = Atomic<Int>(0)
  private let made = AtomicLazyReference<Made>()

  /// A dictionary of them, or nothing.
  private final class Made: Sendable {
    let dictionary: SearchableSegment?

    init(_ dictionary: SearchableSegment?) { self.dictionary = dictionary }
  }

  /// Nil without deltas, and where one is so large that its dictionary is not kept in memory.
  ///
  /// - Parameter write: makes the bytes of a dictionary.
  package init?(base: SearchableSegment, deltas: [Segment], write: @escaping Writing) {
    guard !deltas.isEmpty, deltas.allSatisfy({ $0.resident != nil }) else { return nil }
    self.base = base
    self.deltas = deltas
    self.write = write
  }

  /// Makes the dictionary, so that no search has to.
  package func prepare() throws(Failure) { _ = try ready() }

  /// How many segments the domain has.
  var segments: Int { deltas.count + 1 }

  /// The terms that ``SearchableSegment/fuzzyTerms(_:limit:isPrefix:)`` finds in all the segments; nil as long as
  /// making the dictionary costs more than it has cost so far to do without.
  ///
  /// - Parameter isHurried: whether the dictionary is taken only where it is there: who has a deadline is
  ///   better off without.
  func fuzzyTerms(
    _ word: [UInt8], limit: Int, isPrefix: Bool, isHurried: Bool
  ) throws(Failure) -> [FuzzyTerm]? {
    var known = made.load()
    if known == nil {
      let walks = walks.wrappingAdd(1, ordering: .relaxed).newValue
      let terms = deltas.reduce(0) { $0 + $1.header.terms }
      guard !isHurried, walks * AddedWords.walkCost > terms else { return nil }
      known = try ready()
    }
    var found = try base.fuzzyTerms(word, limit: limit, isPrefix: isPrefix)
    var text = ByteArena(capacity: 64)
    for place in found.indices {
      text.removeAll()
      text.append(found[place].text)
      for delta in deltas { found[place].documents += try delta.term(text)?.documents ?? 0 }
    }
    if let added = known?.dictionary {
      found += try added.fuzzyTerms(word, limit: limit, isPrefix: isPrefix)
    }
    for place in found.indices { found[place].number = nil }
    return found
  }

  private func ready() throws(Failure) -> Made {
    if let made = made.load() { return made }
    return made.storeIfNil(Made(try dictionary()))
  }

  private func dictionary() throws(Failure) -> SearchableSegment? {
    var documents: [[UInt8]: Int] = [:]
    var text = ByteArena(capacity: 64)
    for delta in deltas {
      guard let table = try delta.resident?.ready(delta) else { continue }
      for number in 0..<table.count where table[number].documents > 0 {
        text.removeAll()
        table.withText(number) { text.append($0, $1) }
        // A number is never an expansion.
        guard !text.holdsDigit else { continue }
        let there = try base.stored.term(text)
        guard there.map({ $0.documents == 0 }) ?? true else { continue }
        documents[text.bytes(text.all), default: 0] += table[number].documents
      }
    }
    guard let like = deltas.first, !documents.isEmpty else { return nil }
    let words = documents.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    let items = deltas.reduce(0) { $0 + $1.header.items }
    guard let blob = try write(words.map { ($0.key, $0.value) }, items, like) else { return nil }
    let dictionary = SearchableSegment(
      try Segment(blob: blob, isDictionary: true, path: base.stored.path))
    try dictionary.stored.prepareWords()
    try dictionary.prepareSpellings()
    return dictionary
  }
}

extension ByteArena {
  /// Whether a digit of ASCII is among the bytes.
  fileprivate var holdsDigit: Bool {
    for place in 0..<count where self[place] &- 0x30 < 10 { return true }
    return false
  }
}
