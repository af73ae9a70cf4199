package import FootlightPlatform

extension DiagnosticCode {
  /// `footlight-read` was called with words that it does not know.
  ///
  /// Remedy: `footlight-read --help` lists them.
  package static let readUsage = DiagnosticCode("read.usage", .caller)
}
