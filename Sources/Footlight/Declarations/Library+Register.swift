public import DomainDeclarations
public import FootlightDiagnostics
public import RecordSources
import Synchronization

extension Library {
  /// Adds a domain whose records a program provides; it is equal to declared ones.
  ///
  /// Registrations are not stored: a program registers its domains each time it opens the library.
  ///
  /// - Throws: `domain.registered-twice`.
  public func register(
    _ definition: DomainDefinition, source: any RecordSource
  ) throws(Failure) {
    let domain = DeclaredDomain(definition: definition, source: source)
    let isFree = registered.withLock { registered in
      guard registered[definition.name] == nil else { return false }
      registered[definition.name] = domain
      return true
    }
    guard isFree else {
      throw Failure(
        .registeredTwice, "a domain named '\(definition.name)' is registered already",
        at: definition.location)
    }
  }
}
