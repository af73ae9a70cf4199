import Footlight

/// An address that is handed to other programs: of a web page, or to write to.
struct OpenableAddress: Sendable, Equatable {
  /// The address as it is written.
  let text: String

  /// Nil for what is not opened.
  init?(_ text: String) {
    guard text.utf8.count <= 8_192, LinkSafety.opens(text) else { return nil }
    self.text = text
  }
}
