import FootlightPlatform
import QueryLanguage
import SegmentFiles

/// The documents of one segment that a respelling finds, each in the tier that it would have if it had been typed so.
final class RespelledMatches {
  private let level: Int
  let matches: SegmentMatches
  let statistics: Statistics
  /// The documents of each tier from 1 to 4.
  let tiers: [SegmentMatches.Tier]

  init(
    _ respelling: Respelling, _ query: SegmentQuery, _ statistics: Statistics
  ) throws(Failure) {
    self.statistics = statistics
    level = respelling.level
    var hits = SegmentHits(query)
    try hits.findNames(statistics)
    let matches = try SegmentMatches(hits, .words, [], statistics, isRanked: false)
    self.matches = matches
    var tiers: [SegmentMatches.Tier] = []
    var exact = Bitmap(size: query.stored.header.items)
    var starting = exact
    try matches.named.forEach { (document) throws(Failure) in
      if try matches.hits.name.tier(document) == 1 {
        exact.insert(Int(document))
      } else {
        starting.insert(Int(document))
      }
      return true
    }
    tiers.append(SegmentMatches.Tier(tier: 1, documents: exact))
    tiers.append(SegmentMatches.Tier(tier: 2, documents: starting))
    for tier in matches.tiers where tier.typos == 0 {
      var tier = tier
      if respelling.pieces.count > 1 {
        tier.documents = try RespelledMatches.adjacent(respelling.pieces, tier.documents, query)
      }
      tiers.append(tier)
    }
    self.tiers = tiers
  }

  /// The documents in which the pieces of a parted word stand side by side.
  private static func adjacent(
    _ pieces: [[UInt8]], _ documents: Bitmap, _ query: SegmentQuery
  ) throws(Failure) -> Bitmap {
    var found = Bitmap(size: query.stored.header.items)
    let phrase = PlannedPhrase(words: [], nameWords: [], tokens: pieces, nameTokens: pieces)
    guard let verifier = try PhraseVerifier(query, phrase, nil, onlyNames: false) else {
      return found
    }
    var pace = SearchPace(query.plan.request)
    try documents.forEach { (document) throws(Failure) in
      try pace.step()
      if try verifier.holds(document) { found.insert(Int(document)) }
      return true
    }
    return found
  }

  var isEmpty: Bool { tiers.allSatisfy { $0.documents.count == 0 } }

  /// The tiers of some respellings in the order in which their documents stand in tier 5.
  static func inOrder(
    _ found: [RespelledMatches]
  ) -> [(typos: Int, place: Int, tier: SegmentMatches.Tier)] {
    found.indices.flatMap { place in
      found[place].tiers.map { (typos: found[place].typos($0.tier), place: place, tier: $0) }
    }.sorted { ($0.typos, $0.place) < ($1.typos, $1.place) }
  }

  /// The order in tier 5 of a document that would be in a tier.
  func typos(_ tier: Int) -> Int { 4 * level + tier - 1 }

  /// The scorer of the documents that would be in a tier.
  func score(tier: Int, tellsAll: Bool) throws(Failure) -> ExpressionScorer? {
    guard tier > 2, let there = tiers.first(where: { $0.tier == tier }) else { return nil }
    return try matches.score(there, statistics, tellsAll: tellsAll)
  }
}
