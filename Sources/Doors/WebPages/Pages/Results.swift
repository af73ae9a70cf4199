import Footlight
import FootlightPlatform

/// An answer and what is known around it.
struct Results: Sendable {
  /// The search, with what a saved one stands for.
  var state: SearchState
  /// Its answer.
  var answer: Answer
  /// All domains that the reader may see.
  var domains: [DomainSummary]
  /// The attributes by which hits may be ordered.
  var orders: [String] = []
  /// The starred items among the hits.
  var starred: Set<ItemAddress> = []
  /// The domains with their attributes, by name.
  var facts: [String: Snapshot.Facts] = [:]
  /// Other ways to go on where nothing was found: names that begin alike, and what other domains hold.
  var near: [Completion] = []
  var elsewhere = 0
  /// The search as the address says it, where that names a saved one.
  var asked: SearchState?
  var address: SearchState { asked ?? state }

  /// The name of a domain or a group for people.
  func label(_ domain: String) -> String {
    domains.first { $0.domain == domain }?.label ?? domain
  }

  /// The label of an attribute: as declared by a domain that is searched, else its name.
  func label(ofAttribute name: String) -> String {
    let reach = DomainReach(state.domains)
    for (domain, facts) in facts.sorted(by: { $0.key < $1.key })
    where state.domains.isEmpty || reach.contains(domain) {
      if let label = facts.attributes.first(where: { $0.name == name })?.label { return label }
    }
    return Pages.titled(name)
  }

  /// The names of the attributes that a domain or a group has; of all domains without a name.
  func attributes(of domain: String?) -> Set<String> {
    Set(
      facts.filter { name, _ in
        domain.map { DomainReach([$0]).contains(name) } ?? true
      }.values.flatMap(\.conditionNames))
  }

  /// Whether hits follow those of this page.
  var hasMore: Bool {
    let end = state.offset + answer.hits.count
    guard !answer.hits.isEmpty, end + state.limit <= SearchOptions.furthest else { return false }
    return end < answer.total || answer.isAtLeast && answer.hits.count == state.limit
  }
}

extension Pages {
  /// The page of a search.
  func results(_ results: Results) -> [UInt8] {
    let frame = Frame(
      title: results.address.text ?? "", state: results.address, marked: results.state.text,
      json: addresses.searchJSON(results.address))
    return page(frame) { found(results, &$0) }
  }

  /// The same without what is around it, for who types.
  func resultsFragment(_ results: Results) -> [UInt8] {
    fragment(results.state.text ?? "") { found(results, &$0) }
  }

  private func found(_ results: Results, _ main: inout MarkupWriter) {
    let name = results.address.text.map { "Results for “\($0)”" } ?? "Results"
    main.element(.heading1, [.classes("unseen")], text: name)
    list(results, .search, &main)
  }

  /// The page of a domain: all that it holds, to be narrowed and ordered.
  func domain(_ name: String, _ results: Results) -> [UInt8] {
    var state = results.state
    state.domains = [name]
    let label = results.label(name)
    let isWhole = state.filters.isEmpty && state.order == nil && state.offset == 0
    // The field searches the domain; conditions of this page go on with the words.
    var asked = state
    asked.offset = 0
    let frame = Frame(
      title: label, summary: Pages.counted(results.answer, "item") + " in \(label)", state: asked,
      canonical: isWhole ? addresses.domain(name) : nil, json: addresses.domainJSON(name),
      feed: addresses.feed(name), kind: "website")
    return page(frame) { main in
      main.element(.heading1, [.ownDirection], text: label)
      list(results, .domain(name), &main)
    }
  }

  /// The page that a list is on: its links lead there.
  enum Place {
    case search
    case domain(String)
  }

  /// The address of a list with another state.
  func link(_ state: SearchState, _ place: Place) -> Link {
    switch place {
    case .search: addresses.search(state)
    case .domain(let name): addresses.domain(name, state)
    }
  }

  private func list(_ results: Results, _ place: Place, _ main: inout MarkupWriter) {
    bar(results, place, &main)
    notes(results, place, &main)
    narrowing(results, place, &main)
    if results.answer.hits.isEmpty {
      nothing(results, place, &main)
    } else {
      let list: [Attribute] =
        results.state.offset > 0
        ? [.classes("hits"), .start(results.state.offset + 1)] : [.classes("hits")]
      let alike = HitFacts.alike(results)
      main.element(.numbered, list) { list in
        for index in results.answer.hits.indices {
          hit(index, isAlike: alike.contains(index), results, place, &list)
        }
      }
    }
    paging(results, place, &main)
  }

  /// The number of hits, and the conditions that they were narrowed by.
  private func bar(_ results: Results, _ place: Place, _ main: inout MarkupWriter) {
    let state = results.state
    main.element(.division, [.classes("bar")]) { bar in
      let noun = if case .domain = place { "item" } else { "result" }
      bar.element(.paragraph, [.classes("count")], text: Pages.counted(results, noun))
      if case .search = place {
        for domain in state.domains {
          let without = state.within(nil, having: results.attributes(of: nil))
          chip(results.label(domain), "domain", link(without, place), &bar)
        }
      }
      for filter in state.filters {
        chip(results.readable(filter), "filter", link(state.toggling(filter), place), &bar)
      }
      orders(results, place, &bar)
    }
  }

  /// A condition that holds; a click takes it away.
  private func chip(
    _ text: String, _ kind: StaticString, _ without: Link, _ bar: inout MarkupWriter
  ) {
    let chip: [Attribute] = [.classes("chip"), .href(without), .rel("nofollow")]
    bar.element(.anchor, chip) { chip in
      chip.element(.isolated, text: text)
      chip.element(.span, [.classes("unseen")], text: ": remove \(kind)")
    }
  }

  private func notes(_ results: Results, _ place: Place, _ main: inout MarkupWriter) {
    // That a domain lacks an attribute is what somebody wanted who asked for it by a click, and each hit says what it
    // lacks. What is to be done to the index is told to the person at this machine.
    let untold: Set<Note.Code> =
      activity
      ? [.lacksAttribute, .relaxed]
      : [.lacksAttribute, .relaxed, .unbuilt, .stale, .unstemmed, .otherAnalysis]
    var notes = results.answer.notes.filter { !untold.contains($0.code) }
    // Several misspelled words are one question.
    if let first = notes.firstIndex(where: { $0.meant != nil }) {
      let meant = notes[first].meant
      notes = notes.enumerated().filter { $0.offset <= first || $0.element.meant != meant }
        .map(\.element)
    }
    for note in notes.prefix(3) {
      main.element(.paragraph, [.classes("note"), .ownDirection]) { paragraph in
        guard let meant = note.meant, case .search = place else {
          return paragraph.text(note.message)
        }
        var state = results.state.firstPage
        state.text = meant
        paragraph.text("Did you mean ")
        paragraph.element(
          .anchor, [.href(link(state, place)), .rel("nofollow"), .ownDirection], text: meant)
        paragraph.text("?")
      }
    }
  }

  private func nothing(_ results: Results, _ place: Place, _ main: inout MarkupWriter) {
    let state = results.state
    main.element(.paragraph, [.classes("none")]) { none in
      if let text = state.text, !text.isEmpty {
        none.text("Nothing is called ")
        none.element(.isolated, text: "“\(text)”")
        none.text(" or holds it.")
      } else {
        none.text("Nothing is here.")
      }
    }
    var ways = state.filters.map { ("Without " + results.readable($0), state.toggling($0)) }
    if case .search = place, !state.domains.isEmpty {
      ways.append(("In all domains", state.within(nil, having: results.attributes(of: nil))))
    }
    if case .search = place, results.elsewhere > 0 {
      ways.append(
        ("Everywhere: " + Quantity.of(results.elsewhere, "result"), SearchState(text: state.text)))
    }
    self.ways(ways, place, &main)
    guard !results.near.isEmpty else { return }
    main.element(.section, [.classes("near")]) { section in
      section.element(.heading2, text: "Names that begin alike")
      section.element(.list, [.classes("places")]) { list in
        for completion in results.near.prefix(5) {
          list.link(
            completion.text, to: addresses.completion(completion),
            from: results.label(completion.domain))
        }
      }
    }
  }

  /// Searches to go on with, each a button that says what it changes.
  func ways(
    _ ways: [(text: String, state: SearchState)], _ place: Place, _ main: inout MarkupWriter
  ) {
    guard !ways.isEmpty else { return }
    main.element(.paragraph, [.classes("ways")]) { line in
      for way in ways.prefix(8) {
        line.element(
          .anchor,
          [.classes("chip"), .href(link(way.state, place)), .rel("nofollow"), .ownDirection],
          text: way.text)
      }
    }
  }

  private func paging(_ results: Results, _ place: Place, _ main: inout MarkupWriter) {
    let state = results.address
    guard state.offset > 0 || results.hasMore else { return }
    main.element(.nav, [.classes("pages"), .label("Pages")]) { nav in
      if state.offset > 0 {
        let former = link(state.starting(at: state.offset - state.limit), place)
        nav.element(.anchor, [.rel("prev"), .href(former)], text: "← Previous \(state.limit)")
      }
      if results.hasMore {
        let end = state.offset + results.answer.hits.count
        let left =
          results.answer.isAtLeast ? state.limit : min(state.limit, results.answer.total - end)
        let next = link(state.starting(at: end), place)
        nav.element(.anchor, [.rel("next"), .href(next)], text: "Next \(left) →")
      }
    }
  }

  /// `1,234 results`, `at least 65,536 results`, `no results`.
  static func counted(_ answer: Answer, _ noun: String) -> String {
    if answer.total == 0 { return "No \(noun)s" }
    return (answer.isAtLeast ? "At least " : "") + Quantity.of(answer.total, noun)
  }

  /// The count of a page: `11–20 of 1,185 results` beyond the first one.
  static func counted(_ results: Results, _ noun: String) -> String {
    let counted = counted(results.answer, noun)
    let (offset, shown) = (results.state.offset, results.answer.hits.count)
    guard offset > 0, shown > 0 else { return counted }
    let first = Quantity.count(offset + 1)
    let span = shown == 1 ? first : "\(first)–\(Quantity.count(offset + shown))"
    return "\(span) of \(counted.prefix(1).lowercased() + counted.dropFirst())"
  }
}

extension Results {
  /// A condition as people read it: `Type: Movie or TV Show`.
  func readable(_ filter: String) -> String {
    let bare = filter.filter { $0 != "\"" }
    guard let name = SearchState.attribute(of: filter), bare.hasPrefix(name) else { return bare }
    let rest = bare.dropFirst(name.count)
    let label = label(ofAttribute: name)
    guard rest.hasPrefix(":") else {
      let sign = rest.prefix { "<>=".contains($0) }
      let shown = [">=": "≥", "<=": "≤"][String(sign)] ?? String(sign)
      return "\(label) \(shown) \(rest.dropFirst(sign.count))"
    }
    let values = rest.dropFirst().split(separator: ",").joined(separator: " or ")
    return "\(label): " + values.replacing("..", with: "–")
  }
}
