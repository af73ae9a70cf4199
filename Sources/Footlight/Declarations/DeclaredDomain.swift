import DomainDeclarations
import FootlightDiagnostics
import IndexStores
import RecordSources

/// A domain that is declared in a file or registered in code, ready to be read.
struct DeclaredDomain: Sendable {
  /// What the declaration says.
  var definition: DomainDefinition
  /// Where its records come from.
  var source: any RecordSource
  /// The declaration's file as it looked when it was read; nil for a registered domain.
  var file: WatchedFile?
}

/// All domains of a workspace, and what is wrong with the others.
struct Declarations: Sendable {
  /// A declaration that cannot be used.
  struct Broken: Sendable {
    /// The absolute path.
    var path: String
    /// The domain that it seems to declare.
    var name: String?
    /// Everything that is wrong with it.
    var diagnostics: [Diagnostic]
  }

  /// What could be read, by path; who is usable is settled when all are read.
  var loaded: [String: DeclaredDomain] = [:]
  /// The usable ones, by domain.
  var domains: [String: DeclaredDomain] = [:]
  /// The others.
  var broken: [Broken] = []
}
