public import FootlightDiagnostics

extension DiagnosticCode {
  /// A record yields no id.
  public static let missingID = DiagnosticCode("record.missing-id", .caller)
  /// A record yields no title.
  public static let missingTitle = DiagnosticCode("record.missing-title", .caller)
  /// A field holds a list or an object where text is wanted.
  public static let recordNotText = DiagnosticCode("record.not-text", .caller)
  /// A value cannot be read as what the declaration says it is.
  public static let recordValue = DiagnosticCode("record.value", .caller)
  /// A `map` does not hold a value and there is no `else`.
  public static let recordNotMapped = DiagnosticCode("record.not-mapped", .caller)
  /// An item would be too large.
  public static let itemTooLarge = DiagnosticCode("record.too-large", .caller)
}
