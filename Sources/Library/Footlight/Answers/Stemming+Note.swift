import TextAnalysis

extension Stemming {
  /// The note on a domain whose words are found only as they are written.
  func note(on domain: String) -> Note? {
    guard language != .none, isStored != isAvailable else { return nil }
    return Note(
      code: .unstemmed,
      message: isStored
        ? "this build of footlight cannot stem: words of \(domain) are found as they are written"
        : "\(domain) was built without stems; `footlight rebuild \(domain)` adds them",
      domain: domain)
  }
}
