import Footlight

/// An address that a page may lead to: one of this site, or one of another that a click opens.
package struct Link: Sendable, Hashable {
  /// The address as it stands in the page, before escaping.
  package let text: String
  /// The name of the other place, for people: `www.law.cornell.edu`.
  let host: String

  /// An address that ``Addresses`` has put together.
  init(own text: String) {
    self.text = text
    host = ""
  }

  /// An address that an item names; nil for one that would do something else than open a place on the web.
  package init?(outside text: String) {
    let lower = text.prefix(8).lowercased()
    guard lower.hasPrefix("https://") || lower.hasPrefix("http://"),
      // What `open` refuses, a page leads nowhere with, as blanks and controls that browsers skip.
      LinkSafety.opens(text), let host = BrowserHost(of: text)
    else { return nil }
    self.text = text
    self.host = host.shown
  }

  /// A point of the globe, which the program for maps opens that the reader has (RFC 5870).
  init(latitudeLongitude text: String) {
    self.text = "geo:" + text
    host = ""
  }
}
