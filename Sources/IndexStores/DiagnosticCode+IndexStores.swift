public import FootlightDiagnostics

extension DiagnosticCode {
  /// The right to change the index was given back already.
  public static let indexerClosed = DiagnosticCode("index.closed", .caller)
  /// The index was written by a newer version of this program.
  public static let indexNewer = DiagnosticCode("index.newer", .machine)
  /// The catalog of the index cannot be read.
  public static let catalogDamaged = DiagnosticCode("index.catalog-damaged", .machine)
  /// A generation file is gone although the catalog names it.
  public static let generationMissing = DiagnosticCode("index.generation-missing", .machine)
  /// What was written does not read back as it was written.
  public static let generationUnfaithful = DiagnosticCode("index.unfaithful", .machine)
  /// `user.sqlite`, which holds what cannot be derived again, is damaged.
  public static let userDataDamaged = DiagnosticCode("index.user-data-damaged", .machine)
  /// The folder of the index, or a file in it, cannot be written.
  public static let indexReadOnly = DiagnosticCode("index.read-only", .machine)
  /// Files lie in the folder of the index that belong to no live generation.
  public static let indexLeftovers = DiagnosticCode("index.leftovers", .machine)
}
