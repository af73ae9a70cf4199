package import FootlightPlatform

extension DiagnosticCode {
  /// A generation file has another format than this version reads.
  ///
  /// Remedy: run `footlight sync`, which builds the domain anew.
  package static let indexFormat = DiagnosticCode("index.format", .machine)
  /// A generation file does not hold what its checksums say.
  ///
  /// Remedy: run `footlight sync`, which builds the domain anew; look at the disk if it comes
  /// again.
  package static let indexDamaged = DiagnosticCode("index.damaged", .machine)
  /// A search was stopped by its deadline before it was done.
  ///
  /// Remedy: give it more time, or narrow the query.
  package static let searchCut = DiagnosticCode("search.cut", .caller)
}
