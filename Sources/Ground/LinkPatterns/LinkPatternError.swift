/// What is wrong with a pattern.
package struct LinkPatternError: Error, Sendable, Hashable {
  /// What is wrong, as half a sentence.
  package var message: String
  /// What to write instead.
  package var remedy: String?

  init(_ message: String, remedy: String? = nil) {
    self.message = message
    self.remedy = remedy
  }
}
