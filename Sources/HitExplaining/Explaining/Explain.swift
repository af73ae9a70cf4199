import SegmentFiles
public import SegmentSearching
public import FootlightDiagnostics
import QueryLanguage

/// Tells for items of some parts why the answer to a request holds them where it does, or does not.
///
/// Paging does not matter, `SearchRequest.perDomain` does. Tiers, scores and their parts come from
/// the code that ranks.
///
/// - Complexity: that of a search that must know all matches; the postings of all words are read.
/// - Throws: `index.damaged`, `cancelled`, `search.cut` behind the deadline.
public func explain(
  _ request: SearchRequest, _ items: [ExplainedItem], in parts: [SearchPart]
) throws(Failure) -> [Explanation] {
  let explainer = try Explainer(request, parts)
  var places: [(place: Int, segment: Int, document: UInt32)] = []
  for (place, item) in items.enumerated() {
    let live = try explainer.live(item)
    places.append((place, live?.0.part ?? 0, live?.1 ?? 0))
  }
  // What makes the scores is read once for all, in ascending order.
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
  let request: SearchRequest
  let given: [SearchPart]
  let scope: SearchScope
  let all: AllMatches
  let typed: TypedWords
  /// What makes the scores of the tiers, as far as they were needed.
  let scores = TierScores()
  /// The hits that a bound for each domain leaves; nil when there is none.
  private let kept: Set<ExplainedItem>?

  init(_ request: SearchRequest, _ parts: [SearchPart]) throws(Failure) {
    var wide = request
    wide.offset = 0
    if let most = request.perDomain {
      wide.limit = min(10_000, min(max(0, most), 10_000) * max(1, parts.count))
      let answer = try search(wide, in: parts)
      // Of a part of the hits nobody knows which the bound would leave.
      if answer.isCut { try request.bounds?.check() }
      kept = Set(answer.hits.map { ExplainedItem(part: $0.part, id: $0.item.id) })
    } else {
      kept = nil
    }
    wide.limit = 0
    wide.facets = []
    wide.sort = nil
    wide.perDomain = nil
    self.request = wide
    given = parts
    scope = try SearchScope(wide, parts)
    all = try AllMatches(wide, scope)
    typed = TypedWords(request.query)
  }

  func explanation(of item: ExplainedItem) throws(Failure) -> Explanation {
    guard given.indices.contains(item.part) else {
      return Explanation(reason: "its domain is not searched")
    }
    let part = given[item.part]
    guard let (item, document) = try live(item) else {
      return Explanation(reason: "\(part.domain) holds no item with this id")
    }
    guard let place = scope.places.firstIndex(of: item.part) else {
      return Explanation(reason: SearchScope.refusal(of: part, conditions(of: request), typed))
    }
    if let found = try hit(document, place) {
      guard kept?.contains(item) ?? true else {
        return Explanation(
          reason:
            "it is in tier \(found.tier?.rawValue ?? 0), but better items of \(part.domain) fill all "
            + "places that one domain may have")
      }
      return found
    }
    return try absence(document, place)
  }

  /// The segment of the item's domain that holds it, and its document there.
  func live(
    _ item: ExplainedItem
  ) throws(Failure) -> (ExplainedItem, UInt32)? {
    guard given.indices.contains(item.part) else { return nil }
    for (place, part) in given.enumerated() where part.domain == given[item.part].domain {
      if let document = try part.generation.document(ofID: item.id),
        part.hidden?.contains(document) != true
      {
        return (ExplainedItem(part: place, id: item.id), document)
      }
    }
    return nil
  }

  /// What must hold beside the words.
  func conditions(of request: SearchRequest) -> [QueryExpression] {
    request.query.conditions + request.conditions
  }
}

/// What makes the scores of the tiers of some parts; each is asked in ascending order of documents.
final class TierScores {
  private struct Key: Hashable {
    var place: Int
    var tier: Int
    var typos: Int
  }

  private var known: [Key: ExpressionScore?] = [:]

  /// The scores of a tier of a part's matches.
  func score(
    _ tier: PartMatches.Tier, of found: PartMatches, at place: Int, _ statistics: Statistics
  ) throws(Failure) -> ExpressionScore? {
    let key = Key(place: place, tier: tier.tier, typos: tier.typos)
    if let there = known[key] { return there }
    let made = try found.score(tier, statistics, tellsAll: true)
    known[key] = made
    return made
  }
}

extension SearchScope {
  /// Why a part is not searched.
  static func refusal(
    of part: SearchPart, _ conditions: [QueryExpression], _ typed: TypedWords
  ) -> String {
    for condition in conditions where !admits(part, [condition]) {
      if case .filter(let filter) = condition {
        return "\(part.domain) has no attribute '\(filter.name)', so \(filter) leaves it out"
      }
      return "\(typed.spelled(condition)) leaves \(part.domain) out"
    }
    return "\(part.domain) is not searched"
  }
}
