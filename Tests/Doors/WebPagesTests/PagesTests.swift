import Testing

@testable import Footlight
@testable import WebInterface

struct PagesTests {
  private let addresses = Addresses(root: "/find/", origin: "https://search.example")
  private var pages: Pages { Pages(addresses, activity: true) }
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func item(_ title: String = "Narcos", url: String = "https://tv.example/n") -> Item {
    Item(
      id: "s/1", title: title, description: "A chase.", body: "One\ntwo\n\n  three",
      keywords: ["crime"], aliases: ["ナルコス"], url: url,
      attributes: [
        ItemAttribute("type", .text("TV Show")),
        ItemAttribute("year", .number(2015, written: "2015")),
        ItemAttribute("genre", .list(["Crime", "Drama"])), ItemAttribute("live", .boolean(false)),
      ])
  }

  @Test func `the start page shows domains with counts, what was opened and what is starred`() {
    let start = Start(
      domains: [DomainSummary(domain: "tv", label: "Films", version: 1, items: 8806)],
      lately: [.init(domain: "tv", id: "1", title: "Dark", last: 0)],
      starred: [
        .init(domain: "history", id: "x", title: "Page", url: "https://a.example/", isStarred: true)
      ])
    let shown = text(pages.start(start))
    #expect(
      shown.contains(
        "<a href=\"/find/tv\" dir=\"auto\">Films</a> <span class=\"number\">8,806</span>"))
    #expect(shown.contains("<a href=\"/find/tv/1\" dir=\"auto\" data-hit=\"tv:1\">Dark</a>"))
    #expect(
      shown.contains(
        "<a href=\"https://a.example/\" rel=\"noopener noreferrer\" dir=\"auto\">Page</a>"))
    #expect(shown.contains("<link rel=\"canonical\" href=\"https://search.example/find/\">"))
    #expect(shown.contains("\"@type\":\"SearchAction\""))
    #expect(shown.contains("<html lang=\"en\" data-root=\"/find/\" data-visit=\"/find/visit\">"))
    #expect(text(pages.start(Start(domains: []))).contains("footlight sync"))
  }

  @Test func `an item is shown with all that is known of it`() {
    let view = ItemView(
      domain: "tv", label: "Films", item: item(), schema: "TVSeries", isStarred: false,
      state: SearchState(text: "narc", filters: ["type:\"TV Show\""]))
    let shown = text(pages.item(view))
    for piece in [
      "<h1 dir=\"auto\">Narcos</h1>", "<p class=\"lead\" dir=\"auto\">A chase.</p>",
      "<dt>Also called</dt><dd><bdi>ナルコス</bdi></dd>",
      "<dt>Genre</dt><dd><a href=\"/find/tv?filter=genre:Crime\" rel=\"nofollow\" dir=\"auto\">Crime</a> · ",
      "<dt>Live</dt><dd>no</dd>", "<dt>Year</dt><dd>2015</dd>",
      "<p dir=\"auto\">One\ntwo</p><p dir=\"auto\">  three</p>",
      "<a href=\"/find/?q=narc&amp;filter=type:%22TV+Show%22\">← <bdi>narc</bdi></a>",
      "rel=\"noopener noreferrer external\" data-hit=\"tv:s/1\"><bdi>tv.example</bdi> ↗</a>",
      "<link rel=\"canonical\" href=\"https://search.example/find/tv/s%2F1\">",
      "<meta property=\"og:url\" content=\"https://search.example/find/tv/s%2F1\">",
      "\"@type\":\"TVSeries\",\"name\":\"Narcos\",\"url\":\"https://search.example/find/tv/s%2F1\"",
      "<input type=\"hidden\" name=\"state\" value=\"on\">☆ Star".replacing("☆ Star", with: ""),
    ] { #expect(shown.contains(piece), "\(piece)") }
    #expect(shown.contains("type=\"application/json\"") && shown.contains("/find/tv/s%2F1.json"))
  }

  @Test func `nobody stars on a page that keeps nothing`() {
    let view = ItemView(domain: "tv", label: "Films", item: item(), isStarred: true)
    let shown = text(Pages(addresses).item(view))
    #expect(!shown.contains("<button") && !shown.contains("data-visit"))
    #expect(!shown.contains("ld+json"))
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "</title><script>x</script>", "\"><img src=x onerror=alert(1)>",
    "</script><script>alert(2)</script>", "<!--", "]]>", "{{constructor}}", "javascript:alert(1)",
    "bell\u{7} esc\u{1B}[31m nul\u{0} del\u{7F} c1\u{9B}", "\u{202E}gnp.exe",
  ])
  func `hostile texts stay texts on every page`(_ hostile: String) {
    var item = item(hostile, url: hostile)
    item.description = hostile
    item.body = hostile
    item.aliases = [hostile]
    item.attributes = [ItemAttribute("x", .text(hostile)), ItemAttribute("y", .list([hostile]))]
    let state = SearchState(text: hostile, domains: [hostile], filters: [hostile], order: hostile)
    var hit = Hit(domain: hostile, id: hostile, title: hostile, description: hostile, tier: .found)
    hit.matched = HitMatch(field: .alias, text: hostile)
    var answer = Answer(
      query: hostile, total: 1, hits: [hit],
      notes: [Note(code: Note.Code(rawValue: "x"), message: hostile)])
    answer.facets = [
      Facet(hostile, [.init(.text(hostile), count: 1), .init(.text("b"), count: 1)])
    ]
    let summary = DomainSummary(domain: hostile, label: hostile, items: 1)
    let place = Start.Place(domain: hostile, id: hostile, title: hostile, url: hostile, last: 1)
    let found = Results(
      state: state, answer: answer, domains: [summary, summary], orders: [hostile])
    let all = [
      pages.item(
        ItemView(
          domain: hostile, label: hostile, item: item, schema: hostile, isStarred: true,
          state: state)),
      pages.results(found), pages.domain(hostile, found),
      pages.start(Start(domains: [summary], lately: [place])), pages.history([place], [summary]),
      pages.problem(
        status: 404, [Diagnostic(.unknownDomain, hostile, remedy: hostile)], state: state),
      pages.status([DomainStatus(domain: hostile, label: hostile, decision: .none, reason: hostile)]
      ),
    ]
    for bytes in all {
      let shown = text(bytes)
      for evil in [
        "<script>alert", "<script>x", "<img src=x", "onerror=alert(1)>", "<!--",
        "href=\"javascript:",
      ] {
        #expect(!shown.contains(evil), "\(evil)")
      }
      #expect(
        !bytes.contains { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 || $0 == 0x7F },
        "a control character")
      #expect(shown.components("<title>") == 2 && shown.components("</html>") == 2)
    }
  }

  @Test func `the state of each domain is told`() {
    let shown = text(
      pages.status([
        DomainStatus(
          domain: "tv", label: "Films", decision: .apply, reason: "x", version: 2, items: 1200,
          quarantined: 1, bytes: 4_100_000, built: 0)
      ]))
    #expect(shown.contains("changes wait, 1 change set aside"))
    #expect(shown.contains("<time datetime=\"1970-01-01T00:00:00Z\">1970-01-01 00:00</time>"))
    #expect(shown.contains("4.1 MB") && shown.contains(">1,200<"))
  }
}

extension String {
  fileprivate func components(_ separator: String) -> Int {
    split(separator: separator, omittingEmptySubsequences: false).count
  }
}
