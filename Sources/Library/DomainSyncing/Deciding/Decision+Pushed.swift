package import DeclaredRecords
package import IndexStores

/// The comparisons of versions that concern what programs have pushed.
extension Decision {
  /// Whether what was pushed for a declaration is forgotten: its version has been raised since.
  package static func forgets(_ pushed: PushDeclaration, for declared: DomainDefinition) -> Bool {
    pushed.version < declared.version
  }

  /// Whether pushed records are stored for a declaration as it is now.
  package static func fits(_ pushed: PushDeclaration, _ declared: DomainDefinition) -> Bool {
    pushed == PushDeclaration(declared)
  }

  /// Whether records that were read for one declaration fit the present one; nil for a domain that is
  /// declared no more.
  ///
  /// A version is no part of the fingerprint.
  package static func isSame(_ taken: DomainDefinition, as present: DomainDefinition?) -> Bool {
    guard let present else { return false }
    return present.version == taken.version && present.fingerprint == taken.fingerprint
  }
}
