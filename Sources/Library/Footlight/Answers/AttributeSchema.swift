import DeclaredRecords
import FootlightPlatform
import SearchEngine
import TextAnalysis

/// The attributes of the domains that are searched: what conditions, facets and orders may name.
struct AttributeSchema: Sendable {
  private let domains: [(name: String, attributes: [IndexedAttribute])]

  init(_ domains: [(name: String, attributes: [IndexedAttribute])]) {
    self.domains = domains
  }

  /// Whether a domain has an attribute of this name.
  func contains(_ name: String) -> Bool { domains.contains { $0.attributes.hold(name) } }

  /// The conditions of `--filter` and its like.
  ///
  /// - Throws: `query.filter` for what is no filter, and the mistakes of its text.
  func conditions(_ filters: [String]) throws(Failure) -> [QueryExpression] {
    var found: [QueryExpression] = []
    var mistakes: [Diagnostic] = []
    for text in filters {
      // Before anything is built nobody knows the attributes: the answer says that nothing is.
      let query = try Query.strict(text) { domains.isEmpty || contains($0) }
      guard query.isOnlyConditions, query.identifier.isEmpty else {
        mistakes.append(noFilter(text))
        continue
      }
      if let failure = self.mistakes(query, in: text) { mistakes += failure.diagnostics }
      found += query.conditions
    }
    if let failure = Failure(mistakes) { throw failure }
    return found
  }

  /// The conditions of areas beside the text.
  ///
  /// - Throws: `query.area` for what is none, `query.filter` where no searched domain has places.
  func conditions(areas: [String]) throws(Failure) -> [QueryExpression] {
    guard !areas.isEmpty else { return [] }
    let name = AttributeOrder.areaName
    guard domains.isEmpty || contains(name) else { throw Failure(unknown(name)) }
    let mistakes = areas.compactMap { area in
      PlaceArea.mistake(in: area).map { mistake in
        Diagnostic(
          .queryArea, "'\(AttributeSchema.beginning(area))' \(mistake.message)",
          remedy: mistake.remedy)
      }
    }
    if let failure = Failure(mistakes) { throw failure }
    return areas.map { .filter(AttributeFilter(name, .oneOf([.equal($0)]))) }
  }

  private func noFilter(_ text: String) -> Diagnostic {
    let name = String(text.prefix { !":<>".contains($0) }.drop { $0 == "-" })
    guard name.count < text.count, !name.isEmpty else {
      return Diagnostic(
        .queryFilter, "'\(text)' is no filter",
        remedy: "write name:value, name:low..high or name>=value")
    }
    if Field(rawValue: name) != nil {
      return Diagnostic(
        .queryFilter, "'\(name)' is a field of all items, no attribute",
        remedy: "write '\(text)' in the text of the query")
    }
    guard contains(name) || domains.isEmpty || name == "domain" else { return unknown(name) }
    return Diagnostic(
      .queryFilter, "'\(text)' is not one filter",
      remedy: "write a value with spaces in quotation marks: \(name):\"some words\"")
  }

  /// The attribute, or the condition on all items, whose name is spelled nearly so.
  func near(to name: String) -> String? {
    nearest(to: name, among: domains.flatMap { $0.attributes.map(\.name) } + ["domain"])
  }

  func unknown(_ name: String) -> Diagnostic {
    if AttributeFilter.placeNames.contains(name) {
      return Diagnostic(
        .queryFilter, "no searched domain has places",
        remedy: "declare an attribute of the type 'place' in 'item.attributes'")
    }
    return Diagnostic(
      .queryFilter, "no searched domain has an attribute '\(name)'",
      remedy: near(to: name).map { "did you mean '\($0)'?" }
        ?? "'item.attributes' of a declaration names those that there are")
  }

  /// Checks that facets, orders and groups name attributes.
  func check(_ options: SearchOptions, _ orders: [AttributeOrder]) throws(Failure) {
    // An index without domains has no attributes either: its note says so.
    guard !domains.isEmpty else { return }
    let facets = options.facets.map { FacetQuestion($0) }
    var others = facets.map(\.name)
    if case .by(let name) = options.distinct, name != GroupColumns.domainName {
      others.append(name)
    }
    var mistakes = others.filter { !contains($0) }.map { unknown($0) }
    mistakes += orders.compactMap { mistake($0) }
    if case .by(let name) = options.distinct, name != GroupColumns.domainName,
      contains(name), holdsPlacesAlone(name)
    {
      mistakes.append(
        Diagnostic(
          .queryDistinct, "'\(name)' holds places, which put no hits together",
          remedy: "name another attribute, or narrow the search with near:LAT,LON,10km"))
    }
    for facet in facets where contains(facet.name) {
      let those = domains.flatMap { $0.attributes.filter { $0.name == facet.name } }
      if let mistake = facet.mistake(those) { mistakes.append(mistake) }
    }
    if let failure = Failure(mistakes) { throw failure }
  }

  /// Whether all attributes that a name means hold places.
  func holdsPlacesAlone(_ name: String) -> Bool {
    domains.allSatisfy { $0.attributes.meant(by: name).allSatisfy { $0.kind == .place } }
  }

  /// Why hits cannot be ordered so; nil where they can.
  private func mistake(_ order: AttributeOrder) -> Diagnostic? {
    if order.name == AttributeOrder.titleName { return nil }
    let name = String(order.name.prefix { $0 != ":" })
    guard contains(name) else { return unknown(name) }
    let arePlaces = holdsPlacesAlone(name)
    if arePlaces == (order.origin != nil), name == order.name { return nil }
    return arePlaces
      ? Diagnostic(
        .queryOrder, "'\(order.name)' names no place from which distances are told",
        remedy: "write \(name):LAT,LON, such as \(name):48.14,11.58")
      : Diagnostic(
        .queryOrder, "'\(name)' holds no places to order by their distance",
        remedy: "write '\(name)' alone, or near:LAT,LON")
  }

  /// Values that the type of their attribute cannot have, in any domain.
  func mistakes(_ query: Query, in text: String) -> Failure? {
    var found: [Diagnostic] = []
    for bad in badValues(query.conditions + [query.expression].compactMap { $0 }) {
      found.append(
        QueryMistake(bad.code, bad.message, remedy: bad.remedy, at: bad.filter.range.lowerBound)
          .diagnostic(in: text))
    }
    return Failure(found)
  }

  /// Notes about conditions that match nothing, in the expression of a query too.
  func notes(
    _ conditions: [QueryExpression], _ expression: QueryExpression?, in text: String
  ) -> [Note] {
    var notes: [Note] = []
    var parts = conditions.filter { if case .domain = $0 { true } else { false } }
    if let expression { parts.append(expression) }
    for part in parts {
      part.forEachLeaf { leaf, isNegated in
        guard case .domain(let names) = leaf, !isNegated else { return }
        for name in names {
          let meant = DomainSelection([name])
          guard !domains.contains(where: { meant.contains($0.name) }) else { continue }
          let near = nearest(to: name, among: domains.map(\.name))
          notes.append(
            Note(
              code: .unknownDomain,
              message: "no searched domain is called '\(name)'"
                + (near.map { ": did you mean '\($0)'?" } ?? ""),
              meant: near.flatMap { near in
                let written = "domain:\(name)"
                let place = text.ranges(of: written).first { place in
                  text[place.upperBound...].first.map { $0.isWhitespace || ",)".contains($0) }
                    ?? true
                }
                return place.map { text.replacing($0, with: "domain:\(near)") }
              }))
        }
      }
    }
    for bad in badValues(conditions + [expression].compactMap { $0 }) {
      notes.append(
        Note(
          code: Note.Code(bad.code), message: "\(bad.message): it matches nothing; \(bad.remedy)"))
    }
    return AttributeSchema.told(notes + self.notes(onNamesIn: text))
  }

  /// As many notes as somebody reads, and how many more there are.
  private static func told(_ notes: [Note]) -> [Note] {
    guard notes.count > 64 else { return notes }
    return notes[..<64] + [
      Note(code: notes[64].code, message: "and \(notes.count - 64) more notes of this kind")
    ]
  }

  /// A value that the type of its attribute cannot have.
  private struct BadValue {
    var filter: AttributeFilter
    var code = DiagnosticCode.queryValue
    var message: String
    var remedy: String

    init(_ filter: AttributeFilter, _ value: String, _ kind: ItemBuffer.AttributeKind) {
      self.filter = filter
      let kind = AttributeSchema.name(kind)
      message = "'\(AttributeSchema.beginning(value))' is no \(kind), as '\(filter.name)' wants"
      remedy = "write \(AttributeSchema.example(kind))"
    }

    /// An area that is well written, and none all the same.
    init(_ filter: AttributeFilter, _ value: String, _ mistake: AreaMistake) {
      self.filter = filter
      code = .queryArea
      message = "'\(AttributeSchema.beginning(value))' \(mistake.message)"
      remedy = mistake.remedy
    }
  }

  private func badValues(_ conditions: [QueryExpression]) -> [BadValue] {
    var found: [BadValue] = []
    for condition in conditions {
      condition.forEachLeaf { leaf, _ in
        guard case .filter(let filter) = leaf else { return }
        let kinds = domains.flatMap { $0.attributes.meant(by: filter.name) }.map(\.kind)
        if kinds.allSatisfy({ $0 == .place }) {
          guard !kinds.isEmpty else { return }
          let value = filter.wholeValue ?? filter.values.joined(separator: ",")
          switch filter.wholeValue == nil ? .form : PlaceArea.mistake(in: value) {
          case nil: break
          case .form: found.append(BadValue(filter, value, .place))
          case let mistake?: found.append(BadValue(filter, value, mistake))
          }
          return
        }
        for value in filter.values {
          guard let first = kinds.first,
            !kinds.contains(where: { AttributeSchema.accepts($0, value) })
          else { continue }
          found.append(BadValue(filter, value, first))
        }
      }
    }
    return found
  }

  /// As much of a value as a message shows.
  private static func beginning(_ value: String) -> String {
    value.count > 60 ? "\(value.prefix(60))…" : value
  }

  private static func accepts(_ kind: ItemBuffer.AttributeKind, _ value: String) -> Bool {
    switch kind {
    case .text, .listElement: true
    case .number: AttributeText.number(value) != nil
    case .boolean: AttributeText.boolean(value) != nil
    case .date: AttributeText.interval(value) != nil
    // Its value is whole, and was looked at so where nothing else has the name.
    case .place: PlaceArea(value) != nil
    }
  }

  private static func name(_ kind: ItemBuffer.AttributeKind) -> String {
    switch kind {
    case .text, .listElement: "text"
    case .number: "number"
    case .boolean: "true or false"
    case .date: "date"
    case .place: "area"
    }
  }

  private static func example(_ kind: String) -> String {
    switch kind {
    case "number": "a number such as 2010 or 3.5"
    case "area": PlaceArea.forms
    case "date": "a date such as 2021, 2021-09 or 2021-09-30"
    default: "true or false"
    }
  }
}
