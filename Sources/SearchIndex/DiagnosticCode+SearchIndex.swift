public import FootlightDiagnostics

extension DiagnosticCode {
  /// A generation file has another format than this version reads.
  public static let indexFormat = DiagnosticCode("index.format", .machine)
  /// A generation file does not hold what its checksums say.
  public static let indexDamaged = DiagnosticCode("index.damaged", .machine)
  /// Offset and limit reach too far.
  public static let searchTooFar = DiagnosticCode("search.too-far", .caller)
  /// An item has more than 4,096 names.
  public static let itemTooManyNames = DiagnosticCode("item.too-many-names", .caller)
  /// Templates make hundreds of times more text than the source holds.
  public static let itemTooMuchText = DiagnosticCode("item.too-much-text", .caller)
  /// The build was cancelled.
  public static let indexCancelled = DiagnosticCode("index.cancelled", .interrupted)
}
