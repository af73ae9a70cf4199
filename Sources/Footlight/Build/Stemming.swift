import FootlightDiagnostics
import TextAnalysis

/// What becomes of stems where the build that made an index and the present one differ.
struct Stemming: Sendable {
  /// The declared language.
  var language: Language
  /// Whether the stored index has stems.
  var isStored: Bool
  /// Whether this build can stem.
  var isAvailable = Stemmer.isAvailable

  /// What a search says of a domain whose words it finds only as they are written.
  func note(on domain: String) -> Note? {
    guard language != .none, isStored != isAvailable else { return nil }
    return Note(
      code: "index.unstemmed",
      message: isStored
        ? "this build of footlight cannot stem: words of \(domain) are found as they are written"
        : "\(domain) was built without stems; `footlight rebuild \(domain)` adds them",
      domain: domain)
  }

  /// What is done where this build cannot make the stems of the index that it would change: the index
  /// is built anew, if that is agreed.
  func decision(_ decision: Decision) -> Decision {
    guard decision.action == .apply, language != .none, isStored, !isAvailable else {
      return decision
    }
    return Decision(
      action: .rebuild, cause: .indexChanged,
      reason: "the index has stems, and this build of footlight cannot make any")
  }

  /// What is to be told before a domain is built: an error where stems would be lost.
  func mistake(building domain: String, isAgreed: Bool, at place: SourceLocation?) -> Diagnostic? {
    guard language != .none, isStored, !isAvailable, !isAgreed else { return nil }
    return Diagnostic(
      .buildWithoutStems,
      "the index of \(domain) has stems, and this build of footlight cannot make any", at: place,
      remedy: "use a build with the trait Snowball, or agree with --without-stemming")
  }

  /// A warning for who builds an index that will have no stems.
  func warning(building domain: String, isAgreed: Bool, at place: SourceLocation?) -> Diagnostic? {
    guard language != .none, !isAvailable, !isAgreed else { return nil }
    var diagnostic = Diagnostic(
      .buildWithoutStems,
      "\(domain) has no stems: this build of footlight cannot make any", at: place,
      remedy: "a build with the trait Snowball finds 'amended' by 'amend'")
    diagnostic.severity = .warning
    return diagnostic
  }
}
