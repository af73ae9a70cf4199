import DeclaredRecords
import FootlightPlatform
import IndexStores
import SearchEngine

extension Searcher {
  /// Answers a request with the pinned items before all other hits, and without those that are hidden.
  ///
  /// An order of the reader's choice moves the pinned ones to their places.
  func search(
    _ request: SearchRequest, _ curation: Curation, in wanted: [String]
  ) throws(Failure) -> CuratedAnswer {
    var request = request
    request.conditions += hiding(curation, wanted)
    let pinned = request.sort.isEmpty ? try pinned(curation, request, wanted) : []
    guard !pinned.isEmpty else {
      return CuratedAnswer(answer: try state.search(request, in: wanted), pins: [:])
    }
    let page = request.offset..<(request.offset + request.limit)
    request.offset = 0
    request.limit = min(page.upperBound + pinned.count, SearchRequest.furthest)
    var answer = try state.search(request, in: wanted)
    let lacking = try lacking(pinned, request, answer, in: wanted)
    let heads = try heads(of: pinned, lacking: lacking, request, answer, in: wanted)
    let groups = Set(heads.compactMap(\.group?.key))
    let others = answer.hits.filter { hit in
      !heads.contains { $0.place == hit.place && $0.item.id == hit.item.id }
        && !(hit.group.map { groups.contains($0.key) } ?? false)
    }
    // Of a group that is there already, or of another pinned item, nothing is counted twice.
    var known = Set(answer.hits.compactMap(\.group?.key))
    for hit in lacking {
      if request.countsGroups, let key = hit.group?.key, !known.insert(key).inserted { continue }
      answer.total += 1
      count(hit, in: &answer.facets, wanted)
      if !answer.counts.isEmpty { answer.counts[hit.place, default: 0] += 1 }
    }
    let all = (heads + others).first(request.perDomain)
    answer.hits = Array(all.dropFirst(page.lowerBound).prefix(page.count))
    var pins: [Int: String] = [:]
    for (number, hit) in answer.hits.enumerated() {
      pins[number] =
        pinned.first { $0.hit.place == hit.place && $0.hit.item.id == hit.item.id }?.query
    }
    return CuratedAnswer(answer: answer, pins: pins)
  }

  /// The query of the rule that pins or hides an item; nil where none does.
  func curated(
    by curation: Curation, _ request: SearchRequest, place: Int, id: String, in wanted: [String]
  ) throws(Failure) -> (query: String, isPinned: Bool)? {
    for rule in curation.hidden where rule.place == place && rule.ids.contains(id) {
      if try !items(of: rule, request, only: [id]).isEmpty { return (rule.query, false) }
    }
    guard request.sort.isEmpty else { return nil }
    var request = request
    request.conditions += hiding(curation, wanted)
    let pin = try pinned(curation, request, wanted).first {
      $0.hit.place == place && $0.hit.item.id == id
    }
    return pin.map { ($0.query, true) }
  }

  /// The pinned items that there are and that pass all conditions, in the order of their rules; each once.
  private func pinned(
    _ curation: Curation, _ request: SearchRequest, _ wanted: [String]
  ) throws(Failure) -> [(hit: RankedHit, query: String)] {
    var found: [(hit: RankedHit, query: String)] = []
    for rule in curation.pins {
      // Put together, they would stand for each other.
      let parts = request.distinct.isEmpty ? [rule.ids] : rule.ids.map { [$0] }
      var hits: [RankedHit] = []
      for ids in parts { hits += try items(of: rule, request, only: ids) }
      for id in rule.ids {
        guard var hit = hits.first(where: { $0.item.id == id }),
          !found.contains(where: { $0.hit.place == rule.place && $0.hit.item.id == id })
        else { continue }
        hit.place = rule.place
        hit.tier = Tier.exact.rawValue
        hit.score = nil
        found.append((hit, rule.query))
      }
    }
    return found
  }

  /// The items of a rule's domain with some ids that pass the conditions of the request and of the rule.
  private func items(
    of rule: Curation.Named, _ request: SearchRequest, only ids: [String]
  ) throws(Failure) -> [RankedHit] {
    guard let filters = conditions(of: rule) else { return [] }
    var named = SearchRequest(query: Query(""), limit: ids.count, now: request.now)
    named.findsAll = true
    named.takesBodies = request.takesBodies
    named.hidesPrivate = request.hidesPrivate
    named.distinct = request.distinct
    named.bounds = request.bounds
    named.conditions =
      request.query.conditions + request.conditions + filters + [.any(ids.map { .identifier($0) })]
    return try state.search(named, in: [rule.domain]).hits
  }

  /// The filters of a rule; nil where they name no attribute of its domain, so that it cannot hold.
  private func conditions(of rule: Curation.Named) -> [QueryExpression]? {
    let schema = AttributeSchema([(rule.domain, state.attributes(of: rule.domain))])
    return try? schema.conditions(rule.filters)
  }

  /// The conditions that leave hidden items out; those of one domain alone, not of domains in its group.
  private func hiding(_ curation: Curation, _ wanted: [String]) -> [QueryExpression] {
    curation.hidden.compactMap { rule in
      guard let filters = conditions(of: rule) else { return nil }
      let below = wanted.filter { $0.hasPrefix(rule.domain + ".") }
      return .not(
        .all(
          [.domain([rule.domain]), .any(rule.ids.map { .identifier($0) })] + filters
            + (below.isEmpty ? [] : [.not(.domain(below))])))
    }
  }

  /// The pinned items that are shown: where hits are put together the first one of each group, which counts those that
  /// the query finds beside it.
  private func heads(
    of pinned: [(hit: RankedHit, query: String)], lacking: [RankedHit], _ request: SearchRequest,
    _ answer: SearchAnswer, in wanted: [String]
  ) throws(Failure) -> [RankedHit] {
    guard !request.distinct.isEmpty else { return pinned.map(\.hit) }
    var heads: [RankedHit] = []
    var known: Set<GroupKey> = []
    for (hit, _) in pinned {
      var hit = hit
      guard let key = hit.group?.key, let condition = key.condition else {
        heads.append(hit)
        continue
      }
      guard known.insert(key).inserted else { continue }
      var items = answer.hits.first { $0.group?.key == key }?.group?.items
      if items == nil, answer.hits.count >= request.limit {
        var those = request
        those.conditions.append(condition)
        (those.facets, those.limit) = ([], 1)
        items = try state.search(those, in: wanted).hits.first?.group?.items
      }
      let beside = lacking.count { $0.group?.key == key }
      hit.group = (key, max(1, (items ?? 0) + beside))
      heads.append(hit)
    }
    return heads
  }

  /// Counts the values of a pinned item that the query does not find by itself.
  private func count(_ hit: RankedHit, in facets: inout [Facet], _ wanted: [String]) {
    let names = state.attributes(of: wanted[hit.place]).map(\.name)
    for attribute in hit.item.attributes(named: names) {
      for index in facets.indices where facets[index].name == attribute.name {
        for value in attribute.value.facetValues { facets[index].count(value) }
      }
    }
  }

  /// The pinned items that the query does not find by itself.
  private func lacking(
    _ pinned: [(hit: RankedHit, query: String)], _ request: SearchRequest, _ answer: SearchAnswer,
    in wanted: [String]
  ) throws(Failure) -> [RankedHit] {
    var found: [RankedHit] = []
    for (hit, _) in pinned {
      if answer.hits.contains(where: { $0.place == hit.place && $0.item.id == hit.item.id }) {
        continue
      }
      if answer.hits.count < answer.total || !request.distinct.isEmpty {
        var one = request
        one.distinct = [:]
        one.conditions.append(.identifier(hit.item.id))
        one.facets = []
        one.limit = 1
        if try !state.search(one, in: [wanted[hit.place]]).hits.isEmpty { continue }
      }
      found.append(hit)
    }
    return found
  }
}

extension [RankedHit] {
  /// The first hits of each domain, as many as are wanted of one; all without a number.
  fileprivate func first(_ perDomain: Int?) -> [RankedHit] {
    guard let perDomain else { return self }
    var counts: [Int: Int] = [:]
    return filter { hit in
      counts[hit.place, default: 0] += 1
      return counts[hit.place, default: 0] <= perDomain
    }
  }
}

/// An answer in which some hits are pinned.
struct CuratedAnswer {
  var answer: SearchAnswer
  /// The query of the rule that pins a hit, by its place on the page.
  var pins: [Int: String]
}

/// The items that the owners of the searched domains put before the hits of a query, or take out of them.
struct Curation {
  /// Some items of a domain, named by one rule.
  struct Named {
    /// The place of the domain among those that are searched.
    var place: Int
    var domain: String
    var ids: [String]
    /// The query of the rule, as written.
    var query: String
    var filters: [String]
  }

  var pins: [Named] = []
  var hidden: [Named] = []

  /// Finds the rules that hold for a query; empty where the query is more than plain words.
  init(_ request: SearchRequest, _ wanted: [String], _ domains: [StoredDomain]) {
    guard request.match != .none, let typed = request.query.name?.tokens else { return }
    for (index, domain) in wanted.enumerated() {
      guard let settings = domains.first(where: { $0.name == domain })?.facts.querySettings else {
        continue
      }
      func named(_ rules: [CurationRule]) -> [Named] {
        rules.compactMap { rule in
          guard rule.holds(at: request.now),
            let query = rule.queries.first(where: { Curation.means(typed, $0) })
          else { return nil }
          return Named(
            place: index, domain: domain, ids: rule.ids, query: query, filters: rule.filters)
        }
      }
      pins += named(settings.pins)
      hidden += named(settings.hidden)
    }
  }

  /// Whether nothing is changed.
  var isEmpty: Bool { pins.isEmpty && hidden.isEmpty }

  /// Whether a rule's query is what was typed, compared as names are; one that ends with `*` may go on.
  private static func means(_ typed: [[UInt8]], _ query: String) -> Bool {
    let isBeginning = query.hasSuffix("*")
    guard let tokens = Query(isBeginning ? String(query.dropLast()) : query).name?.tokens else {
      return false
    }
    return isBeginning ? typed.starts(with: tokens) : typed == tokens
  }
}
