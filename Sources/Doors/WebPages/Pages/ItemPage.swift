import Footlight
import FootlightPlatform
import JSONAnswers
import SearchEngine

/// An item and what is known around it.
struct ItemView: Sendable {
  var domain: String
  /// The name of the domain for people.
  var label: String
  var item: Item
  /// The kind of thing in the words of schema.org; nil where the declaration does not say.
  var schema: String?
  /// Whether it is starred; nil where nobody may star.
  var isStarred: Bool?
  /// The search that led here; empty when there was none.
  var state = SearchState()
  /// Whether its picture lies on this site.
  var hasPicture = false
  /// The hits before and after it, in the search that led here.
  var before: Neighbour?
  var after: Neighbour?
  /// The declared labels of attributes, by name.
  var labels: [String: String] = [:]

  /// A hit beside this one, and how many stand before it.
  struct Neighbour: Sendable {
    var domain: String
    var id: String
    var title: String
    var offset: Int
  }

  /// A picture, where an attribute that is called so names one.
  var picture: Link? {
    let names = ["image", "picture", "poster", "cover", "thumbnail"]
    for attribute in item.attributes where names.contains(attribute.name) {
      if case .text(let text) = attribute.value, let link = Link(outside: text) { return link }
    }
    return nil
  }
}

extension Pages {
  /// The page of an item: all that is known of it.
  func item(_ view: ItemView) -> [UInt8] {
    let item = view.item
    let own = addresses.item(view.domain, item.id)
    var asked = SearchState()
    asked.text = view.state.text
    let frame = Frame(
      title: item.title.isEmpty ? item.id : item.title,
      summary: Pages.cut(item.description.isEmpty ? item.body : item.description, to: 200),
      state: asked, canonical: own, json: addresses.itemJSON(view.domain, item.id),
      feed: addresses.feed(view.domain), data: data(view, own), kind: "article",
      picture: picture(view))
    return page(frame) { main in
      main.element(.article) { content(view, &$0) }
    }
  }

  private func content(_ view: ItemView, _ article: inout MarkupWriter) {
    let item = view.item
    way(view, &article)
    article.element(
      .heading1, [.ownDirection], text: item.title.isEmpty ? item.id : item.title)
    article.element(.division, [.classes("doing")]) { doing in
      if let link = Link(outside: item.url) {
        let address = ItemAddress(domain: view.domain, id: item.id).description
        doing.element(
          .anchor,
          [
            .classes("outside"), .href(link), .rel("noopener noreferrer external"),
            .data("data-hit", address),
          ]
        ) {
          $0.element(.isolated, text: link.host)
          $0.text(" ↗")
        }
      }
      if activity, let isStarred = view.isStarred { star(view, isStarred, &doing) }
      doing.element(.anchor, [.href(addresses.itemJSON(view.domain, item.id))], text: "JSON")
    }
    if !item.description.isEmpty, item.description != item.title {
      article.element(.paragraph, [.classes("lead"), .ownDirection], text: item.description)
    }
    // One of another host is not shown but led to: no other host is asked.
    if view.hasPicture {
      article.empty(
        .image,
        [
          .source(addresses.picture(view.domain, item.id)), .classes("picture"),
          Attribute("alt", ""),
        ])
    }
    guard !item.body.isEmpty else { return facts(view, &article) }
    // Where there is room, they stand beside the text.
    let outline = TextOutline(item.body)
    article.element(.division, [.classes("beside")]) { beside in
      facts(view, &beside)
      contents(outline, &beside)
    }
    body(outline, query: view.state.text ?? "", &article)
  }

  /// Where its picture is for others: on this site, or where it names one.
  private func picture(_ view: ItemView) -> Link? {
    view.hasPicture
      ? addresses.absolute(addresses.picture(view.domain, view.item.id)) : view.picture
  }

  /// The way back: to the search that led here, and up to the domain.
  private func way(_ view: ItemView, _ article: inout MarkupWriter) {
    article.element(.nav, [.classes("way"), .label("Way back")]) { nav in
      if !view.state.isEmpty {
        nav.element(.anchor, [.href(addresses.search(view.state.ownPage))]) { back in
          back.text("← ")
          let text = view.state.text ?? ""
          back.element(.isolated, text: text.isEmpty ? "results" : text)
        }
      }
      nav.element(.anchor, [.href(addresses.domain(view.domain)), .ownDirection], text: view.label)
      guard view.before != nil || view.after != nil else { return }
      nav.element(.span, [.classes("turn")]) { turn in
        neighbour(view.before, "‹ Previous", "prev", view.state, &turn)
        neighbour(view.after, "Next ›", "next", view.state, &turn)
      }
    }
  }

  private func neighbour(
    _ neighbour: ItemView.Neighbour?, _ text: String, _ relation: StaticString,
    _ state: SearchState, _ turn: inout MarkupWriter
  ) {
    guard let neighbour else { return }
    let target = addresses.item(
      neighbour.domain, neighbour.id, from: state.starting(at: neighbour.offset))
    turn.element(
      .anchor, [.href(target), .rel(relation), .label("\(text): \(neighbour.title)")], text: text)
  }

  private func star(_ view: ItemView, _ isStarred: Bool, _ doing: inout MarkupWriter) {
    let form: [Attribute] = [Attribute("method", "post"), .action(addresses.named("star"))]
    doing.element(.form, form) { form in
      let address = ItemAddress(domain: view.domain, id: view.item.id).description
      form.empty(.input, [.type("hidden"), .name("item"), .value(address)])
      form.empty(.input, [.type("hidden"), .name("state"), .value(isStarred ? "off" : "on")])
      form.element(
        .button, [.type("submit"), .classes("star")], text: isStarred ? "★ Starred" : "☆ Star")
    }
  }

  private func facts(_ view: ItemView, _ article: inout MarkupWriter) {
    let item = view.item
    guard !item.aliases.isEmpty || !item.keywords.isEmpty || !item.attributes.isEmpty else {
      return
    }
    article.element(.facts) { facts in
      texts("Also called", item.aliases, &facts)
      for attribute in item.attributes {
        facts.element(
          .term, text: view.labels[attribute.name] ?? Pages.titled(attribute.name))
        facts.element(.fact) { value(attribute, view.domain, &$0) }
      }
      texts("Keywords", item.keywords, &facts)
    }
  }

  private func texts(_ name: String, _ texts: [String], _ facts: inout MarkupWriter) {
    guard !texts.isEmpty else { return }
    facts.element(.term, text: name)
    facts.element(.fact) { fact in
      for (index, text) in texts.enumerated() {
        if index > 0 { fact.text(" · ") }
        fact.element(.isolated, text: text)
      }
    }
  }

  /// A value that leads to all items of the domain that have it.
  private func value(_ attribute: ItemAttribute, _ domain: String, _ fact: inout MarkupWriter) {
    func related(_ text: String) {
      if let link = Link(outside: text) {
        fact.element(.anchor, [.href(link), .rel("noopener noreferrer")]) {
          $0.element(.isolated, text: link.host)
          $0.text(" ↗")
        }
        return
      }
      let filter = AttributeFilter(attribute.name, .oneOf([.equal(text)])).description
      let link = addresses.domain(domain, SearchState(filters: [filter]))
      fact.element(.anchor, [.href(link), .rel("nofollow"), .ownDirection], text: text)
    }
    switch attribute.value {
    case .text(let text): related(text)
    case .list(let texts):
      for (index, text) in texts.enumerated() {
        if index > 0 { fact.text(" · ") }
        related(text)
      }
    case .number(_, let written): fact.text(written)
    case .date(let text, _): fact.text(text)
    case .boolean(let truth): fact.text(truth ? "yes" : "no")
    case .place(let place):
      fact.element(.anchor, [.href(Link(latitudeLongitude: place.text)), .rel("nofollow")]) {
        $0.element(.isolated, text: place.text)
        $0.text(" ↗")
      }
    }
  }

  /// The item in the words of schema.org, where the declaration says what kind of thing it is.
  private func data(_ view: ItemView, _ own: Link) -> RecordValue? {
    guard let schema = view.schema else { return nil }
    let item = view.item
    func texts(_ texts: [String]) -> RecordValue? { texts.isEmpty ? nil : .texts(texts) }
    return .members([
      "@context": .text("https://schema.org"), "@type": .text(schema),
      "name": .text(item.title), "url": .text(addresses.absolute(own).text),
      "identifier": .text(item.id),
      "description": item.description.isEmpty ? nil : .text(item.description),
      "alternateName": texts(item.aliases),
      "keywords": texts(item.keywords),
      "sameAs": Link(outside: item.url).map { .text($0.text) },
      "image": picture(view).map { .text($0.text) },
    ])
  }
}
