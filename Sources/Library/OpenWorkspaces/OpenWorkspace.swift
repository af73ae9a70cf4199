import DeclaredRecords
package import FootlightPlatform
package import IndexStores
package import SourceKinds

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
  package let world: World
  /// Where items are kept.
  package let store: any IndexStore
  /// Whether the workspace names a shared store, which its index is a copy of.
  package let namesStore: Bool
  /// The data that cannot be derived again.
  package let userData: UserDatabase
  /// Domains that the program has registered.
  package let registered = Registrations()
  /// The domains for which a batch of pushes is open.
  package let openBatches = OpenBatches()
  /// Counts what was changed of what is recorded of activity.
  package let activityChanges = ChangeCounter()

  /// Opens a workspace; nothing is read yet.
  package init(
    workspace: Workspace, kinds: [SourceKind], world: World, store: any IndexStore,
    namesStore: Bool, userData: UserDatabase
  ) {
    self.workspace = workspace
    self.kinds = kinds
    self.world = world
    self.store = store
    self.namesStore = namesStore
    self.userData = userData
  }

  /// Whether the index is a copy of a shared store.
  package var isCopy: Bool { namesStore || copyAge != nil }

  /// How long ago the index was compared with the shared store that it is a copy of; nil where it is none.
  package var copyAge: Int64? {
    guard let pulled = (try? ReplicaAge.pulled(workspace.index)) ?? nil else { return nil }
    return max(0, world.now() - pulled)
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
