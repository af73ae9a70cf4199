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
      !text.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F }),
      !Link.host(of: text).isEmpty
    else { return nil }
    self.text = text
  }

  /// A point of the globe, which the program for maps opens that the reader has (RFC 5870).
  init(latitudeLongitude text: String) { self.text = "geo:" + text }

  /// The name of the other place, for people: `www.law.cornell.edu`.
  var host: String { Link.host(of: text) }

  /// The host of an address of http or https, as a browser finds it (WHATWG, URL standard, "authority state"):
  /// any number of slashes of either kind begin it, a slash of either kind ends it, and it follows the last `@`.
  private static func host(of text: String) -> String {
    let rest = text.drop { $0 != ":" }.dropFirst().drop { $0 == "/" || $0 == "\\" }
    let authority = rest.prefix { !"/\\?#".contains($0) }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
    guard !host.hasPrefix("[") else { return String(host.prefix { $0 != "]" }) + "]" }
    return String(host.prefix { $0 != ":" })
  }
}
