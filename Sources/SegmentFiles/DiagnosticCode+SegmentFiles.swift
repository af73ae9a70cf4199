public import FootlightDiagnostics

extension DiagnosticCode {
  /// A generation file has another format than this version reads.
  ///
  /// Remedy: run `footlight sync`, which builds the domain anew.
  public static let indexFormat = DiagnosticCode("index.format", .machine)
  /// A generation file does not hold what its checksums say.
  ///
  /// Remedy: run `footlight sync`, which builds the domain anew; look at the disk if it comes
  /// again.
  public static let indexDamaged = DiagnosticCode("index.damaged", .machine)
  /// Offset and limit reach too far.
  ///
  /// Remedy: narrow the query, or take everything with `footlight dump`.
  public static let searchTooFar = DiagnosticCode("search.too-far", .caller)
  /// A search was stopped by its deadline before it was done.
  ///
  /// Remedy: give it more time, or narrow the query.
  public static let searchCut = DiagnosticCode("search.cut", .caller)
  /// An item has more than 4,096 names.
  ///
  /// Remedy: split the item, or map fewer aliases.
  public static let itemTooManyNames = DiagnosticCode("item.too-many-names", .caller)
  /// Templates make hundreds of times more text than the source holds.
  ///
  /// Remedy: let the templates repeat less.
  public static let itemTooMuchText = DiagnosticCode("item.too-much-text", .caller)
  /// A domain holds more than one index takes: some hundred million items.
  ///
  /// Remedy: split it into several domains.
  public static let indexTooLarge = DiagnosticCode("index.too-large", .caller)
  /// The build was cancelled.
  ///
  /// Remedy: nothing is broken; run it again when you want it done.
  public static let indexCancelled = DiagnosticCode("index.cancelled", .interrupted)
}
