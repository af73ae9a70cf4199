/// An address that a page may lead to: one of this site, or one of another that a click opens.
package struct Link: Sendable, Hashable {
  /// The address as it stands in the page, before escaping.
  package let text: String

  /// An address that ``Addresses`` has put together.
  init(own text: String) { self.text = text }

  /// An address that an item names; nil for one that would do something else than open a place on the web.
  package init?(outside text: String) {
    let lower = text.prefix(8).lowercased()
    guard lower.hasPrefix("https://") || lower.hasPrefix("http://"),
      // Browsers skip controls and blanks on their way to the scheme; so nothing holds any.
      !text.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F })
    else { return nil }
    self.text = text
  }

  /// The name of the other place, for people: `www.law.cornell.edu`.
  var host: String {
    let rest = text.drop { $0 != ":" }.dropFirst(3)
    let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    // What stands before an @ is no place, but is made to look like one.
    return String(host.split(separator: "@", omittingEmptySubsequences: false).last ?? host)
  }
}
