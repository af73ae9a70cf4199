import DeclaredRecords
import Synchronization

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
