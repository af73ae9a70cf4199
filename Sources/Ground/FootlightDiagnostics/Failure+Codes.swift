extension Failure {
  /// Whether one of its reasons has one of these codes.
  public func concerns(_ codes: Set<DiagnosticCode>) -> Bool {
    diagnostics.contains { codes.contains($0.code) }
  }
}
