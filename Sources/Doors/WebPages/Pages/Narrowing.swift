import Footlight
import FootlightDiagnostics
import QueryLanguage

/// What stands beside a list: domains, values of attributes, orders – each a link, so that it works without scripts.
extension Pages {
  /// As many values of an attribute are shown, the commonest.
  static let shownValues = 8
  /// As many attributes are shown.
  static let shownFacets = 5

  func narrowing(_ results: Results, _ place: Place, _ main: inout MarkupWriter) {
    let facets = results.answer.facets.filter { facet in
      facet.values.count > 1 || facet.values.contains { isOn(facet, $0, results.state) }
    }.prefix(Pages.shownFacets)
    let offersDomains = offersDomains(results, place)
    let offersOrders = !useful(results).isEmpty && results.answer.hits.count > 1
    guard offersDomains || offersOrders || !facets.isEmpty else { return }
    main.element(.nav, [.classes("beside"), .label("Narrow the results")]) { nav in
      // Closed on a phone; where there is room, the style shows all of it.
      nav.element(.details) { details in
        details.element(.summary, text: "Narrow and order")
        if offersDomains { domains(results, place, &details) }
        for facet in facets { group(facet, results, place, &details) }
        if offersOrders { orders(results, place, &details) }
      }
    }
  }

  // MARK: Domains

  private func offersDomains(_ results: Results, _ place: Place) -> Bool {
    guard case .search = place else { return false }
    return results.domains.count > 1
      && (!results.answer.hits.isEmpty || !results.state.domains.isEmpty)
  }

  /// The domains, at most as many as one looks through.
  private func domains(_ results: Results, _ place: Place, _ details: inout MarkupWriter) {
    let state = results.state
    details.element(.heading2, text: "Where")
    details.element(.list) { list in
      for summary in results.domains.prefix(16) {
        let isOn = state.domains.contains(summary.domain)
        choice(
          summary.label, nil, isOn: isOn,
          link(state.within(isOn ? nil : summary.domain), place), key: "domain:\(summary.domain)",
          &list)
      }
    }
  }

  // MARK: Values

  private func group(
    _ facet: Facet, _ results: Results, _ place: Place, _ details: inout MarkupWriter
  ) {
    details.element(.heading2, text: Pages.titled(facet.name))
    details.element(.list) { list in
      // What is chosen is shown, however rare it is.
      let chosen = facet.values.filter { isOn(facet, $0, results.state) }
      let others = facet.values.filter { !isOn(facet, $0, results.state) }
      let shown = chosen + others.prefix(max(0, Pages.shownValues - chosen.count))
      for value in shown {
        let filter = Pages.filter(facet.name, value.value)
        choice(
          Pages.text(value.value), value.count, isOn: results.state.isOn(filter),
          link(results.state.toggling(filter), place), key: filter, &list)
      }
      if facet.values.count > shown.count {
        let rest = Quantity.count(facet.values.count - shown.count)
        list.element(.item, [.classes("rest")], text: "and \(rest) more")
      }
    }
  }

  private func isOn(_ facet: Facet, _ value: Facet.Value, _ state: SearchState) -> Bool {
    state.isOn(Pages.filter(facet.name, value.value))
  }

  // MARK: Orders

  /// The orders by something that the hits have.
  private func useful(_ results: Results) -> ArraySlice<String> {
    results.orders.filter { name in
      results.state.order.map { $0 == name || $0 == "-" + name } ?? false
        || results.answer.hits.contains { hit in hit.attributes.contains { $0.name == name } }
    }.prefix(4)
  }

  private func orders(_ results: Results, _ place: Place, _ details: inout MarkupWriter) {
    let state = results.state
    func order(_ text: String, _ name: String?, _ list: inout MarkupWriter) {
      choice(
        text, nil, isOn: state.order == name, takesAway: false,
        link(state.ordered(by: name), place),
        key: "sort:\(name ?? "")", &list)
    }
    details.element(.heading2, text: "Order")
    details.element(.list) { list in
      order((state.text ?? "").isEmpty ? "As it comes" : "Best first", nil, &list)
      for name in useful(results) {
        order("\(Pages.titled(name)) ↓", "-\(name)", &list)
        order("\(Pages.titled(name)) ↑", name, &list)
      }
    }
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

  /// The condition that an attribute has a value.
  static func filter(_ name: String, _ value: FacetValue) -> String {
    let text =
      switch value {
      case .text(let text), .date(let text): text
      case .number(let number): Quantity.plain(number)
      case .boolean(let truth): truth ? "true" : "false"
      }
    return AttributeFilter(name, .oneOf([.equal(text)])).description
  }

  /// A value as people read it.
  static func text(_ value: FacetValue) -> String {
    switch value {
    case .text(let text), .date(let text): text
    case .number(let number): Quantity.plain(number)
    case .boolean(let truth): truth ? "yes" : "no"
    }
  }

  /// The name of an attribute as a heading: `last_amended` is “Last amended”.
  static func titled(_ name: String) -> String {
    let words = name.split { $0 == "_" || $0 == "-" }.joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
