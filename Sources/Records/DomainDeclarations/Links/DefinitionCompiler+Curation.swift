import FootlightPlatform

extension DefinitionCompiler {
  /// The rules of `pins` or `hide`.
  mutating func curation(
    _ top: Section, _ name: String, _ attributes: [String]
  ) -> [CurationRule] {
    top.sections(name).map { section in
      let queries = texts(section, "query", name)
      let from = moment(section, "from", name)
      let to = moment(section, "to", name)
      if let from, let to, to.end <= from.start {
        findings.report(
          .badValue, "'\(name).to' is before '\(name).from'", at: section.location(of: "to"),
          remedy: "swap them, or leave one out")
      }
      return CurationRule(
        queries: queries, ids: texts(section, "ids", name), from: from?.start, to: to?.end,
        filters: filters(section, name, attributes))
    }
  }

  /// Where the ids and the filters of rules stand, of equal ones the first.
  func curationPlaces(_ top: Section) -> [String: SourceLocation] {
    var places: [String: SourceLocation] = [:]
    for section in top.sections("pins") + top.sections("hide") {
      for written in ["ids", "when"].flatMap({ section.value($0)?.elements ?? [] }) {
        guard let text = written.scalar, places[text] == nil else { continue }
        places[text] = written.location
      }
    }
    return places
  }

  private mutating func texts(_ section: Section, _ key: String, _ name: String) -> [String] {
    guard let written = section.value(key) else { return [] }
    for element in written.elements
    where element.scalar?.allSatisfy({ $0.isWhitespace || $0 == "*" && key == "query" }) ?? false {
      findings.report(
        .badValue, "'\(name).\(key)' holds an empty text", at: element.location,
        remedy: "write what is meant, or leave it out")
    }
    return written.elements.compactMap(\.scalar)
  }

  /// Filters, each of which begins with the name of an attribute.
  private mutating func filters(
    _ section: Section, _ name: String, _ attributes: [String]
  ) -> [String] {
    for written in section.value("when")?.elements ?? [] {
      guard let text = written.scalar else { continue }
      let attribute = String(text.drop { $0 == "-" }.prefix { !":<>=".contains($0) })
      guard !attributes.contains(attribute) || attribute.count == text.count else { continue }
      findings.report(
        .badValue, "'\(text)' in '\(name).when' is no filter of an attribute", at: written.location,
        remedy: suggestion(for: attribute, among: attributes)
          ?? "write one such as stock>0 or status:active")
    }
    return section.value("when")?.elements.compactMap(\.scalar) ?? []
  }

  private mutating func moment(_ section: Section, _ key: String, _ name: String) -> Moment? {
    guard let written = section.value(key), let text = written.scalar else { return nil }
    if let moment = Moment.read(text, zone: timeZoneOffset) { return moment }
    findings.report(
      .badValue, "'\(name).\(key)' is no date", at: written.location,
      remedy: "write it as in 2030-12-31 or 2030-12-31T18:00:00Z")
    return nil
  }
}
