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
