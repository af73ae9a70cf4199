/// The error that every call of the library throws: one or more diagnostics.
public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
  /// All that went wrong, in the order of its places.
  public internal(set) var diagnostics: [Diagnostic]

  /// A failure with one reason.
  public init(_ diagnostic: Diagnostic) {
    diagnostics = [diagnostic]
  }

  /// A failure with several reasons; nil when there is none.
  public init?(_ diagnostics: [Diagnostic]) {
    guard !diagnostics.isEmpty else { return nil }
    self.diagnostics = diagnostics
  }

  /// A failure with one reason, written in place.
  public init(
    _ code: DiagnosticCode, _ message: String, at location: SourceLocation? = nil,
    remedy: String? = nil
  ) {
    self.init(Diagnostic(code, message, at: location, remedy: remedy))
  }

  /// The exit code of a process that ends with this failure: the highest of its reasons.
  public var exitCode: Int32 {
    diagnostics.map(\.code.exitCode).max() ?? 3
  }

  /// All diagnostics, one after the other.
  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}

extension Failure {
  /// Whether one of its reasons has one of these codes.
  public func concerns(_ codes: Set<DiagnosticCode>) -> Bool {
    diagnostics.contains { codes.contains($0.code) }
  }
}

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
