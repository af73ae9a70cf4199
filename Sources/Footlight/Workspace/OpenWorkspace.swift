import FootlightDiagnostics
import FootlightPlatform
import IndexStores
import RecordSources

/// A workspace that is open: where it lies, what its records are read with, and where its items are
/// kept.
///
/// What syncs and what takes pushes is handed this value and knows nothing of ``Library``, which only
/// puts a face on it.
struct OpenWorkspace: Sendable {
  /// Where declarations and index lie.
  let workspace: Workspace
  /// The kinds of sources that declarations may name.
  let kinds: [SourceKind]
  /// The machine it runs on.
  let world: World
  /// Where items are kept.
  let store: any IndexStore
  /// Whether the workspace names a shared store, which its index is a copy of.
  let namesStore: Bool
  /// What cannot be derived again.
  let userData: UserData
  /// Domains that the program has registered.
  let registered = Registrations()
  /// The domains for which a batch of pushes is open.
  let openBatches = OpenBatches()
  /// What was read of activity last.
  let activityMemory = ActivityMemory()

  /// Whether the index is a copy of a shared store.
  var isCopy: Bool { namesStore || copyAge != nil }

  /// How long ago the index was compared with the shared store that it is a copy of; nil where it is none.
  var copyAge: Int64? {
    guard let pulled = (try? ReplicaAge.pulled(workspace.index)) ?? nil else { return nil }
    return max(0, world.now() - pulled)
  }

  /// What is said of an index on a network file system.
  var networkWarning: Diagnostic {
    Diagnostic(
      .networkFolder, "the index lies on a network file system, where locks may not hold",
      at: SourceLocation(file: workspace.index),
      remedy: "let one machine index at a time, or name a local folder with --index",
      severity: .warning)
  }
}
