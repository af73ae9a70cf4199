package import FootlightPlatform
package import IndexStores
import Synchronization

/// A domain that is published and cannot be used.
struct BrokenDomain: Sendable {
  /// The token of its state.
  var token: Int
  /// Why.
  var failure: Failure
  /// The numbers of its files.
  var files: Set<Int> = []
}

/// The link of an index folder to the shared store that it copies: every change is published there
/// first.
package final class IndexReplica: IndexOrigin {
  /// The shared store.
  package let shared: any SharedIndex
  /// The folder whose files declarations and sources are: paths below it are told relative to it.
  let workspace: String
  private let state = Mutex(State())

  private struct State {
    /// The domains that this process has the right to change.
    var claims: Set<String> = []
    /// The files that were uploaded and are not committed yet.
    var uploaded: Set<Int> = []
    /// The domains that the last pull could not bring.
    var broken: [String: BrokenDomain] = [:]
    /// Whether the next pull tries them again, though nothing else was published of them.
    var retries = false
    /// The states of the last pull, and which domains it has kept.
    var pulled: (news: SharedNews, tokens: [String: Int], choice: ReplicaState)?
    /// The domains and shards for which the last pull had no room.
    var crowded: [Diagnostic] = []
    /// The part to keep from the next pull on; nil where that stays as it is.
    var keeping: CopyWish?
    /// Whether the store has left a question about a file without an answer: it is asked no more in that build, where each
    /// shard would wait as long.
    var isStoreSilent = false
  }

  /// Joins a folder's workspace with a shared store.
  package init(_ shared: any SharedIndex, workspace: String) {
    self.shared = shared
    self.workspace = workspace
  }

  package func nextNumber() throws(Failure) -> Int { try shared.nextNumber() }

  package func claim(
    _ domain: String, for indexer: EmbeddedIndexer, toBuild: Bool
  ) throws(Failure) {
    guard !state.withLock({ $0.claims.contains(domain) }) else { return }
    let token = try indexer.withCatalog { (catalog) throws(Failure) in
      try catalog.sharedToken(of: domain)
    }
    try checkKept(domain)
    let present = try shared.claim(domain)
    let broken = state.withLock { $0.broken[domain]?.token }
    guard present == token || toBuild && present == broken else {
      shared.letGo(domain)
      throw IndexReplica.moved(domain)
    }
    state.withLock { _ = $0.claims.insert(domain) }
  }

  /// That another machine was faster.
  static func moved(_ domain: String) -> Failure {
    Failure(
      .storeMoved, "another machine has changed \(domain) since this one looked",
      remedy: "run it again")
  }

  /// Refuses a domain that the copy does not keep.
  func checkKept(_ domain: String) throws(Failure) {
    guard let choice = state.withLock({ $0.pulled?.choice }) else { return }
    if let refusal = choice.refusal(of: domain, nil) { throw refusal }
  }

  package func letGo(_ domain: String?) {
    let gone = state.withLock { state in
      let gone = state.claims.filter { domain == nil || $0 == domain }
      state.claims.subtract(gone)
      if domain == nil { state.uploaded.removeAll() }
      // The next build asks again.
      state.isStoreSilent = false
      return gone.sorted()
    }
    for domain in gone { shared.letGo(domain) }
  }

  package func upload(_ file: GenerationFile, at path: String) throws(Failure) {
    try shared.upload(file.generation, of: file.domain, at: path)
    state.withLock { _ = $0.uploaded.insert(file.generation) }
  }

  package func publishing<Result>(
    _ domain: String, of catalog: borrowing Catalog, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = try catalog.sharedRows(of: domain)
    let result = try body()
    let after = try catalog.sharedRows(of: domain)
    if !before.publishesSame(as: after) {
      try catalog.setSharedToken(
        of: domain, to: commit(domain, from: before, to: after, in: catalog))
    }
    return result
  }

  /// Publishes what a transaction of the catalog has made of a domain; returns the new token.
  private func commit(
    _ domain: String, from before: SharedRows, to after: SharedRows, in catalog: borrowing Catalog
  ) throws(Failure) -> Int {
    let token = try catalog.sharedToken(of: domain)
    let base: SharedChange.Base
    if before.domain != nil, after.domain == nil {
      base = .removed
    } else if before.base == after.base {
      base = .same
    } else {
      let sent = after.base.filter { !before.base.contains($0) }
      guard state.withLock({ $0.uploaded.isSuperset(of: sent) }) else {
        throw Failure(.generationUnfaithful, "the new index was not sent to the shared store")
      }
      state.withLock { $0.uploaded.subtract(sent) }
      base = .replaced(after.base)
    }
    var row = after.domain ?? CatalogRow()
    row["workspace"] = .text(workspace)
    var change = SharedChange(domain: domain, token: token, base: base, row: row.encoded)
    if case .replaced = base, let broken = state.withLock({ $0.broken[domain]?.token }) {
      change.token = broken
    }
    for number in after.deltas where !before.deltas.contains(number) {
      if let added = try catalog.sharedDelta(number) { change.added.append(added) }
    }
    change.deltas = after.deltas
    change.recorded = after.journal.filter { before.journal[$0.key] != $0.value }
      .map { SharedJournalRow(key: $0.key, row: $0.value) }
    change.settled = before.journal.keys.filter { after.journal[$0] == nil }
    let published = try shared.commit(change)
    if change.token != token { state.withLock { $0.broken[domain] = nil } }
    return published
  }

  /// Remembers what was pulled.
  func notePull(
    _ news: SharedNews, tokens: [String: Int], broken: [String: BrokenDomain],
    keeping choice: ReplicaState, crowded: [Diagnostic]
  ) {
    state.withLock { state in
      state.pulled = (news, tokens, choice)
      state.broken = broken
      state.crowded = crowded
      state.retries = false
    }
  }

  /// Why some domains could not be pulled last; nil where all could.
  var failure: Failure? {
    let broken = state.withLock { $0.broken }
    return Failure(
      broken.sorted { $0.key.precedesInBytes($1.key) }.flatMap { domain, broken in
        broken.failure.diagnostics.map { diagnostic in
          var diagnostic = diagnostic
          diagnostic.message = "\(domain) could not be pulled: \(diagnostic.message)"
          return diagnostic
        }
      })
  }

  /// The domains and shards that were not pulled last, since they do not fit into the room that this machine gives.
  package var crowded: [Diagnostic] { state.withLock { $0.crowded } }

  /// Whether there is something else than what was pulled last; what could not be brought counts when it is `retried`.
  ///
  /// Where nothing was published at all, the store is asked for one row, however many domains it has.
  package func hasNews(retrying isRetried: Bool) throws(Failure) -> Bool {
    let news = try shared.news()
    let pulled = state.withLock { state in
      state.retries = isRetried
      return state.keeping == nil ? state.pulled : nil
    }
    guard let pulled, pulled.news.identity == news.identity else { return true }
    let broken = state.withLock { $0.broken.mapValues(\.token) }
    if pulled.news == news, broken.isEmpty || !isRetried { return false }
    var known = pulled.tokens
    if !isRetried { known.merge(broken) { _, broken in broken } }
    guard try known == shared.tokens().filter({ pulled.choice.keeps($0.key) }) else { return true }
    // Something was published that is not kept here.
    state.withLock { $0.pulled?.news = news }
    return false
  }

  /// Has the next pull keep this.
  func keep(_ keeping: CopyWish?) {
    guard let keeping else { return }
    state.withLock { $0.keeping = keeping }
  }

  /// The domains that the copy in a folder keeps, as far as it is known from it and from what was asked for.
  func choice(inFolder path: String) throws(Failure) -> ReplicaState {
    var choice = try ReplicaState.read(path)
    if let wish = state.withLock({ $0.keeping.take() }) { choice.apply(wish) }
    return choice
  }

  /// Why this state of a domain could not be brought, where it is not to be tried again.
  func passedOver(_ domain: String, at token: Int) -> BrokenDomain? {
    state.withLock { state in
      guard !state.retries, let broken = state.broken[domain], broken.token == token else {
        return nil
      }
      return broken
    }
  }

  /// The token of the published state of a domain that cannot be used; nil where it can.
  func brokenToken(of domain: String) -> Int? {
    state.withLock { $0.broken[domain]?.token }
  }

  /// Notes that files were sent, by this machine or by others.
  func noteUploaded(_ numbers: [Int]) {
    state.withLock { $0.uploaded.formUnion(numbers) }
  }

  package func isBroken(_ domain: String) -> Bool {
    state.withLock { $0.broken[domain] != nil }
  }

  package func isAway(_ file: GenerationFile) -> Bool {
    state.withLock { state in
      guard let broken = state.broken[file.domain] else { return false }
      return broken.failure.concerns([.storeAway]) && broken.files.contains(file.generation)
    }
  }

  package func canGive(_ generation: Int, of domain: String) throws(Failure) -> Bool {
    let presence = try presence { (shared) throws(Failure) in
      try shared.presence(ofPublished: generation, of: domain)
    }
    // What it has lost, or its disk has changed, and what lies on a worker that is away, is sent anew. Silence alone
    // shows that a disk is slow, not that something is lost.
    return switch presence {
    case .whole, .unknown: true
    case .lost, .away: false
    }
  }

  /// What the store knows of a file; nothing once it was silent.
  func presence(
    _ ask: (any SharedIndex) throws(Failure) -> SharedPresence
  ) throws(Failure) -> SharedPresence {
    guard !state.withLock({ $0.isStoreSilent }) else { return .unknown }
    let presence = try ask(shared)
    if case .unknown = presence { state.withLock { $0.isStoreSilent = true } }
    return presence
  }
}
