import FootlightPlatform
package import TextAnalysis

/// The handling of stems where the build that made an index and the present one differ.
package struct Stemming: Sendable {
  /// The declared language.
  package var language: Language
  /// Whether the stored index has stems.
  package var isStored: Bool
  /// Whether this build can stem.
  package var isAvailable = Stemmer.isAvailable

  /// The decision where this build cannot make the stems of the index that it would change: the
  /// index is built anew, if that is agreed.
  func decision(_ decision: Decision) -> Decision {
    guard decision.action == .apply, language != .none, isStored, !isAvailable else {
      return decision
    }
    return Decision(
      action: .rebuild, cause: .indexChanged,
      reason: "the index has stems, and this build of footlight cannot make any")
  }

  /// The mistake before a domain is built: an error where stems would be lost.
  func mistake(building domain: String, isAgreed: Bool, at place: SourceLocation?) -> Diagnostic? {
    guard language != .none, isStored, !isAvailable, !isAgreed else { return nil }
    return Diagnostic(
      .buildWithoutStems,
      "the index of \(domain) has stems, and this build of footlight cannot make any", at: place,
      remedy: "use a build with the trait Complete, or agree with --without-stemming")
  }

  /// A warning for who builds an index that will have no stems.
  func warning(building domain: String, isAgreed: Bool, at place: SourceLocation?) -> Diagnostic? {
    guard language != .none, !isAvailable, !isAgreed else { return nil }
    var diagnostic = Diagnostic(
      .buildWithoutStems,
      "\(domain) has no stems: this build of footlight cannot make any", at: place,
      remedy: "a build with the trait Complete finds 'amended' by 'amend'")
    diagnostic.severity = .warning
    return diagnostic
  }
}
