package import FootlightPlatform

extension DiagnosticCode {
  /// An argument that a tool cannot take.
  ///
  /// Remedy: send arguments as the schema of the tool describes them.
  package static let toolArgument = DiagnosticCode("tool.argument", .caller)
}
