package import FootlightPlatform

/// Tells for items of some segments why the answer to a request holds them where it does, or does not.
///
/// Paging does not matter, `SearchRequest.perDomain` and `SearchRequest.distinct` do. Tiers, scores and their contributions come from the
/// code that ranks.
///
/// - Complexity: that of a search that must know all matches; the postings of all words are read.
/// - Throws: `index.damaged`, `cancelled`, `search.cut` after the deadline.
package func explain(
  _ request: SearchRequest, _ items: [ExplainedItem], in segments: [SearchedSegment]
) throws(Failure) -> [Explanation] {
  let explainer = try Explainer(request, segments)
  var places: [(place: Int, segment: Int, document: UInt32)] = []
  for (place, item) in items.enumerated() {
    let live = try explainer.live(item)
    places.append((place, live?.0.place ?? 0, live?.1 ?? 0))
  }
  // Scores are read once for all items, in ascending order.
  places.sort { ($0.segment, $0.document) < ($1.segment, $1.document) }
  var found = items.map { _ in Explanation(reason: "") }
  for (place, _, _) in places {
    try request.bounds?.check()
    found[place] = try explainer.explanation(of: items[place])
  }
  return found
}

/// Explains items of one request.
struct Explainer {
  /// So many hits are looked through where each domain may have so many.
  private static let mostHits = 10_000
  /// The most words of a query that are explained one by one.
  static let mostFactors = 64

  let request: SearchRequest
  let given: [SearchedSegment]
  let scope: SearchScope
  let climb: Climb
  let typed: TypedWords
  /// The scores of the first hits, as far as nearness has raised them.
  let nearScores: [ExplainedItem: Int]
  /// The matches of the rungs that were asked about.
  let matches = KnownMatches()
  /// The hits that a bound for each domain leaves, or what puts hits together; nil where nothing does.
  private let kept: Set<ExplainedItem>?
  /// The hits that stand for others.
  private var heads: [GroupKey: RankedHit] = [:]
  /// Whether there may be more hits than were looked for.
  private let isCutOff: Bool
  /// Whether nothing was found but by pieces of words.
  let isInside: Bool
  /// What puts hits together.
  private let distinct: [String: String]

  init(_ asked: SearchRequest, _ segments: [SearchedSegment]) throws(Failure) {
    var request = try asked.readAsName(in: segments) ?? asked
    request = try request.joiningInitials(try SearchScope(request, segments))
    var unpaged = request
    unpaged.offset = 0
    if request.perDomain != nil || !request.distinct.isEmpty {
      let most = min(max(0, request.perDomain ?? Explainer.mostHits), Explainer.mostHits)
      unpaged.limit = min(Explainer.mostHits, most * max(1, segments.count))
      unpaged.countsGroups = false
      let answer = try search(unpaged, in: segments)
      // Of some of the hits nobody knows which the bound would leave.
      if answer.isCut { try request.bounds?.check() }
      isCutOff = answer.hits.count >= Explainer.mostHits
      kept = Set(answer.hits.map { ExplainedItem(place: $0.place, id: $0.item.id) })
      for hit in answer.hits { if let key = hit.group?.key { heads[key] = hit } }
    } else {
      isCutOff = false
      kept = nil
    }
    distinct = request.distinct
    nearScores = try Explainer.nearScores(asked, request, segments)
    unpaged.limit = 0
    unpaged.facets = []
    unpaged.isOrdered =
      !request.sort.isEmpty || !request.distinct.isEmpty || request.perDomain != nil
    unpaged.sort = []
    unpaged.perDomain = nil
    unpaged.distinct = [:]
    // Reasons speak of how many items there are.
    unpaged.countsExactly = true
    self.request = unpaged
    given = segments
    scope = try SearchScope(unpaged, segments)
    let found = try Climb(unpaged, scope)
    try found.find()
    if found.isEmpty, let inside = unpaged.lookingInside(segments) {
      let pieces = try Climb(inside, scope)
      try pieces.find()
      isInside = !pieces.isEmpty
      climb = isInside ? pieces : found
      typed = TypedWords(isInside ? inside.query : request.query)
    } else {
      isInside = false
      climb = found
      typed = TypedWords(request.query)
    }
  }

  /// Asks for the first hits, whose order is by nearness as well.
  private static func nearScores(
    _ asked: SearchRequest, _ request: SearchRequest, _ segments: [SearchedSegment]
  ) throws(Failure) -> [ExplainedItem: Int] {
    guard asked.sort.isEmpty, Nearness.counts(in: request) else { return [:] }
    var first = request
    (first.offset, first.limit, first.perDomain) = (0, Nearness.window, nil)
    first.facets = []
    first.isOrdered = !request.distinct.isEmpty || request.perDomain != nil
    first.distinct = [:]
    var scores: [ExplainedItem: Int] = [:]
    let answer = try search(first, in: segments)
    if answer.isCut { try request.bounds?.check() }
    for hit in answer.hits where hit.tier == 4 && !hit.matched.isNamed {
      scores[ExplainedItem(place: hit.place, id: hit.item.id)] = hit.score
    }
    return scores
  }

  func explanation(of item: ExplainedItem) throws(Failure) -> Explanation {
    guard given.indices.contains(item.place) else {
      return Explanation(reason: "its domain is not searched")
    }
    let segment = given[item.place]
    guard let (item, document) = try live(item) else {
      return Explanation(reason: "\(segment.domain) holds no item with this id")
    }
    guard let place = scope.places.firstIndex(of: item.place) else {
      return Explanation(reason: SearchScope.refusal(of: segment, conditions(of: request), typed))
    }
    if var found = try hit(document, place, nearScores[item]) {
      if isInside {
        found.reason = "no item holds the words; \(found.reason), as pieces of other words"
        found.tier = .part
        found.score = found.score ?? 0
      }
      guard kept?.contains(item) ?? true else {
        if let reason = try grouped(document, place) { return Explanation(reason: reason) }
        return Explanation(
          reason:
            "it is in tier \(found.tier?.rawValue ?? 0), but better items of \(segment.domain) fill all "
            + "places that one domain may have"
            + (isCutOff ? ", or it stands after the first \(Explainer.mostHits) hits" : ""))
      }
      return found
    }
    return try absence(document, place)
  }

  /// The hit that stands for a document, as a reason; nil where none does.
  private func grouped(_ document: UInt32, _ place: Int) throws(Failure) -> String? {
    var asked = request
    asked.distinct = distinct
    var columns = try GroupColumns(asked, climb.segments.map(\.query))
    let key = try columns.key(place, document)
    guard case .value(let attribute, _) = key, let head = heads[key] else { return nil }
    return
      "\(given[head.place].domain):\(head.item.id) stands for all hits with its value of '\(attribute)'"
  }

  /// The segment of the item's domain that holds it, and its document there.
  func live(
    _ item: ExplainedItem
  ) throws(Failure) -> (ExplainedItem, UInt32)? {
    guard given.indices.contains(item.place) else { return nil }
    for (place, segment) in given.enumerated() where segment.domain == given[item.place].domain {
      if let document = try segment.stored.document(ofID: item.id),
        segment.hidden?.contains(document) != true
      {
        return (ExplainedItem(place: place, id: item.id), document)
      }
    }
    return nil
  }

  /// The conditions beside the words.
  func conditions(of request: SearchRequest) -> [QueryExpression] {
    request.query.conditions + request.conditions
  }
}

/// The matches of the rungs of some segments; each is asked in ascending order of documents.
final class KnownMatches {
  private struct Key: Hashable {
    var segment: Int
    var rung: Int
  }

  private var known: [Key: Matches?] = [:]

  /// The first rung of a segment that finds a document, and its matches, which stand there.
  func rung(
    of document: UInt32, in hits: SegmentHits, at segment: Int
  ) throws(Failure) -> (rung: Rung, matches: Matches)? {
    guard !hits.query.isHidden(document) else { return nil }
    for rung in hits.ladder.rungs {
      let key = Key(segment: segment, rung: rung.place)
      let matches: Matches?
      if let there = known[key] {
        matches = there
      } else {
        matches = try hits.ladder.matches(of: rung)
        known[key] = .some(matches)
      }
      if let matches, try matches.holds(document) { return (rung, matches) }
    }
    return nil
  }
}

extension SearchScope {
  /// Why a segment is not searched.
  static func refusal(
    of segment: SearchedSegment, _ conditions: [QueryExpression], _ typed: TypedWords
  ) -> String {
    for condition in conditions where !segment.isAdmitted(by: [condition]) {
      if case .filter(let filter) = condition {
        return "\(segment.domain) has no attribute '\(filter.name)', so \(filter) leaves it out"
      }
      return "\(typed.spelled(condition)) leaves \(segment.domain) out"
    }
    return "\(segment.domain) is not searched"
  }
}
