public import DeclaredRecords
public import FootlightPlatform

extension Library {
  /// Adds a domain whose records a program provides; it is equal to declared ones.
  ///
  /// Registrations are not stored: a program registers its domains each time it opens the library.
  ///
  /// - Throws: `domain.registered-twice`.
  public func register(
    _ definition: DomainDefinition, source: any RecordSource
  ) throws(Failure) {
    try register(DeclaredDomain(definition: definition, source: source))
  }

  /// Adds a domain into which the program pushes its records, as with `kind: external`.
  ///
  /// Pushed records are stored and found by programs that register it again.
  ///
  /// - Throws: `domain.registered-twice`.
  public func register(_ definition: DomainDefinition) throws(Failure) {
    let source = PushedSource(userData: userData, domain: definition.name)
    try register(DeclaredDomain(definition: definition, source: source))
  }

  private func register(_ domain: DeclaredDomain) throws(Failure) {
    let definition = domain.definition
    guard open.registered.add(domain) else {
      throw Failure(
        .registeredTwice, "a domain named '\(definition.name)' is registered already",
        at: definition.location)
    }
  }
}
