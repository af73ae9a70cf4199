public import FootlightPlatform
import IndexStores
import SegmentFiles

/// The contents of a dump.
public struct DumpReport: Sendable, Hashable {
  /// One domain of a dump.
  public struct Domain: Sendable, Hashable {
    /// The domain.
    public var domain: String
    /// How many items were dumped.
    public var items: Int

    /// Makes an entry.
    package init(domain: String, items: Int) {
      self.domain = domain
      self.items = items
    }
  }

  /// The stored domains that were dumped, by name.
  public var domains: [Domain]
  /// Declared domains that are not built, so that nothing of them could be dumped.
  public var unbuilt: [String]

  /// How many items were dumped in all.
  public var items: Int { domains.reduce(0) { $0 + $1.items } }

  /// Makes a report.
  package init(domains: [Domain] = [], unbuilt: [String] = []) {
    self.domains = domains
    self.unbuilt = unbuilt
  }
}

extension Library {
  /// Hands out every item of the named domains (all of them without names), domain by domain, each
  /// in the order of its source and what has changed since after it; expired ones are left out.
  ///
  /// One state of the index is read from end to end; memory does not grow with what items hold.
  ///
  /// - Throws: `domain.unknown`; what is wrong with an index that cannot be read whole, because
  ///   half a dump looks like a whole one; and what `body` throws.
  @discardableResult
  public func dump(
    _ domains: [String] = [], cancellation: Cancellation? = nil,
    _ body: (LocatedItem) throws(Failure) -> Void
  ) throws(Failure) -> DumpReport {
    let source = try DumpSource(self, domains)
    return try source.run(cancellation, body)
  }
}

/// The domains that a dump reads, in one state of the store.
struct DumpSource {
  let state: any StoreSnapshot
  /// The stored domains, by name.
  let domains: [String]
  let unbuilt: [String]
  let now: Int64

  init(_ library: Library, _ names: [String]) throws(Failure) {
    let selection = DomainSelection(names)
    let all = try library.store.snapshot(of: [])
    let look = library.look(all)
    let known = all.domains.map(\.name)
    try selection.check(against: known + look.unbuilt.keys)
    domains = known.filter { selection.contains($0) }
    unbuilt = look.unbuilt.keys.filter { selection.contains($0) }.sorted()
    now = library.world.now()
    state = try library.store.snapshot(of: domains)
    // Said before anything is written.
    let state = state
    if let failure = Failure(domains.compactMap { state.problem(of: $0) }) { throw failure }
  }

  /// The names of all attributes, in the order in which they first occur.
  var attributes: [String] {
    var names: [String] = []
    var seen: Set<String> = []
    for domain in domains {
      for name in state.attributes(of: domain).map(\.name) where seen.insert(name).inserted {
        names.append(name)
      }
    }
    return names
  }

  func run(
    _ cancellation: Cancellation?, _ body: (LocatedItem) throws(Failure) -> Void
  ) throws(Failure) -> DumpReport {
    var report = DumpReport(unbuilt: unbuilt)
    for domain in domains {
      let names = state.attributes(of: domain).map(\.name)
      var count = 0
      try state.scanItems(of: domain) { (item) throws(Failure) in
        if count & 1023 == 0 { try cancellation?.check() }
        if let expires = item.expires, expires <= now { return }
        count += 1
        try body(LocatedItem(domain: domain, item: item.named(names)))
      }
      report.domains.append(DumpReport.Domain(domain: domain, items: count))
    }
    return report
  }
}
