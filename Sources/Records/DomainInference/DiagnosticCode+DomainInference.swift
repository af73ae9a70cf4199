public import FootlightPlatform

extension DiagnosticCode {
  /// Data that is none of the formats which are read.
  ///
  /// Remedy: convert it to CSV or JSON, as the message says, or write a declaration.
  public static let dataFormat = DiagnosticCode("data.format", .caller)
}
