/// An address that is handed to other programs: of a web page, or to write to.
struct OpenableAddress: Sendable, Equatable {
  /// The address as it is written.
  let text: String

  /// Other schemes can run programs, or show files to who is no reader of them.
  private static let schemes: Set<String> = ["http", "https", "mailto"]

  /// Nil for what is not opened.
  init?(_ text: String) {
    let scheme = text.prefix { $0 != ":" }
    guard scheme.utf8.count < text.utf8.count - 1, text.utf8.count <= 8_192,
      Self.schemes.contains(scheme.lowercased()),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
    else { return nil }
    self.text = text
  }
}
