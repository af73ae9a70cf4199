/// A mistake in a pattern.
package struct LinkPatternError: Error, Sendable, Hashable {
  /// The mistake, as half a sentence.
  package var message: String
  /// The text to write instead.
  package var remedy: String?

  init(_ message: String, remedy: String? = nil) {
    self.message = message
    self.remedy = remedy
  }
}
