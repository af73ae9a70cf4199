import Footlight
import FootlightPlatform
import JSONAnswers
import SearchEngine

/// A stretch of the numbers or years of a facet, about as common as the others.
struct ValueRange {
  var value: AttributeFilter.Value
  var text: String
  var count: Int

  /// So many stand side by side.
  private static let most = 6

  /// The highest first, and each value by itself where there are few; nil for a facet of other values.
  static func ranges(of facet: Facet) -> [ValueRange]? {
    var counts: [Double: Int] = [:]
    for value in facet.values {
      switch value.value {
      case .number(let number): counts[number, default: 0] += value.count
      case .date(let text):
        guard let year = Double(text.prefix(4)) else { return nil }
        counts[year, default: 0] += value.count
      case .text, .boolean: return nil
      }
    }
    let areYears = facet.values.contains { if case .date = $0.value { true } else { false } }
    // A year is written with four digits in a condition.
    func written(_ value: Double) -> String {
      let text = Quantity.plain(value)
      return areYears ? String(repeating: "0", count: max(0, 4 - text.count)) + text : text
    }
    let values = counts.sorted { $0.key > $1.key }
    let whole = values.reduce(0) { $0 + $1.value }
    let share = values.count <= Pages.shownValues ? 1 : max(1, (whole + most - 1) / most)
    var ranges: [ValueRange] = []
    var rest = values[...]
    while let last = rest.first?.key {
      var (count, first) = (0, last)
      while count < share, let next = rest.popFirst() {
        (count, first) = (count + next.value, next.key)
      }
      let (low, high) = (written(first), written(last))
      ranges.append(
        ValueRange(
          value: low == high ? .equal(low) : .range(low, high),
          text: low == high ? low : "\(low)–\(high)", count: count))
    }
    return ranges
  }
}

/// The choices beside a list: domains, values of attributes, orders – each a link, so that it works without scripts.
extension Pages {
  /// The most values of an attribute that are shown, the commonest first.
  static let shownValues = 8
  /// The most values that are listed where somebody asks for all.
  static let mostValues = 500
  /// The most attributes that are shown.
  static let shownFacets = 6

  func narrowing(_ results: Results, _ place: Place, _ main: inout MarkupWriter) {
    // Of many attributes those are shown that most hits have.
    let facets = results.answer.facets.filter { facet in
      facet.values.count > 1 || !facet.values.isEmpty && isChosen(facet, results.state)
    }.enumerated().sorted { one, other in
      let (first, second) = (
        weight(one.element, results.state), weight(other.element, results.state)
      )
      return first != second ? first > second : one.offset < other.offset
    }.prefix(Pages.shownFacets).map(\.element)
    let offersDomains = offersDomains(results, place)
    guard offersDomains || !facets.isEmpty else { return }
    main.element(.nav, [.classes("beside"), .label("Narrow the results")]) { nav in
      // Closed on a phone; where there is room, the style shows all of it.
      nav.element(.details) { details in
        details.element(.summary, text: "Narrow")
        if offersDomains { domains(results, place, &details) }
        for facet in facets { group(facet, results, place, &details) }
      }
    }
  }

  /// The number of hits that have the attribute; one that is filtered by, or listed, always counts most.
  private func weight(_ facet: Facet, _ state: SearchState) -> Int {
    isChosen(facet, state) ? .max : facet.values.reduce(0) { $0 + $1.count }
  }

  private func isChosen(_ facet: Facet, _ state: SearchState) -> Bool {
    state.listed == facet.name
      || state.filters.contains { SearchState.attribute(of: $0) == facet.name }
  }

  // MARK: Domains

  private func offersDomains(_ results: Results, _ place: Place) -> Bool {
    guard case .search = place else { return false }
    return results.domains.count > 1 && !results.answer.hits.isEmpty
  }

  /// The domains that hold hits, and the chosen ones; at most as many as one looks through.
  private func domains(_ results: Results, _ place: Place, _ details: inout MarkupWriter) {
    let state = results.state
    let totals = results.answer.domainTotals
    let shown = results.domains.filter {
      totals.isEmpty || totals[$0.domain] ?? 0 > 0 || state.domains.contains($0.domain)
    }
    details.element(.heading2, text: "Where")
    details.element(.list) { list in
      for summary in shown.prefix(16) {
        let isOn = state.domains.contains(summary.domain)
        let chosen = isOn ? nil : summary.domain
        choice(
          summary.label, totals.isEmpty ? nil : totals[summary.domain] ?? 0, isOn: isOn,
          link(state.within(chosen, having: results.attributes(of: chosen)), place),
          key: "domain:\(summary.domain)", &list)
      }
    }
  }

  // MARK: Values

  private func group(
    _ facet: Facet, _ results: Results, _ place: Place, _ details: inout MarkupWriter
  ) {
    details.element(.heading2, text: results.label(ofAttribute: facet.name))
    let state = results.state
    let isListed = state.listed == facet.name
    // The script puts a field above a long list, by which it is searched.
    details.element(.list, isListed ? [.classes("listed")] : []) { list in
      if let ranges = ValueRange.ranges(of: facet) {
        for range in ranges {
          let filter = AttributeFilter(facet.name, .oneOf([range.value])).description
          choice(
            range.text, range.count, isOn: state.isOn(filter),
            link(state.choosing(filter, of: facet.name), place), key: filter, &list)
        }
        return
      }
      // A value that is chosen is shown, however rare it is.
      let chosen = facet.values.filter { state.isOn($0.value.written, of: facet.name) }
      let others = facet.values.filter { !state.isOn($0.value.written, of: facet.name) }
      let most = isListed ? Pages.mostValues : Pages.shownValues
      let shown = chosen + others.prefix(max(0, most - chosen.count))
      for (number, value) in shown.enumerated() {
        let text = value.value.written
        choice(
          Pages.text(value.value), value.count, isOn: number < chosen.count,
          link(state.toggling(text, of: facet.name), place),
          key: SearchState.filter(facet.name, [text]), &list)
      }
      let rest = facet.values.count - shown.count
      guard rest > 0 || isListed else { return }
      var other = state
      other.listed = isListed ? nil : facet.name
      list.element(.item, [.classes("rest")]) { item in
        item.element(
          .anchor,
          [.href(link(other, place)), .rel("nofollow"), .data("data-key", "more:\(facet.name)")],
          text: isListed ? "fewer" : "and \(Quantity.count(rest)) more")
      }
    }
  }

  // MARK: Orders

  /// The orders by something that the hits have.
  private func useful(_ results: Results) -> ArraySlice<String> {
    results.orders.filter { name in
      results.state.order.map { $0 == name || $0 == "-" + name } ?? false
        || results.answer.hits.contains { hit in hit.attributes.contains { $0.name == name } }
    }.prefix(4)
  }

  /// The orders, as one menu in words.
  func orders(_ results: Results, _ place: Place, _ bar: inout MarkupWriter) {
    guard results.answer.hits.count > 1 else { return }
    let names = useful(results)
    let state = results.state
    let usual = (state.text ?? "").isEmpty ? "As it comes" : "Relevance"
    var choices: [(text: String, order: String?)] = [(usual, nil)]
    for name in names {
      let words = words(for: name, results)
      choices.append((words.down, "-\(name)"))
      choices.append((words.up, name))
    }
    if results.answer.hits.contains(where: { $0.distance != nil }) {
      let isFrom = state.order?.hasPrefix(AttributeOrder.placeName + ":") ?? false
      choices.append(("Nearest first", isFrom ? state.order : AttributeOrder.placeName))
    }
    choices.append(("A to Z", AttributeOrder.titleName))
    choices.append(("Z to A", "-" + AttributeOrder.titleName))
    bar.element(.details, [.classes("order")]) { menu in
      let now = choices.first { $0.order == state.order }?.text ?? state.order ?? usual
      menu.element(.summary, text: "Sort: " + now.prefix(1).lowercased() + now.dropFirst())
      menu.element(.list) { list in
        for choice in choices {
          self.choice(
            choice.text, nil, isOn: state.order == choice.order, takesAway: false,
            link(state.ordered(by: choice.order), place), key: "sort:\(choice.order ?? "")", &list)
        }
      }
    }
  }

  /// The two directions of an order: of dates and years from the newest or the oldest.
  private func words(for name: String, _ results: Results) -> (down: String, up: String) {
    let label = results.label(ofAttribute: name)
    let isDate = results.facts.values.contains { facts in
      facts.attributes.contains { $0.name == name && $0.type == "date" }
    }
    let isYear = name.lowercased().hasSuffix("year")
    guard isDate || isYear else {
      return ("\(label): highest first", "\(label): lowest first")
    }
    let isOnly = useful(results).count == 1
    return isOnly
      ? ("Newest first", "Oldest first")
      : ("\(label): newest first", "\(label): oldest first")
  }

  // MARK: Pieces

  /// One choice of a group.
  private func choice(
    _ text: String, _ count: Int?, isOn: Bool, takesAway: Bool = true, _ link: Link, key: String,
    _ list: inout MarkupWriter
  ) {
    list.element(.item) { item in
      // The key tells the script which choice had the focus when the list is replaced.
      var attributes: [Attribute] = [.href(link), .rel("nofollow"), .data("data-key", key)]
      if isOn { attributes.append(Attribute("aria-current", "true")) }
      // Another click takes it away; of orders there is always one.
      if isOn, takesAway { attributes.append(.classes("chosen")) }
      item.element(.anchor, attributes) { anchor in
        anchor.element(.isolated, text: text)
        if let count {
          anchor.text(" ")
          anchor.element(.span, [.classes("number")], text: Quantity.count(count))
        }
      }
    }
  }

  /// A value as people read it.
  static func text(_ value: FacetValue) -> String {
    if case .boolean(let truth) = value { truth ? "yes" : "no" } else { value.written }
  }

  /// The name of an attribute as a heading: `last_amended` is “Last amended”.
  static func titled(_ name: String) -> String {
    let words = name.split { $0 == "_" || $0 == "-" }.joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
