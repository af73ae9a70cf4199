import DeclaredRecords
import FootlightPlatform
import IndexStores
import SearchEngine
import TestSupport
import Testing

/// Random changes in random batches, with random merges: a domain of deltas answers as one that was
/// built anew of the same items, and as the oracle does.
@Suite struct DeltaAgreementTests {
  private static let rounds = SystemServices.system.environment("FOOTLIGHT_TORTURE") == nil ? 8 : 60
  private static let queries =
    SystemServices.system.environment("FOOTLIGHT_TORTURE") == nil ? 14 : 60

  @Test(arguments: Backend.keeping, [1, 2])
  func `base and deltas answer as a build of what is left`(
    _ backend: Backend, _ number: UInt64
  ) throws {
    var random = SeededRandom.announced("agreement of deltas, round \(number)")
    let folder = try TemporaryFolder()
    let embedded = backend.store(in: folder)
    let oracle = backend.oracleStore
    let other = (0..<30).map { Generator.item($0, &random) }
    var present = Dictionary(
      uniqueKeysWithValues: (0..<120).map { (number) -> (String, Item) in
        var item = Generator.item(number, &random)
        item.id = "\(number)"
        return (item.id, item)
      })
    for store in [embedded, oracle] as [any IndexStore] {
      try store.publish("changing", present.values.sorted { $0.id < $1.id }, batch: 9)
      try store.publish("still", other, weight: 1500)
    }
    var most = 1
    for round in 0..<Self.rounds {
      var added: [Item] = []
      for _ in 0..<random.below(20) {
        var item = Generator.item(random.below(160), &random)
        item.id = "\(random.below(160))"
        if added.contains(where: { $0.id == item.id }) { continue }
        // Some come out the same.
        if random.oneIn(4), let old = present[item.id] { item = old }
        added.append(item)
      }
      let deleted = (0..<random.below(12)).map { _ in "\(random.below(160))" }
      var counted: [ChangeCounts] = []
      for store in [embedded, oracle] as [any IndexStore] {
        counted.append(
          try store.change(
            "changing", added, deleting: deleted, batch: 1 + random.below(9)
          ).changes)
      }
      #expect(counted[0] == counted[1], "round \(round)")
      for id in deleted { present[id] = nil }
      for item in added { present[item.id] = item }
      if random.oneIn(5) {
        let indexer = try embedded.indexer(.none)
        #expect(try indexer.compact("changing", memory: 1 << 20).segments == 1)
        indexer.close()
      }
      // Whatever the order of its records is, a build of what is left.
      let rebuilt = ShardedStore(
        store: EmbeddedStore(path: folder.path("rebuilt\(round)")), shards: 1,
        isKeyed: backend == .keyed)
      try rebuilt.publish("changing", present.values.sorted { $0.id < $1.id }, batch: 9)
      try rebuilt.publish("still", other, weight: 1500)
      most = max(most, try embedded.snapshot(of: nil).domains.first?.segments ?? 0)
      let reader = try backend.reader(of: embedded, in: folder)
      try compare(reader, rebuilt, oracle, "round \(round)", &random)
    }
    #expect(most > 1, "there were deltas")
  }

  private func compare(
    _ embedded: any IndexStore, _ rebuilt: any IndexStore, _ oracle: any IndexStore,
    _ when: String, _ random: inout SeededRandom
  ) throws {
    let left = try embedded.snapshot(of: nil)
    let right = try rebuilt.snapshot(of: nil)
    let naive = try oracle.snapshot(of: nil)
    try left.verify("changing")
    let domains = ["changing", "still"]
    #expect(left.domains.map(\.items) == right.domains.map(\.items), "\(when)")
    let changing = try #require(left.domains.first)
    #expect(changing.segments <= 1 + 8 * changing.baseShards.count, "\(when)")
    for _ in 0..<Self.queries {
      let text = Generator.anyQuery(&random)
      var request = SearchRequest(
        query: Query(text), offset: random.oneIn(3) ? random.below(30) : 0,
        limit: 1 + random.below(25), match: random.pick(MatchMode.allCases) ?? .tiers, now: 500,
        countsExactly: random.oneIn(2))
      if random.oneIn(4) { request.facets = ["color"] }
      if random.oneIn(5) {
        request.sort = [
          AttributeOrder("color", isDescending: random.oneIn(2)),
          AttributeOrder("title", isDescending: random.oneIn(2)),
        ]
      }
      if random.oneIn(6) { request.perDomain = 1 + random.below(5) }
      if random.oneIn(4) {
        request.distinct = ["changing": "color", "still": random.oneIn(2) ? "color" : "domain"]
        request.countsGroups = random.oneIn(2)
      }
      let asked = random.oneIn(3) ? ["changing"] : domains
      let what = "\(when): \(request.match) '\(text)' \(request.offset)+\(request.limit)"
      let found = try left.search(request, in: asked)
      let wanted = try right.search(request, in: asked)
      #expect(found.hits.map(Place.init) == wanted.hits.map(Place.init), "\(what)")
      #expect(found.total == wanted.total && found.isAtLeast == wanted.isAtLeast, "\(what)")
      #expect(found.corrections == wanted.corrections, "\(what)")
      #expect(found.facets.map(folded) == wanted.facets.map(folded), "\(what)")
      let typed = SuggestionRequest(text, limit: 1_000, now: 500)
      let suggested = try left.suggest(typed, in: asked).suggestions
      #expect(try right.suggest(typed, in: asked).suggestions == suggested, "\(what)")
      let asking =
        found.hits.prefix(3).map { ExplainedItem(place: $0.place, id: $0.item.id) }
        + [ExplainedItem(place: 0, id: "\(random.below(160))")]
      let explained = try right.explain(request, asking, in: asked)
      #expect(try left.explain(request, asking, in: asked) == explained, "\(what)")
      #expect(
        try asking.flatMap { try right.explain(request, [$0], in: asked) } == explained, "\(what)")
      guard request.perDomain == nil else { continue }
      let slow = try naive.search(request, in: asked)
      #expect(
        found.hits.map { Place($0, matched: false) } == slow.hits.map { Place($0, matched: false) },
        "\(what)")
      #expect(found.total == slow.total, "\(what)")
    }
    var ids: Set<String> = []
    try left.scanItems(of: "changing") { item in ids.insert(item.id) }
    // Pieces of all segments, one behind the other, are the whole.
    var pieces: [String] = []
    for first in stride(from: 0, to: 200, by: 7) {
      try left.scanItems(of: "changing", in: first..<first + 7, hidingPrivate: false) { item in
        pieces.append(item.id)
      }
    }
    #expect(pieces.count == ids.count && Set(pieces) == ids, "\(when)")
    var wanted: Set<String> = []
    try right.scanItems(of: "changing") { item in wanted.insert(item.id) }
    #expect(ids == wanted, "\(when)")
    var digests: Set<ItemDigest> = []
    var others: Set<ItemDigest> = []
    try left.scanDigests(of: "changing") { digest, _ in digests.insert(digest) }
    try right.scanDigests(of: "changing") { digest, _ in others.insert(digest) }
    #expect(digests == others, "\(when)")
    for number in 0..<160 {
      let id = "\(number)"
      #expect(
        try left.item(id: id, in: "changing") == right.item(id: id, in: "changing"), "\(when)")
    }
  }

  /// The spelling of a facet's value may be that of another segment until they are merged.
  private func folded(_ facet: Facet) -> [String] {
    facet.values.map { value in
      guard case .text(let text) = value.value else { return "\(value.value) \(value.count)" }
      return "\(text.lowercased()) \(value.count)"
    }
  }

  /// What is compared of a hit.
  private struct Place: Hashable, CustomStringConvertible {
    var part: Int
    var id: String
    var tier: Int
    var score: Int?
    var matched: HitMatch?
    var items: Int

    init(_ hit: RankedHit) { self.init(hit, matched: true) }

    init(_ hit: RankedHit, matched: Bool) {
      part = hit.place
      id = hit.item.id
      tier = hit.tier
      score = hit.score
      items = hit.group?.items ?? 1
      self.matched = matched ? hit.matched : nil
    }

    var description: String { "\(part):\(id)/\(tier)/\(score.map(String.init) ?? "-")/\(items)" }
  }
}
