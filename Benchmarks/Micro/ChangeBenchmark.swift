import DeclaredRecords
import FootlightPlatform
import IndexStores
import SearchEngine

/// Changes items of a domain in batches of 1,000 and times what follows: a copy of the index is spent.
enum ChangeBenchmark {
  static func run(index: String, domain: String, queries: String) throws(Failure) {
    let store = EmbeddedStore(path: index)
    let file = try File.readWhole(queries)
    let lines = file.text(file.all).split(separator: "\n").map { Query(String($0)) }
    try time(lines, domain, store, "no delta")
    for batch in 1...9 {
      let ids = try ids(of: domain, store, every: 997, from: batch * 31, atMost: 1_000)
      let fresh = EmbeddedStore(path: index)
      let began = SystemServices.system.monotonic()
      let indexer = try fresh.indexer(.none)
      let facts = try indexer.domains().first { $0.name == domain }?.facts
      let change = try indexer.change(domain, memory: 256 << 20)
      let ready = SystemServices.system.monotonic()
      let worker = try change.worker()
      var item = ItemBuffer()
      worker.beginBatch(0)
      for (place, old) in ids.enumerated() {
        fill(&item, old, "changed \(batch) \(place)")
        _ = worker.add(item)
      }
      try worker.endBatch()
      let added = SystemServices.system.monotonic()
      _ = try change.finish(keeping: .keepLast)
      let finished = SystemServices.system.monotonic()
      let (stored, changes) = try change.commit(
        ChangeCommit(facts: facts ?? DomainFacts(label: domain, version: 1, fingerprint: "")))
      let committed = SystemServices.system.monotonic()
      indexer.close()
      let ended = SystemServices.system.monotonic()
      let steps = [
        ready - began, added - ready, finished - added, committed - finished, ended - committed,
      ]
      print(
        "batch \(batch): \(changes.updated) updated, \(stored.segments) segments,",
        "\(stored.deltaBytes) bytes; open, add, finish, commit, close:",
        steps.map { "\($0 / 1_000)" }.joined(separator: " "), "µs")
      try time(lines, domain, store, "\(stored.segments - 1) deltas")
    }
  }

  private static func ids(
    of domain: String, _ store: EmbeddedStore, every step: Int, from first: Int, atMost limit: Int
  ) throws(Failure) -> [StoredItem] {
    var found: [StoredItem] = []
    var place = 0
    try store.snapshot(of: [domain]).scanItems(of: domain) { item in
      if place % step == first % step, found.count < limit { found.append(item) }
      place += 1
    }
    return found
  }

  private static func fill(_ item: inout ItemBuffer, _ old: StoredItem, _ added: String) {
    item.removeAll()
    func append(_ text: String, _ item: inout ItemBuffer) -> ByteRange {
      let start = item.bytes.count
      item.bytes.append(text)
      return ByteRange(start: start, count: item.bytes.count - start)
    }
    item.id = append(old.id, &item)
    item.title = append(old.title, &item)
    item.description = append(old.description + " " + added, &item)
    item.body = append(old.body, &item)
    for alias in old.aliases { item.aliases.append(append(alias, &item)) }
    item.rank = UInt16(truncatingIfNeeded: old.rank)
  }

  private static func time(
    _ queries: [Query], _ domain: String, _ store: EmbeddedStore, _ what: String
  ) throws(Failure) {
    var began = SystemServices.system.monotonic()
    let snapshot = try EmbeddedStore(path: store.path).snapshot(of: [domain])
    _ = try snapshot.item(id: "", in: domain)
    let opened = SystemServices.system.monotonic() - began
    var times: [Int64] = []
    for query in queries {
      var best = Int64.max
      for _ in 0..<5 {
        began = SystemServices.system.monotonic()
        _ = try snapshot.search(SearchRequest(query: query, now: 0), in: [domain])
        best = min(best, SystemServices.system.monotonic() - began)
      }
      times.append(best)
    }
    times.sort()
    print(
      "  \(what): opened in \(opened / 1_000) µs; queries p50 \(times[times.count / 2] / 1_000),",
      "p90 \(times[times.count * 9 / 10] / 1_000), p99 \(times[times.count * 99 / 100] / 1_000) µs")
  }
}
