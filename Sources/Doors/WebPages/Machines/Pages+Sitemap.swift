import DeclaredRecords
import Footlight

/// The files by which crawlers find every page.
extension Pages {
  /// The most addresses that a file of a sitemap may hold (sitemaps.org).
  package static let sitemapLimit = 50_000

  /// An item as a sitemap and a feed list it.
  package struct Listed: Sendable {
    package var domain: String
    package var id: String
    package var title: String
    /// A sentence or two; empty for none.
    package var summary: String
    /// When it was changed last, in seconds since 1970; nil where nobody knows.
    package var changed: Int64?

    package init(
      domain: String, id: String, title: String = "", summary: String = "", changed: Int64? = nil
    ) {
      self.domain = domain
      self.id = id
      self.title = title
      self.summary = summary
      self.changed = changed
    }
  }

  /// A file of the sitemap; the first one, or the only one, names the start page too.
  package func sitemap(_ items: some Sequence<Listed>, isFirst: Bool) -> [UInt8] {
    var writer = MarkupWriter(.xml, capacity: 1 << 16)
    writer.prologue()
    writer.element(Tag("urlset"), [Pages.sitemapNames]) { set in
      if isFirst { entry(addresses.start, nil, &set) }
      for item in items { entry(addresses.item(item.domain, item.id), item.changed, &set) }
    }
    return writer.bytes
  }

  /// The list of the files, where one cannot hold all.
  package func sitemapIndex(parts: Int) -> [UInt8] {
    var writer = MarkupWriter(.xml, capacity: 1 << 10)
    writer.prologue()
    writer.element(Tag("sitemapindex"), [Pages.sitemapNames]) { index in
      for part in 1...max(1, parts) {
        index.element(Tag("sitemap")) {
          $0.element(Tag("loc"), text: addresses.absolute(addresses.sitemap(part: part)).text)
        }
      }
    }
    return writer.bytes
  }

  private static let sitemapNames = Attribute(
    "xmlns", "http://www.sitemaps.org/schemas/sitemap/0.9")

  private func entry(_ link: Link, _ changed: Int64?, _ set: inout MarkupWriter) {
    set.element(Tag("url")) { url in
      url.element(Tag("loc"), text: addresses.absolute(link).text)
      if let changed { url.element(Tag("lastmod"), text: Instant(seconds: changed).iso) }
    }
    set.line()
  }

  /// The permissions of crawlers: none, unless the site has an address that it is known by.
  package func robots(isPublic: Bool) -> [UInt8] {
    guard isPublic else { return Array("User-agent: *\nDisallow: /\n".utf8) }
    let map = addresses.absolute(addresses.named("sitemap.xml")).text
    let hidden = ["api/", "results", "history"].map { "Disallow: \(addresses.root)\($0)\n" }
    return Array("User-agent: *\n\(hidden.joined())\nSitemap: \(map)\n".utf8)
  }
}
