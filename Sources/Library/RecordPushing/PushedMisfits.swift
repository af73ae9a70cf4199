import DeclaredRecords
import FootlightPlatform
import IndexStores

/// Domains that hold pushed records which do not fit their present declaration.
///
/// Searches go on with the old index, and the records keep the ids under which it finds them. Such a
/// record can be deleted by that id; or a push brings one that fits in its place, and then the domain
/// is built. A push after which some would still not fit is refused.
struct PushedMisfits {
  private var failures: [String: Failure]
  /// The ids that were deleted, under which the old index finds their items.
  private(set) var deleted: [String: [String]] = [:]
  /// The domains whose records all fit now.
  private(set) var mended: [String] = []
  /// The ids before the push of records that it has given others, by those.
  private var former: [String: [String: String]] = [:]
  /// Those that must in the end, since records were pushed into them.
  private var expected: Set<String> = []

  init(_ failures: [String: Failure]) {
    self.failures = failures
  }

  /// The failure of the records of a domain; nil when they all fit, or fit by now.
  subscript(domain: String) -> Failure? {
    mended.contains(domain) ? nil : failures[domain]
  }

  /// Deletes what the old index finds, and gives the other records the ids that they have now, so
  /// that those of the push can take their places.
  ///
  /// - Returns: the numbers of the steps that are done by that.
  mutating func begin(
    _ domains: [DeclaredDomain], _ spool: borrowing PushSpool, _ pushing: borrowing Pushing,
    now: Int64
  ) throws(Failure) -> Set<Int> {
    guard !failures.isEmpty else { return [] }
    var done: Set<Int> = []
    var gone: [String: [String]] = [:]
    var pushed: Set<String> = []
    // A record pushed before a deletion of the same id must not outlive it: the deletion is done again in its place.
    var put: [String: Set<[UInt8]>] = [:]
    let failures = failures
    try spool.forEach { (entry) throws(Failure) in
      guard failures[entry.domain] != nil else { return }
      guard entry.action == .delete else {
        pushed.insert(entry.domain)
        put[entry.domain, default: []].insert(Array(entry.id.utf8))
        return
      }
      if try pushing.delete(entry.id, from: entry.domain) {
        if put[entry.domain]?.contains(Array(entry.id.utf8)) != true { done.insert(entry.number) }
        gone[entry.domain, default: []].append(entry.id)
      }
    }
    deleted = gone
    expected = pushed
    for domain in domains.map(\.definition) where failures[domain.name] != nil {
      let found = try PushedMisfits.look(domain, pushing, now: now)
      let isMended = found.failure == nil
      // Fewer than before, where some were deleted.
      if let failure = found.failure { self.failures[domain.name] = failure }
      guard isMended || expected.contains(domain.name) else { continue }
      if found.hasClashes, let failure = found.failure { throw failure }
      try pushing.rename(found.renamed, in: domain.name)
      for (old, id) in found.renamed where !isMended { former[domain.name, default: [:]][id] = old }
      if isMended { try settle(domain, pushing) }
    }
    return done
  }

  /// Looks whether what was pushed has mended all.
  mutating func end(
    _ domains: [DeclaredDomain], _ pushing: borrowing Pushing, now: Int64
  ) throws(Failure) {
    for domain in domains.map(\.definition)
    where self[domain.name] != nil && expected.contains(domain.name) {
      let found = try PushedMisfits.look(
        domain, pushing, now: now, former: former[domain.name] ?? [:])
      if let failure = found.failure { throw failure }
      try pushing.rename(found.renamed, in: domain.name)
      try settle(domain, pushing)
    }
  }

  private mutating func settle(
    _ domain: DomainDefinition, _ pushing: borrowing Pushing
  ) throws(Failure) {
    try pushing.set(PushDeclaration(domain), of: domain.name)
    mended.append(domain.name)
  }

  private static func look(
    _ domain: DomainDefinition, _ pushing: borrowing Pushing, now: Int64,
    former: [String: String] = [:]
  ) throws(Failure) -> PushedFindings {
    var findings = PushedFindings(domain, former: former)
    let identities = try PushedIdentities(domain, now: now)
    var after: Int64 = 0
    while true {
      let page = try pushing.pushed(to: domain.name, after: after, atMost: PushedSource.page)
      guard let last = page.last else { return findings }
      after = last.sequence
      try identities.look(page, into: &findings)
    }
  }
}
