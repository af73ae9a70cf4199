public import FootlightDiagnostics

extension DiagnosticCode {
  /// Another indexer holds the index.
  public static let indexBusy = DiagnosticCode("index.busy", .machine)
  /// The index was written by a newer version of this program.
  public static let indexNewer = DiagnosticCode("index.newer", .machine)
  /// The catalog of the index cannot be read.
  public static let catalogDamaged = DiagnosticCode("index.catalog-damaged", .machine)
  /// A generation file is gone although the catalog names it.
  public static let generationMissing = DiagnosticCode("index.generation-missing", .machine)
  /// What was written does not read back as it was written.
  public static let generationUnfaithful = DiagnosticCode("index.unfaithful", .machine)
  /// None of the domains can be searched.
  public static let nothingSearchable = DiagnosticCode("index.nothing-searchable", .machine)
}
