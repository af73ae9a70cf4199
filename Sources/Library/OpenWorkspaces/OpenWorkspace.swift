import DeclaredRecords
package import FootlightPlatform
package import IndexStores
package import SourceKinds
import Synchronization

/// A workspace that is open: where it lies, what its records are read with, and where its items are
/// kept.
///
/// Syncing and pushing are handed this value and know nothing of ``Library``, which only puts a
/// face on it.
package struct OpenWorkspace: Sendable {
  /// Where declarations and index lie.
  package let workspace: Workspace
  /// The kinds of sources that declarations may name.
  package let kinds: [SourceKind]
  /// The machine it runs on.
  package let system: SystemServices
  /// Where items are kept.
  package let store: any IndexStore
  /// What is wrong with the settings of the workspace.
  package let settingsMistakes: [Diagnostic]
  /// The data that cannot be derived again.
  package let userData: UserDatabase
  /// Domains that the program has registered.
  package let registered = Registrations()
  /// The domains for which a batch of pushes is open.
  package let openBatches = OpenBatches()
  /// Counts what was changed of what is recorded of activity.
  package let activityChanges = ChangeCounter()

  /// Whether the index is a copy of a shared store.
  package var isCopy: Bool { store.isCopy }

  /// The right to change the store, which nobody has while the settings of the workspace are wrong.
  package func indexer(_ patience: Patience) throws(Failure) -> any StoreIndexer {
    try checkSettings()
    return try store.indexer(patience)
  }

  /// Refuses settings that hold mistakes.
  package func checkSettings() throws(Failure) {
    if let failure = Failure(settingsMistakes) { throw failure }
  }

  /// The warning about an index on a network file system.
  package var networkWarning: Diagnostic {
    Diagnostic(
      .networkFolder, "the index lies on a network file system, where locks may not hold",
      at: SourceLocation(file: workspace.index),
      remedy: "let one machine index at a time, or name a local folder with --index",
      severity: .warning)
  }
}

/// How often this program has changed something, for who keeps what was read of it: two changes within
/// one tick of the clock leave files that look alike.
package final class ChangeCounter: Sendable {
  private let changes = Atomic<Int>(0)

  /// The number of changes so far.
  package var count: Int { changes.load(ordering: .relaxed) }

  /// Notes a change.
  package func note() { changes.wrappingAdd(1, ordering: .relaxed) }
}

/// The domains for which a batch of pushes is open: one for each.
package final class OpenBatches: Sendable {
  private let domains = Mutex<Set<String>>([])

  /// Takes the place of a domain; false when a batch has it.
  package func begin(_ domain: String) -> Bool { domains.withLock { $0.insert(domain).inserted } }

  /// Gives it back.
  package func end(_ domain: String) { domains.withLock { _ = $0.remove(domain) } }
}

/// The domains that a program has registered, by their names.
package final class Registrations: Sendable {
  private let domains = Mutex<[String: DeclaredDomain]>([:])

  /// All of them.
  package var all: [String: DeclaredDomain] { domains.withLock { $0 } }

  /// Adds a domain; false when one of that name is registered already.
  package func add(_ domain: DeclaredDomain) -> Bool {
    domains.withLock { domains in
      guard domains[domain.definition.name] == nil else { return false }
      domains[domain.definition.name] = domain
      return true
    }
  }
}
