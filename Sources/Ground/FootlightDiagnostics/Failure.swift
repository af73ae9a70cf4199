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
