public import FootlightPlatform
public import IndexStores

/// The work of a sync on one domain, done or to be done.
public struct SyncRow: Sendable, Hashable {
  /// The domain.
  public var domain: String
  /// The decision.
  public var decision: SyncDecision
  /// Why, as a sentence for people.
  public var reason: String
  /// The stored version after the command; nil where nothing is stored.
  public var version: Int?
  /// How many items are stored after the command.
  public var items = 0
  /// How many records became no item because they are bad.
  public var badRecords = 0
  /// The changes of the items.
  public var changes = ChangeCounts()
  /// How long it took.
  public var took: Duration = .zero
  /// The size of the stored generation.
  public var bytes = 0
  /// Bad records (the first twenty, with their places) and everything else to be warned of.
  public var warnings: [Diagnostic] = []
  /// The errors of the domain: why it was not done, or which of its changes could not be applied.
  public var failures: [Diagnostic] = []
  /// Whether the decision was carried out; if not, the index of the domain is as it was.
  public var isDone = true
}

/// The work of a sync or a rebuild, domain by domain.
public struct SyncReport: Sendable, Hashable {
  /// The domains by name: those that went well, and with ``SyncOptions/collectsFailures`` the others, whose failures
  /// stand in their rows.
  public var rows: [SyncRow] = []
  /// All failures: those of the rows, and those of declarations that name no domain.
  public var failures: [Diagnostic] = []
  /// Warnings about no domain in particular.
  public var warnings: [Diagnostic] = []

  /// The rows of the domains that went well.
  package var done: [SyncRow] { rows.filter(\.isDone) }

  /// The exit code that a command ends with: 0, or the highest of the failures.
  package var exitCode: Int32 {
    Failure(failures)?.exitCode ?? 0
  }
}

/// The action of a sync for a domain, decided by comparing stored and declared state.
public enum SyncDecision: String, Sendable, Hashable, CaseIterable {
  /// Nothing is stored yet.
  case build
  /// Stored, but wiped and built anew.
  case rebuild
  /// Changes of the source are applied.
  case apply
  /// All is as it was; nothing was read.
  case none
  /// The stored version is higher than the declared one: untouched.
  case ahead
  /// Stored, but no longer declared: untouched until it is removed.
  case undeclared
  /// A copy of a shared store does not keep it, or not all of its shards: untouched.
  case leftOut = "left-out"
}
