package import DeclaredRecords
package import FootlightPlatform
package import IndexStores

/// A domain that is declared in a file or registered in code, ready to be read.
package struct DeclaredDomain: Sendable {
  /// The declaration, compiled.
  package var definition: DomainDefinition
  /// Where its records come from.
  package var source: any RecordSource
  /// The declaration's file as it looked when it was read; nil for a registered domain.
  package var file: WatchedFile?

  package init(
    definition: DomainDefinition, source: any RecordSource, file: WatchedFile? = nil
  ) {
    self.definition = definition
    self.source = source
    self.file = file
  }
}

/// All domains of a workspace, and what is wrong with the others.
package struct Declarations: Sendable {
  /// A declaration that cannot be used.
  package struct Broken: Sendable {
    /// The absolute path.
    package var path: String
    /// The domain that it seems to declare.
    package var name: String?
    /// Everything that is wrong with it.
    package var diagnostics: [Diagnostic]
  }

  /// The readable declarations, by path; which of them are usable is settled when all are read.
  package var loaded: [String: DeclaredDomain] = [:]
  /// The usable ones, by domain.
  package var domains: [String: DeclaredDomain] = [:]
  /// The others.
  package var broken: [Broken] = []

  /// Nothing is declared.
  package init() {}
}
