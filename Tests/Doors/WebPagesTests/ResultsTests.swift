import Testing

@testable import Footlight
@testable import WebInterface

struct ResultsTests {
  private let pages = Pages(Addresses(origin: "http://127.0.0.1:1"))
  private let domains = [
    DomainSummary(domain: "law.rules", label: "Federal Rules", version: 1, items: 530),
    DomainSummary(domain: "tv", label: "Films", version: 1, items: 8806),
  ]

  private func results(_ answer: Answer, _ state: SearchState, orders: [String] = []) -> Results {
    Results(state: state, answer: answer, domains: domains, orders: orders)
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private var hit: Hit {
    var hit = Hit(domain: "law.rules", id: "FRCP 12", title: "FRCP 12: Defenses", tier: .exact)
    hit.matched = HitMatch(field: .alias, text: "Rule 12")
    hit.highlights = [.alias: Highlights(scalars: [0..<7]), .title: Highlights(scalars: [5..<7])]
    hit.snippet = Hit.Snippet(
      field: .body, text: "… within 12 days", highlights: Highlights(scalars: [9..<11]))
    return hit
  }

  @Test func `a hit is its title, where it is from, why it is there, and a snippet`() {
    let answer = Answer(query: "rule 12", total: 1, hits: [hit])
    let shown = text(pages.resultsFragment(results(answer, SearchState(text: "rule 12"))))
    #expect(
      shown.contains(
        "<h2><a href=\"/law.rules/FRCP%2012?q=rule+12\" dir=\"auto\" data-hit=\"law.rules:FRCP%2012\">"
          + "FRCP <mark>12</mark>: Defenses</a></h2>"))
    #expect(
      shown.contains(
        "<p class=\"from\"><bdi>Federal Rules</bdi> · also called <bdi><mark>Rule 12</mark></bdi></p>"
      ))
    #expect(shown.contains("<p class=\"text\" dir=\"auto\">… within <mark>12</mark> days</p>"))
    #expect(shown.contains("<p class=\"count\">1 result</p>"))
  }

  @Test(arguments: [
    (Field.title, Tier.exact, ""), (Field.title, Tier.starts, ""), (Field.body, Tier.found, ""),
    (Field.description, Tier.found, ""), (Field.alias, Tier.starts, " · also called <bdi>T</bdi>"),
    (Field.keyword, Tier.found, " · keyword <bdi>T</bdi>"),
    (Field.title, Tier.close, " · misspelled"), (Field.body, Tier.part, " · lacks: titan"),
  ])
  func `a hit says why it is there where its title and its text do not show it`(
    _ field: Field, _ tier: Tier, _ reason: String
  ) {
    var hit = Hit(domain: "tv", id: "1", title: "T", tier: tier)
    hit.matched = HitMatch(field: field, text: "T")
    hit.explanation = Explanation(reason: "", missing: ["titan"])
    let answer = Answer(query: "t", total: 1, hits: [hit])
    let shown = text(pages.resultsFragment(results(answer, SearchState(text: "t"))))
    #expect(shown.contains("<bdi>Films</bdi>\(reason)</p>"))
  }

  @Test func `hits that look alike show their ids`() {
    var hits = ["600", "601", "602"].map {
      Hit(domain: "tv", id: $0, title: "Akureyri", tier: .exact)
    }
    hits[2].description = "A film."
    let answer = Answer(query: "a", total: 3, hits: hits)
    let shown = text(pages.resultsFragment(results(answer, SearchState(text: "a"))))
    #expect(shown.contains("<bdi>600</bdi></p>") && shown.contains("<bdi>601</bdi></p>"))
    #expect(!shown.contains("<bdi>602</bdi>"))
  }

  @Test func `numbers and years narrow as ranges, each about as common as the others`() {
    var answer = Answer(query: "a", total: 40, hits: [hit])
    answer.facets = [
      Facet("year", (0..<40).map { .init(.number(Double(1980 + $0)), count: 1) }),
      Facet("added", (1...3).map { .init(.date("200\($0)-05-01"), count: $0) }),
    ]
    let one = SearchState(text: "a", filters: ["year:2013..2019"])
    let shown = text(pages.resultsFragment(results(answer, one)))
    #expect(shown.contains("<bdi>2013–2019</bdi> <span class=\"number\">7</span>"))
    #expect(shown.contains("<bdi>Year: 2013–2019</bdi>"))
    #expect(shown.contains("href=\"/?q=a&amp;filter=year:2006..2012\""))
    #expect(shown.contains("<bdi>2002</bdi> <span class=\"number\">2</span>"))
  }

  @Test func `other forms of a word are marked more faintly`() {
    var hit = hit
    hit.title = "Rules, a ruling"
    hit.highlights = [.title: Highlights(scalars: [0..<5, 9..<15])]
    let answer = Answer(query: "rules", total: 1, hits: [hit])
    let shown = text(pages.resultsFragment(results(answer, SearchState(text: "rules"))))
    #expect(shown.contains("<mark>Rules</mark>, a <mark class=\"form\">ruling</mark>"))
  }

  @Test func `the words of a saved search are marked as if they had been typed`() {
    var hit = hit
    hit.title = "Rules"
    hit.highlights = [.title: Highlights(scalars: [0..<5])]
    let answer = Answer(query: "rules", total: 1, hits: [hit])
    var asked = results(answer, SearchState(text: "rules"))
    asked.asked = SearchState(text: "@mine")
    for shown in [pages.results(asked), pages.resultsFragment(asked)] {
      #expect(text(shown).contains("<mark>Rules</mark>"))
    }
  }

  @Test func `the fragment is what the page has in its middle`() {
    let answer = Answer(query: "rule 12", total: 1, hits: [hit])
    let asked = results(answer, SearchState(text: "rule 12"))
    let page = text(pages.results(asked))
    #expect(page.hasPrefix("<!doctype html>"))
    #expect(page.contains(text(pages.resultsFragment(asked)) + "</main>"))
    #expect(!text(pages.resultsFragment(asked)).contains("<title"))
  }

  @Test func `a value narrows, and widens where it holds`() {
    var answer = Answer(query: "love", total: 2, hits: [hit])
    answer.facets = [
      Facet("type", [.init(.text("Movie"), count: 1200), .init(.text("TV Show"), count: 3)])
    ]
    let narrow = text(pages.resultsFragment(results(answer, SearchState(text: "love"))))
    #expect(
      narrow.contains(
        "<a href=\"/?q=love&amp;filter=type:Movie\" rel=\"nofollow\" data-key=\"type:Movie\">"
          + "<bdi>Movie</bdi> <span class=\"number\">1,200</span></a>"))
    #expect(narrow.contains("/?q=love&amp;filter=type:%22TV+Show%22"))
    answer.facets = [Facet("type", [.init(.text("Movie"), count: 1200)])]
    let state = SearchState(text: "love", filters: ["type:Movie"])
    let widen = text(pages.resultsFragment(results(answer, state)))
    #expect(
      widen.contains(
        "<a href=\"/?q=love\" rel=\"nofollow\" data-key=\"type:Movie\" aria-current=\"true\" class=\"chosen\">"
      ))
    #expect(
      widen.contains("<a class=\"chip\" href=\"/?q=love\" rel=\"nofollow\"><bdi>Type: Movie</bdi>"))
  }

  @Test func `several values of an attribute widen it, and all of them are listed on demand`() {
    var answer = Answer(query: "love", total: 2, hits: [hit])
    answer.facets = [
      Facet("genre", (0..<30).map { .init(.text("Genre \($0)"), count: 100 - $0) })
    ]
    let one = SearchState(text: "love", filters: ["genre:\"Genre 2\""])
    let shown = text(pages.resultsFragment(results(answer, one)))
    #expect(shown.contains("filter=genre:%22Genre+2%22%2C%22Genre+0%22"))
    #expect(shown.contains("values=genre\"") && shown.contains("and 22 more</a>"))
    #expect(!shown.contains("Genre 20"))
    var all = one
    all.listed = "genre"
    #expect(text(pages.resultsFragment(results(answer, all))).contains("Genre 29"))
  }

  @Test func `a later page says which of all it shows, and marks that stand together are one`() {
    var together = hit
    together.title = "Stranger Things here"
    together.highlights = [.title: Highlights(scalars: [0..<8, 9..<15])]
    let answer = Answer(query: "a", total: 1_185, hits: [together, together])
    let shown = text(
      pages.resultsFragment(results(answer, SearchState(text: "stranger things", offset: 10))))
    #expect(shown.contains("<p class=\"count\">11–12 of 1,185 results</p>"))
    #expect(shown.contains("<mark>Stranger Things</mark> here"))
  }

  @Test func `a description that repeats the title is not shown`() {
    var same = Hit(domain: "tv", id: "1", title: "Naruto!", description: "naruto", tier: .exact)
    same.snippet = Hit.Snippet(field: .description, text: "naruto", highlights: Highlights())
    let shown = text(
      pages.resultsFragment(
        results(Answer(query: "n", total: 1, hits: [same]), SearchState(text: "n"))))
    #expect(!shown.contains("class=\"text\""))
  }

  @Test func `two or three attributes tell hits of one name apart`() {
    func facts(_ attributes: [ItemAttribute], showing names: [String] = []) -> [String] {
      let hit = Hit(domain: "tv", id: "1", title: "Naruto", tier: .exact, attributes: attributes)
      let domain = Snapshot.Facts(
        name: "tv", label: "TV", items: 1, built: 0, facets: [], orders: [],
        attributes: [], shown: names)
      return HitFacts.values(of: hit, domain)
    }
    let all = [
      ItemAttribute("type", .text("TV Show")),
      ItemAttribute("year", .number(2007, written: "2007")),
      ItemAttribute("added", .date("2020-01-02", seconds: 1_577_923_200)),
      ItemAttribute("rating", .text("TV-PG")), ItemAttribute("genre", .list(["Kids", "Anime"])),
      ItemAttribute("home", .text("https://naruto.example/")),
    ]
    #expect(facts(all) == ["TV Show", "2007", "TV-PG"])
    #expect(facts(all, showing: ["genre", "added"]) == ["Kids, Anime", "added 2 Jan 2020"])
    let named = [
      ItemAttribute("part", .text("II")), ItemAttribute("stars", .number(7, written: "7")),
      ItemAttribute("live", .boolean(true)), ItemAttribute("old", .boolean(false)),
    ]
    #expect(
      facts(named, showing: ["part", "stars", "live", "old"]) == ["part II", "stars 7", "live"])
    #expect(
      facts([ItemAttribute("name", .text("naruto")), ItemAttribute("n", .number(3, written: "3"))])
        == [])
  }

  @Test func `a value that all hits have narrows nothing and is not offered`() {
    var answer = Answer(query: "love", total: 1, hits: [hit])
    answer.facets = [Facet("type", [.init(.text("Movie"), count: 1)])]
    let shown = text(pages.resultsFragment(results(answer, SearchState(text: "love"))))
    #expect(!shown.contains("Type"))
  }

  @Test func `pages follow each other up to the furthest hit`() {
    let hits = (0..<10).map { Hit(domain: "tv", id: "\($0)", title: "T", tier: .found) }
    func shown(_ offset: Int, _ total: Int, atLeast: Bool = false) -> String {
      let answer = Answer(query: "t", total: total, isAtLeast: atLeast, hits: hits)
      return text(
        pages.resultsFragment(results(answer, SearchState(text: "t", offset: offset))))
    }
    #expect(shown(0, 25).contains("<a rel=\"next\" href=\"/?q=t&amp;offset=10\">"))
    #expect(!shown(0, 25).contains("rel=\"prev\""))
    #expect(shown(10, 25).contains("<a rel=\"prev\" href=\"/?q=t\">"))
    #expect(shown(10, 25).contains("<ol class=\"hits\" start=\"11\">"))
    #expect(!shown(0, 10).contains("rel=\"next\""))
    #expect(shown(0, 10, atLeast: true).contains("rel=\"next\""))
    #expect(shown(0, 10, atLeast: true).contains("At least 10 results"))
    #expect(!shown(9990, 20_000).contains("rel=\"next\""))
  }

  @Test func `nothing found says so, and offers to look wider`() {
    let answer = Answer(
      query: "<b>",
      notes: [
        Note(code: Note.Code(rawValue: "query.typos"), message: "did you mean 'b'?"),
        Note(code: Note.Code(rawValue: "query.typos"), message: "", meant: "law"),
      ])
    let state = SearchState(text: "<b>", filters: ["type:Movie"])
    let shown = text(pages.resultsFragment(results(answer, state)))
    #expect(shown.contains("<bdi>“&lt;b&gt;”</bdi>"))
    #expect(
      shown.contains(
        "<a class=\"chip\" href=\"/?q=%3Cb%3E\" rel=\"nofollow\" dir=\"auto\">Without Type: Movie</a>"
      ))
    #expect(shown.contains("did you mean &#39;b&#39;?"))
    #expect(
      shown.contains(
        "Did you mean <a href=\"/?q=law&amp;filter=type:Movie\" rel=\"nofollow\" dir=\"auto\">law</a>?"
      ))
    #expect(!shown.contains("data-hit"))
  }

  @Test func `orders are links, the chosen one is told`() {
    let answer = Answer(query: "", total: 2, hits: [hit, hit])
    let state = SearchState(order: "-year")
    let shown = text(pages.domain("tv", results(answer, state, orders: ["year"])))
    #expect(shown.contains("<a href=\"/tv?sort=year\""))
    #expect(
      shown.contains(
        "<a href=\"/tv\" rel=\"nofollow\" data-key=\"sort:-year\"") == false)
    #expect(
      shown.contains(
        "<a href=\"/tv?sort=-year\" rel=\"nofollow\" data-key=\"sort:-year\" aria-current=\"true\">"
      ))
    #expect(shown.contains("<input type=\"hidden\" name=\"domain\" value=\"tv\">"))
    #expect(shown.contains("<h1 dir=\"auto\">Films</h1>"))
  }

  @Test func `a page of usual hits is light`() {
    var long = hit
    long.snippet?.text = String(repeating: "within twelve days ", count: 14)
    var answer = Answer(query: "love", total: 900, hits: Array(repeating: long, count: 10))
    answer.facets = (0..<8).map { number in
      Facet(
        "facet\(number)",
        (0..<40).map { .init(.text("Children & Family Movies \($0)"), count: 1000 - $0) })
    }
    let bytes = pages.results(
      results(answer, SearchState(text: "love"), orders: ["year", "added"]))
    #expect(bytes.count < 30_000)
    #expect(PageAsset.style.bytes.count + PageAsset.script.bytes.count < 40_000)
  }
}
