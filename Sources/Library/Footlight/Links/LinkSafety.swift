package import FootlightPlatform

/// Which urls are opened and recorded.
package enum LinkSafety {
  /// Schemes that can run something, or show a local file.
  private static let refused: Set<String> = ["javascript", "data", "vbscript", "file"]
  /// Schemes that are opened.
  private static let opened: Set<String> = ["http", "https", "mailto"]

  /// Refuses a text that begins with a scheme that is never opened.
  package static func check(named text: String) throws(Failure) {
    guard !refused.contains(scheme(of: text)) else { throw failure(text) }
  }

  /// Refuses what is no address of a kind that is safe to hand on.
  package static func check(opening url: String) throws(Failure) {
    guard opens(url) else { throw failure(url) }
  }

  /// Whether an url is safe to hand on: of a kind that shows a page or writes to somebody, and without
  /// characters that nobody sees or that turn the direction of writing.
  package static func opens(_ url: String) -> Bool {
    let scheme = scheme(of: url)
    return opened.contains(scheme) && url.utf8.count > scheme.utf8.count + 1
      && !url.unicodeScalars.contains(where: isHidden)
  }

  /// Whether a character is one that nobody sees, or turns the direction of writing.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value <= 0x20 || (0x7F...0x9F).contains(scalar.value)
      || scalar.properties.isWhitespace || scalar.properties.isBidiControl
      || scalar.properties.isDefaultIgnorableCodePoint
  }

  /// The part before the first colon, as a browser would read it.
  private static func scheme(of text: String) -> String {
    let shown = text.unicodeScalars.filter { $0.value > 0x20 }
    return String(String.UnicodeScalarView(shown.prefix { $0 != ":" })).lowercased()
  }

  private static func failure(_ url: String) -> Failure {
    // Shown without what is refused.
    let shown = url.unicodeScalars.map { scalar in
      isHidden(scalar) ? "\u{FFFD}" : String(Character(scalar))
    }.joined()
    return Failure(
      .urlRefused, "the url '\(shown)' is not opened",
      remedy:
        "only http, https and mailto are, without spaces and hidden characters; `footlight show` shows the item"
    )
  }
}
