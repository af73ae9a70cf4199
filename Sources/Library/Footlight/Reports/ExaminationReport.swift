public import FootlightPlatform

/// Something that an examination found, and the domain that it concerns.
public struct Finding: Sendable, Hashable {
  /// The domain; nil for what concerns the whole index or a declaration that cannot be read.
  public var domain: String?
  /// The finding and its remedy: an error is damage, a warning is settled by a command, a note needs nothing.
  public var diagnostic: Diagnostic

  /// Makes a finding.
  package init(domain: String? = nil, _ diagnostic: Diagnostic) {
    self.domain = domain
    self.diagnostic = diagnostic
  }
}

/// The status of all domains, and everything that is not as it should be.
public struct ExaminationReport: Sendable, Hashable {
  /// The domains, by name.
  public var domains: [DomainStatus] = []
  /// The findings: first those about the whole index, then domain by domain.
  public var findings: [Finding] = []

  /// The exit code that a command ends with: that of the errors, else 1 where there is a warning,
  /// else 0.
  package var exitCode: Int32 {
    let diagnostics = findings.map(\.diagnostic)
    if let failure = Failure(diagnostics.filter { $0.severity == .error }) {
      return failure.exitCode
    }
    return diagnostics.contains { $0.severity == .warning } ? 1 : 0
  }
}

/// The effect of removing one domain.
public struct RemovedDomain: Sendable, Hashable {
  /// The domain.
  public var domain: String
  /// How many items it held.
  public var items = 0
  /// The declaration that is still there, so that the next sync builds the domain again.
  public var remainingDeclaration: String?
  /// The declaration that was deleted.
  public var deletedDeclaration: String?
}
