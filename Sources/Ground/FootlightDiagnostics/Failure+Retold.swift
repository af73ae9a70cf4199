/// The same failure, told otherwise.
extension Failure {
  /// With a place for all of its reasons.
  package func at(_ location: SourceLocation) -> Failure {
    retold { $0.location = location }
  }

  /// With another remedy.
  package func advised(_ remedy: String) -> Failure {
    retold { $0.remedy = remedy }
  }

  /// As warnings, for somebody whose call has succeeded all the same.
  package var asWarnings: [Diagnostic] {
    retold { if $0.severity == .error { $0.severity = .warning } }.diagnostics
  }

  private func retold(_ change: (inout Diagnostic) -> Void) -> Failure {
    var failure = self
    for index in failure.diagnostics.indices { change(&failure.diagnostics[index]) }
    return failure
  }
}
