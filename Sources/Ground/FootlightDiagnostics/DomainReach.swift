/// The domains that some names reach, each by its own name or by that of a group: `law` reaches `law` and
/// `law.rules`, never `lawn`.
package struct DomainReach: Sendable {
  private let names: [String]

  /// Takes names of domains and groups.
  package init(_ names: [String]) { self.names = names }

  /// Whether a domain is one of these or belongs to one of these groups.
  package func contains(_ domain: String) -> Bool {
    names.contains { domain == $0 || domain.hasPrefix($0 + ".") }
  }

  /// The part of a domain or group that is within reach: itself, or those of these names that lie in it.
  package func part(of name: String) -> [String] {
    let group = DomainReach([name])
    return contains(name) ? [name] : names.filter { group.contains($0) }
  }
}
