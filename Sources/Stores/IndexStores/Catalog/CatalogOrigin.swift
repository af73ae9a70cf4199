import FileHandles
package import FootlightPlatform

/// The shared store that the index of a folder is a copy of, as its catalog knows it.
package protocol CatalogOrigin: Sendable {
  /// Publishes what `body` has made of a domain, within its transaction.
  func publishing<Result>(
    _ domain: String, of catalog: borrowing Catalog, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result

  /// A number that is given out once: of a file, or of a delta.
  func nextNumber() throws(Failure) -> Int
}

extension Catalog {
  /// The name under which the identity of the shared store is kept.
  package static let identityName = "shared"
  /// Stands before a domain and a digest in the name under which the number is kept of what was pulled.
  package static let copiedPrefix = "copied:"

  /// The number of the next generation.
  func nextGeneration(after last: Int) throws(Failure) -> Int {
    if let origin { try origin.nextNumber() } else { last + 1 }
  }

  /// The number of the next delta, within a transaction.
  func nextDelta() throws(Failure) -> Int {
    if let origin { try origin.nextNumber() } else { try counter("delta") + 1 }
  }

  /// Whether the index is a copy of a shared store.
  func isCopy() throws(Failure) -> Bool { try counter(Catalog.identityName) != 0 }

  /// The digests of what was pulled of a domain, as text, by the numbers of files and deltas.
  func copiedDigests(of domain: String) throws(Failure) -> [Int: String] {
    let prefix = "\(Catalog.copiedPrefix)\(domain):"
    let statement = try connection.statement(
      "SELECT substr(name, length(?1) + 1), value FROM counter WHERE substr(name, 1, length(?1)) = ?1",
      prefix)
    var digests: [Int: String] = [:]
    while try statement.step() { digests[statement.count(1)] = statement.text(0) }
    return digests
  }
}
