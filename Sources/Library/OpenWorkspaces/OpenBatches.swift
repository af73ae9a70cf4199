import Synchronization

/// The domains for which a batch of pushes is open: one for each.
package final class OpenBatches: Sendable {
  private let domains = Mutex<Set<String>>([])

  /// Takes the place of a domain; false when a batch has it.
  package func begin(_ domain: String) -> Bool { domains.withLock { $0.insert(domain).inserted } }

  /// Gives it back.
  package func end(_ domain: String) { domains.withLock { _ = $0.remove(domain) } }
}
