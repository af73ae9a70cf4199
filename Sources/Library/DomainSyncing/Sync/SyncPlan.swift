package import OpenWorkspaces
package import FootlightDiagnostics
package import IndexStores
import RecordSources

/// What is to be done with every domain, decided but not done.
package struct SyncPlan: Sendable {
  /// One domain.
  package struct Entry: Sendable {
    /// The domain.
    package var name: String
    /// What is stored.
    package var stored: StoredDomain?
    /// What is declared.
    package var declared: DeclaredDomain?
    /// What is done, or why that cannot be decided.
    package var decision: Result<Decision, Failure>
    /// The facts that rebuild nothing, such as the label, where they have to be stored anew.
    var restamped: DomainFacts?
  }

  /// The domains, by name.
  package var entries: [Entry]
  /// What is wrong with declarations that have no entry.
  package var failures: [Diagnostic]
  /// Whether the catalog cannot be used, so that nothing is known to be stored.
  var isDamaged = false

  package init(entries: [Entry], failures: [Diagnostic], isDamaged: Bool = false) {
    self.entries = entries
    self.failures = failures
    self.isDamaged = isDamaged
  }

  /// Whether the store has to be changed.
  var changesStore: Bool {
    entries.contains { entry in
      guard case .success(let decision) = entry.decision else { return false }
      return decision.isBuild || entry.restamped != nil
    }
  }
}

extension Decision {
  /// Whether records have to be read.
  var isBuild: Bool {
    switch action {
    case .build, .rebuild, .apply: true
    case .none, .ahead, .undeclared: false
    }
  }
}
