package import FootlightDiagnostics
import FootlightPlatform
import Synchronization

/// A domain that is published and cannot be used.
struct BrokenDomain: Sendable {
  /// Its version.
  var version: Int
  /// Why.
  var failure: Failure
}

/// The link of an index folder to the shared store that it copies: every change is published there
/// first.
package final class IndexReplica: Sendable {
  /// The shared store.
  package let shared: any SharedIndex
  /// The folder whose files declarations and sources are: paths below it are told relative to it.
  let workspace: String
  private let state = Mutex(State())

  private struct State {
    /// The domains that this process has the right to change.
    var claims: Set<String> = []
    /// The files that were uploaded and are not committed yet.
    var uploaded: [Int: SharedFile] = [:]
    /// The domains that the last pull could not bring.
    var broken: [String: BrokenDomain] = [:]
    /// The versions of the last pull.
    var pulled: (identity: Int, versions: [String: Int])?
  }

  /// Joins a folder's workspace with a shared store.
  package init(_ shared: any SharedIndex, workspace: String) {
    self.shared = shared
    self.workspace = workspace
  }

  /// Takes the right to change a domain that is here in its `version`; once, until it is let go.
  ///
  /// A domain may be built anew even where its published state cannot be used.
  ///
  /// - Throws: `store.claimed`; `store.moved` when another machine has changed the domain since.
  func claim(_ domain: String, at version: Int, toBuild: Bool) throws(Failure) {
    guard !state.withLock({ $0.claims.contains(domain) }) else { return }
    let present = try shared.claim(domain)
    let broken = state.withLock { $0.broken[domain]?.version }
    guard present == version || toBuild && present == broken else {
      shared.letGo(domain)
      throw Failure(
        .storeMoved, "another machine has changed \(domain) since this one looked",
        remedy: "run it again")
    }
    state.withLock { _ = $0.claims.insert(domain) }
  }

  /// Gives the right to change a domain back, or that to change all.
  func letGo(_ domain: String? = nil) {
    let gone = state.withLock { state in
      let gone = state.claims.filter { domain == nil || $0 == domain }
      state.claims.subtract(gone)
      if domain == nil { state.uploaded.removeAll() }
      return gone.sorted()
    }
    for domain in gone { shared.letGo(domain) }
  }

  /// Sends the file of a generation, for the commit that follows.
  func upload(_ file: GenerationFile, at path: String) throws(Failure) {
    let sent = try shared.upload(file.generation, of: file.domain, at: path)
    state.withLock { $0.uploaded[file.generation] = sent }
  }

  /// Publishes what a transaction of the catalog has made of a domain; returns the new version, nil where
  /// nothing is different.
  func commit(
    _ domain: String, _ before: SharedRows, _ after: SharedRows, of version: Int,
    delta: (Int) throws(Failure) -> SharedDelta?
  ) throws(Failure) -> Int? {
    guard !before.publishesSame(as: after) else { return nil }
    let base: SharedChange.Base
    if before.domain != nil, after.domain == nil {
      base = .removed
    } else if before.base == after.base {
      base = .same
    } else {
      guard let file = state.withLock({ $0.uploaded.removeValue(forKey: after.base) }) else {
        throw Failure(.generationUnfaithful, "the new index was not sent to the shared store")
      }
      base = .replaced(file)
    }
    var row = after.domain ?? CatalogRow()
    row["workspace"] = .text(workspace)
    var change = SharedChange(domain: domain, version: version, base: base, row: row.encoded)
    if case .replaced = base, let broken = state.withLock({ $0.broken[domain]?.version }) {
      change.version = broken
    }
    for number in after.deltas where !before.deltas.contains(number) {
      if let added = try delta(number) { change.added.append(added) }
    }
    change.removed = before.deltas.filter { !after.deltas.contains($0) }
    change.recorded = after.journal.filter { before.journal[$0.key] != $0.value }
      .map { SharedJournalRow(key: $0.key, row: $0.value) }
    change.settled = before.journal.keys.filter { after.journal[$0] == nil }
    let published = try shared.commit(change)
    if change.version != version { state.withLock { $0.broken[domain] = nil } }
    return published
  }

  /// Remembers what was pulled.
  func notePull(
    _ identity: Int, _ versions: [String: Int], _ broken: [String: BrokenDomain]
  ) {
    state.withLock { state in
      state.pulled = (identity, versions)
      state.broken = broken
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

  /// Whether there is something else than what was pulled last.
  package func hasNews() throws(Failure) -> Bool {
    let identity = try shared.identity()
    let versions = try shared.versions()
    return state.withLock { state in
      guard let pulled = state.pulled else { return true }
      return pulled.identity != identity || pulled.versions != versions
    }
  }

  /// That an index is not changed without its shared store.
  static func copyOnly(_ folder: String) -> Failure {
    Failure(
      .storeCopy, "this index is a copy of a shared store, and is not changed by itself",
      at: SourceLocation(file: folder),
      remedy:
        "change it by footlight-store, as `footlight sync` does where footlight.yaml names the store"
    )
  }
}
