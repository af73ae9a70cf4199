package import QueryLanguage

/// The answer of a search.
package struct SearchAnswer: Sendable {
  /// The hits asked for, in their order.
  package var hits: [RankedHit]
  /// How many items the opened tiers hold.
  package var total: Int
  /// The number of hits in each segment, by its place, or in each domain; empty where only the best were looked for.
  package var counts: [Int: Int] = [:]
  /// Whether `total` is only a lower bound.
  package var isAtLeast: Bool
  /// Whether the search was stopped by its deadline: hits, facets and their order are what was found
  /// until then, and `total` is a lower bound.
  package var isCut = false
  /// The query as it was read, where not its operators but its whole text was taken: it is somebody's name.
  package var reading: Query?
  /// The query with its words as pieces of words, where nothing was found but by these.
  package var inside: Query?
  /// The relaxations of an expression that too few items satisfy, the first one first.
  package var relaxations: [Relaxation] = []
  /// Whether tiers 1 to 4 hold something, on this page or elsewhere: the words stand somewhere as they
  /// were typed.
  package var isFoundAsTyped = false
  /// The values of each attribute that was asked for, in the order of the request.
  package var facets: [Facet]
  /// By which other terms words of the query were found: corrected spellings and their like.
  package var spellings: [QueryWord: Set<[UInt8]>] = [:]
  /// The corrections of words, where typos were looked for.
  package var corrections: [Correction]

  /// Makes an answer.
  package init(
    hits: [RankedHit], total: Int, isAtLeast: Bool, facets: [Facet] = [],
    corrections: [Correction] = []
  ) {
    self.corrections = corrections
    self.hits = hits
    self.total = total
    self.isAtLeast = isAtLeast
    self.facets = facets
  }
}
