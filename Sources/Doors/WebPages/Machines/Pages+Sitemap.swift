import DeclaredRecords
import Footlight
import FootlightPlatform
import JSONAnswers

extension Pages {
  /// The manifest by which a phone keeps the page among its programs (Web Application Manifest).
  func manifest() -> [UInt8] {
    let icon: RecordValue = [
      "src": .text(addresses.asset(.icon).text), "type": "image/svg+xml", "sizes": "any",
      "purpose": "any",
    ]
    let manifest: RecordValue = [
      "name": "Footlight", "short_name": "Footlight",
      "description": "Searches everything that Footlight knows",
      "start_url": .text(addresses.start.text), "scope": .text(addresses.start.text),
      "display": "standalone", "background_color": "#fbfaf7", "theme_color": "#fbfaf7",
      "icons": [icon],
    ]
    return manifest.pageJSON
  }
}

/// The files by which browsers search here from their address field.
extension Pages {
  /// The description of the search (OpenSearch 1.1, draft 6).
  func openSearch() -> [UInt8] {
    MarkupWriter.xml(
      Tag("OpenSearchDescription"), "http://a9.com/-/spec/opensearch/1.1/"
    ) { description in
      description.element(Tag("ShortName"), text: "Footlight")
      description.element(Tag("Description"), text: "Searches everything that Footlight knows")
      description.element(Tag("InputEncoding"), text: "UTF-8")
      description.element(Tag("Image"), [.type("image/svg+xml")]) {
        $0.text(addresses.absolute(addresses.asset(.icon)).text)
      }
      url("text/html", addresses.template(""), nil, &description)
      url(
        "application/x-suggestions+json", addresses.template("opensearch/suggest"), "suggestions",
        &description)
      // Firefox refuses a description that does not say where it is itself.
      url(
        "application/opensearchdescription+xml",
        addresses.absolute(addresses.named("opensearch.xml")), "self", &description)
    }
  }

  private func url(
    _ type: StaticString, _ template: Link, _ relation: StaticString?,
    _ description: inout MarkupWriter
  ) {
    var attributes: [Attribute] = [.type(type), Attribute("method", "get"), .template(template)]
    if let relation { attributes.append(.rel(relation)) }
    description.empty(Tag("Url"), attributes)
  }

  /// The completions of a text: the text, the completions, a note and an address for each.
  ///
  /// - Parameter label: what people call a domain.
  func suggestions(
    _ completions: Completions, label: (String) -> String = { $0 }
  ) -> [UInt8] {
    let all = completions.suggestions
    return RecordValue.list([
      .text(completions.query), .texts(all.map(\.text)),
      .texts(
        all.map { one in one.count.map { Quantity.of($0, "item") } ?? label(one.domain) }),
      .texts(all.map { addresses.absolute(addresses.completion($0)).text }),
    ]).pageJSON
  }
}

/// The files by which crawlers find every page.
extension Pages {
  /// The most addresses that a file of a sitemap may hold (sitemaps.org).
  static let sitemapLimit = 50_000

  /// An item as a sitemap and a feed list it.
  struct Listed: Sendable {
    var domain: String
    var id: String
    var title = ""
    /// A sentence or two; empty for none.
    var summary = ""
    /// When it was changed last, in seconds since 1970; nil where nobody knows.
    var changed: Int64?
  }

  /// A file of the sitemap; the first one, or the only one, names the start page too.
  func sitemap(_ items: some Sequence<Listed>, isFirst: Bool) -> [UInt8] {
    MarkupWriter.xml(Tag("urlset"), Pages.sitemapNames) { set in
      if isFirst { entry(addresses.start, nil, &set) }
      for item in items { entry(addresses.item(item.domain, item.id), item.changed, &set) }
    }
  }

  /// The list of the files, where one cannot hold all.
  func sitemapIndex(parts: Int) -> [UInt8] {
    MarkupWriter.xml(Tag("sitemapindex"), Pages.sitemapNames) { index in
      for part in 1...max(1, parts) {
        index.element(Tag("sitemap")) {
          $0.element(Tag("loc"), text: addresses.absolute(addresses.sitemap(part: part)).text)
        }
      }
    }
  }

  private static let sitemapNames: StaticString = "http://www.sitemaps.org/schemas/sitemap/0.9"

  private func entry(_ link: Link, _ changed: Int64?, _ set: inout MarkupWriter) {
    set.element(Tag("url")) { url in
      url.element(Tag("loc"), text: addresses.absolute(link).text)
      if let changed { url.element(Tag("lastmod"), text: Instant(seconds: changed).iso) }
    }
    set.line()
  }

  /// The permissions of crawlers: none, unless the site has an address that it is known by.
  func robots(isPublic: Bool) -> [UInt8] {
    guard isPublic else { return Array("User-agent: *\nDisallow: /\n".utf8) }
    let map = addresses.absolute(addresses.named("sitemap.xml")).text
    let hidden = ["api/", "results", "history"].map { "Disallow: \(addresses.root)\($0)\n" }
    return Array("User-agent: *\n\(hidden.joined())\nSitemap: \(map)\n".utf8)
  }
}
