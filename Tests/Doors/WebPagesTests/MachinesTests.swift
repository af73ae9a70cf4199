import Testing

@testable import Footlight
@testable import WebInterface

struct MachinesTests {
  private let pages = Pages(Addresses(root: "/find/", origin: "https://search.example"))
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `browsers learn where to search and where to ask for suggestions`() {
    let shown = text(pages.openSearch())
    #expect(shown.contains("<ShortName>Footlight</ShortName>"))
    #expect(shown.contains("template=\"https://search.example/find/?q={searchTerms}\""))
    #expect(
      shown.contains("template=\"https://search.example/find/opensearch/suggest?q={searchTerms}\""))
    #expect(
      shown.contains("template=\"https://search.example/find/opensearch.xml\" rel=\"self\"/>"))
  }

  @Test func `suggestions are four lists of one length`() {
    let shown = text(
      pages.suggestions(
        Completions(
          query: "na\"<",
          suggestions: [
            Completion(text: "Narcos", kind: .title, domain: "tv", id: "s 1"),
            Completion(text: "narrow", kind: .word, domain: "tv", count: 2),
          ])))
    #expect(
      shown == #"["na\"\u003c",["Narcos","narrow"],["tv","2 items"],"#
        + #"["https://search.example/find/tv/s%201","https://search.example/find/?q=narrow"]]"#)
    #expect(text(pages.suggestions(Completions(query: ""))) == #"["",[],[],[]]"#)
  }

  @Test func `a sitemap names items by their addresses`() {
    let items = [
      Pages.Listed(domain: "tv", id: "a&b", changed: 86_400), .init(domain: "tv", id: "2"),
    ]
    let shown = text(pages.sitemap(items, isFirst: true))
    #expect(shown.contains("<url><loc>https://search.example/find/</loc></url>"))
    #expect(
      shown.contains(
        "<url><loc>https://search.example/find/tv/a%26b</loc><lastmod>1970-01-02T00:00:00Z</lastmod></url>"
      ))
    #expect(!text(pages.sitemap(items, isFirst: false)).contains("/find/</loc>"))
    #expect(
      text(pages.sitemapIndex(parts: 2)).contains(
        "<loc>https://search.example/find/sitemap-2.xml</loc>"))
  }

  @Test func `a feed has its own address, and each change its item's`() {
    let entry = Pages.Listed(domain: "tv", id: "1", title: "Fresh & <new>\u{0}", changed: 0)
    let shown = text(pages.feed(of: ("tv", "Films"), [entry], updated: 60))
    #expect(
      shown.contains(
        "<link rel=\"self\" type=\"application/atom+xml\" href=\"https://search.example/find/tv.atom\"/>"
      ))
    #expect(
      shown.contains(
        "<title>Fresh &amp; &lt;new&gt;␀</title><id>https://search.example/find/tv/1</id>"))
    #expect(shown.contains("<updated>1970-01-01T00:01:00Z</updated>"))
    #expect(text(pages.feed(of: nil, [], updated: 0)).contains("/find/changes.atom"))
  }

  @Test func `the feeds of two searches have addresses of their own`() {
    let feeds = [nil, "lamps", "both"].map { text(pages.feed(of: [], for: $0)) }
    for (feed, query) in zip(feeds, ["", "?q=%40lamps", "?q=%40both"]) {
      let own = "https://search.example/find/alerts.atom\(query)"
      #expect(feed.contains("<id>\(own)</id>") && feed.contains("href=\"\(own)\"/>"))
    }
    #expect(feeds[1].contains("<title>Alerts of lamps</title>"))
  }

  @Test func `crawlers are kept out where the site has no address of its own`() {
    #expect(text(pages.robots(isPublic: false)) == "User-agent: *\nDisallow: /\n")
    let open = text(pages.robots(isPublic: true))
    #expect(open.contains("Sitemap: https://search.example/find/sitemap.xml\n"))
    #expect(!open.contains("Disallow: /\n") && open.contains("Disallow: /find/api/\n"))
  }

  @Test func `the manifest stays below the root`() {
    let shown = text(pages.manifest())
    #expect(
      shown.contains("\"start_url\":\"/find/\"") && shown.contains("\"src\":\"/find/assets/icon-"))
  }
}
