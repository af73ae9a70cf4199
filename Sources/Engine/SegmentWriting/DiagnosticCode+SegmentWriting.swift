package import FootlightPlatform

extension DiagnosticCode {
  /// An item has more than 4,096 names.
  ///
  /// Remedy: split the item, or map fewer aliases.
  package static let itemTooManyNames = DiagnosticCode("item.too-many-names", .caller)
  /// Templates make hundreds of times more text than the source holds.
  ///
  /// Remedy: let the templates repeat less.
  package static let itemTooMuchText = DiagnosticCode("item.too-much-text", .caller)
  /// A domain holds more than one index takes: some hundred million items.
  ///
  /// Remedy: split it into several domains.
  package static let indexTooLarge = DiagnosticCode("index.too-large", .caller)
  /// The build was cancelled.
  ///
  /// Remedy: nothing is broken; run it again when you want it done.
  package static let indexCancelled = DiagnosticCode("index.cancelled", .interrupted)
}

extension Failure {
  /// A domain holds too much of something.
  static func tooLarge(_ what: String) -> Failure {
    Failure(
      .indexTooLarge, "a domain holds \(what)", remedy: "split it into several domains")
  }
}
