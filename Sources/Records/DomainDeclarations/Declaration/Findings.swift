package import FootlightPlatform

/// Collects the mistakes of a declaration so that all of them are reported at once.
package struct Findings {
  package private(set) var diagnostics: [Diagnostic] = []

  /// Nothing is found yet.
  package init() {}

  mutating func report(
    _ code: DiagnosticCode, _ message: String, at location: SourceLocation, remedy: String? = nil
  ) {
    diagnostics.append(Diagnostic(code, message, at: location, remedy: remedy))
  }

  /// Throws what was found, in the order of the file.
  func finish(with others: Findings = Findings()) throws(Failure) {
    let ordered = (diagnostics + others.diagnostics).enumerated().sorted { left, right in
      let a = (left.element.location?.line ?? 0, left.element.location?.column ?? 0, left.offset)
      let b = (right.element.location?.line ?? 0, right.element.location?.column ?? 0, right.offset)
      return a < b
    }
    if let failure = Failure(ordered.map(\.element)) { throw failure }
  }
}

/// `did you mean 'title'?`, or the names that exist when none is near and they are few.
func suggestion(for written: String, among names: [String]) -> String? {
  if let name = nearest(to: written, among: names) { return "did you mean '\(name)'?" }
  guard !names.isEmpty, names.count <= 20 else { return nil }
  return "there are: " + names.joined(separator: ", ")
}
