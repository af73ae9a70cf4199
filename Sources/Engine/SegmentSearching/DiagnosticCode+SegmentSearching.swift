package import FootlightPlatform

extension DiagnosticCode {
  /// Offset and limit reach too far.
  ///
  /// Remedy: narrow the query, or take everything with `footlight dump`.
  package static let searchTooFar = DiagnosticCode("search.too-far", .caller)
}
