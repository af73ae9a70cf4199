import DeclaredRecords
package import FootlightPlatform
package import IndexStores

/// The decisions for every domain, not carried out yet.
package struct SyncPlan: Sendable {
  /// One domain.
  package struct Entry: Sendable {
    /// The domain.
    package var name: String
    /// The stored state.
    package var stored: StoredDomain?
    /// The declared domain.
    package var declared: DeclaredDomain?
    /// The decision, or the reason why there is none.
    package var decision: Result<Decision, Failure>
    /// The facts that rebuild nothing, such as the label, where they have to be stored anew.
    var restamped: DomainFacts?
    /// The refusal for whoever names the domain, where it is left out.
    var refusal: Failure?
  }

  /// The domains, by name.
  package var entries: [Entry]
  /// The mistakes of declarations that have no entry.
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
    case .none, .ahead, .undeclared, .leftOut: false
    }
  }
}
