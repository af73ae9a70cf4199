import DeclaredRecords
import Footlight
import FootlightPlatform

/// The content of the first page.
struct Start: Sendable {
  /// All domains that the reader may see.
  var domains: [DomainSummary]
  /// The things that were opened last, the latest first.
  var lately: [Place] = []
  /// The starred things.
  var starred: [Place] = []
  /// The command that brings the index up to date.
  var updateCommand = "footlight sync"
  /// Questions that many asked.
  var examples: [String] = []
  /// The names of searches, without the mark before them.
  var searches: [String] = []

  /// Something that was opened or starred: an item, or an address that is no item.
  struct Place: Sendable, Hashable {
    var domain: String
    var id: String
    var title: String
    /// The address of a page that is no item of a domain; nil for an item.
    var url: String?
    /// When it was used last, in seconds since 1970.
    var last: Int64?
    var isStarred = false
  }
}

extension Pages {
  /// The page on which one begins.
  func start(_ start: Start) -> [UInt8] {
    let items = start.domains.reduce(0) { $0 + $1.items }
    let frame = Frame(
      title: "", summary: "Search \(Quantity.of(items, "item"))", canonical: addresses.start,
      json: addresses.named("api/v1/domains"),
      data: [
        "@context": "https://schema.org", "@type": "WebSite", "name": "Footlight",
        "url": .text(addresses.absolute(addresses.start).text),
        "potentialAction": [
          "@type": "SearchAction", "target": .text(addresses.template("").text),
          "query-input": "required name=searchTerms",
        ],
      ], kind: "website", isStart: true)
    return page(frame) { content(start, &$0) }
  }

  /// The same without what is around it, for who empties the field.
  func startFragment(_ start: Start) -> [UInt8] {
    fragment { content(start, &$0) }
  }

  private func content(_ start: Start, _ main: inout MarkupWriter) {
    main.element(.division, [.classes("hello")]) { hello in
      hello.element(.heading1, [.classes("unseen")], text: "Footlight")
      let items = start.domains.reduce(0) { $0 + $1.items }
      if items > 0 {
        let places = Quantity.of(start.domains.count, "domain")
        hello.element(.paragraph, text: "\(Quantity.of(items, "item")) in \(places)")
      }
      let questions = start.searches.map { "@" + $0 } + start.examples
      guard !questions.isEmpty else { return }
      hello.element(.paragraph, [.classes("examples")]) { line in
        for text in questions {
          line.element(
            .anchor,
            [.classes("chip"), .href(addresses.search(SearchState(text: text))), .ownDirection],
            text: text)
          line.text(" ")
        }
      }
    }
    places("Starred", start.starred.prefix(10), start.domains, &main)
    places("Lately", start.lately.prefix(10), start.domains, &main)
    main.element(.section) { section in
      section.element(.heading2, text: "Domains")
      if start.domains.isEmpty {
        section.element(
          .paragraph, [.classes("none")],
          text: "Nothing is indexed yet: \(start.updateCommand) does that.")
        return
      }
      section.element(.list, [.classes("domains")]) { list in
        for domain in start.domains {
          list.element(.item) { item in
            item.element(.anchor, [.href(addresses.domain(domain.domain)), .ownDirection]) {
              $0.text(domain.label)
            }
            item.text(" ")
            item.element(.span, [.classes("number")], text: Quantity.count(domain.items))
          }
        }
      }
    }
  }

  /// A list of what was used, if there is some.
  func places(
    _ name: String, _ places: some Collection<Start.Place>, _ domains: [DomainSummary],
    dated: Bool = false, _ main: inout MarkupWriter
  ) {
    guard !places.isEmpty else { return }
    main.element(.section) { section in
      section.element(.heading2, text: name)
      section.element(.list, [.classes("places")]) { list in
        for place in places {
          list.element(.item) { item in
            self.place(place, &item)
            item.text(" ")
            item.element(.span, [.classes("where")]) { from in
              let label = domains.first { $0.domain == place.domain }?.label ?? place.domain
              from.element(.isolated, text: label)
              guard dated, let last = place.last else { return }
              from.text(" · ")
              let instant = Instant(seconds: last)
              from.element(.time, [.dateTime(instant.iso)], text: instant.short)
            }
          }
        }
      }
    }
  }

  private func place(_ place: Start.Place, _ item: inout MarkupWriter) {
    let title = place.title.isEmpty ? place.id : place.title
    if let url = place.url {
      guard let link = Link(outside: url) else {
        return item.element(.isolated, text: title)
      }
      item.element(
        .anchor, [.href(link), .rel("noopener noreferrer"), .ownDirection], text: title)
      return
    }
    let address = ItemAddress(domain: place.domain, id: place.id).description
    item.element(
      .anchor,
      [.href(addresses.item(place.domain, place.id)), .ownDirection, .data("data-hit", address)],
      text: title)
  }
}
