package import FootlightPlatform

/// The domains that a call names: by name, or by group (`law` means `law` and `law.*`).
package struct DomainSelection: Sendable, Hashable {
  /// The names as given; none means all.
  var names: [String]
  /// The only domains that are meant, where a name means no group.
  private var exact: Set<String>?

  package init(_ names: [String]) {
    self.names = names
  }

  /// These domains and none below them.
  package init(exactly names: Set<String>) {
    self.names = names.sorted()
    exact = names
  }

  /// Whether everything is meant.
  package var isAll: Bool { names.isEmpty }

  /// Whether a domain is meant.
  package func contains(_ domain: String) -> Bool {
    if let exact { return exact.contains(domain) }
    return isAll || DomainReach(names).contains(domain)
  }

  /// Whether somebody has named this very domain.
  package func names(_ domain: String) -> Bool { exact == nil && names.contains(domain) }

  /// Fails for every name that means none of the known domains.
  package func check(against known: some Collection<String>) throws(Failure) {
    let all = Set(known)
    let unknown = names.filter { name in
      let reach = DomainReach([name])
      return !all.contains(name) && !known.contains { reach.contains($0) }
    }
    if let failure = Failure(unknown.map { DomainSelection.unknown($0, among: known) }) {
      throw failure
    }
  }

  /// The diagnostic for a name that means no domain.
  package static func unknown(_ name: String, among known: some Collection<String>) -> Diagnostic {
    let near = nearest(to: name, among: known)
    return Diagnostic(
      .unknownDomain, "there is no domain '\(name)'",
      remedy: near.map { "did you mean '\($0)'?" }
        ?? (known.isEmpty
          ? "no domain is declared yet" : "`footlight status --short` lists those that there are"))
  }
}
