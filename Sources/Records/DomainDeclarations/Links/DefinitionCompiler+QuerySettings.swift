import FileHandles
import FootlightPlatform
import TextAnalysis

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
      for written in ["ids", "when"].flatMap({ section.value($0)?.values ?? [] }) {
        guard let text = written.scalarText, places[text] == nil else { continue }
        places[text] = written.location
      }
    }
    return places
  }

  private mutating func texts(_ section: Section, _ key: String, _ name: String) -> [String] {
    guard let written = section.value(key) else { return [] }
    for element in written.values
    where element.scalarText?.allSatisfy({ $0.isWhitespace || $0 == "*" && key == "query" })
      ?? false
    {
      findings.report(
        .badValue, "'\(name).\(key)' holds an empty text", at: element.location,
        remedy: "write what is meant, or leave it out")
    }
    return written.values.compactMap(\.scalarText)
  }

  /// Filters, each of which begins with the name of an attribute.
  private mutating func filters(
    _ section: Section, _ name: String, _ attributes: [String]
  ) -> [String] {
    for written in section.value("when")?.values ?? [] {
      guard let text = written.scalarText else { continue }
      let attribute = String(text.drop { $0 == "-" }.prefix { !":<>=".contains($0) })
      guard !attributes.contains(attribute) || attribute.count == text.count else { continue }
      findings.report(
        .badValue, "'\(text)' in '\(name).when' is no filter of an attribute", at: written.location,
        remedy: suggestion(for: attribute, among: attributes)
          ?? "write one such as stock>0 or status:active")
    }
    return section.value("when")?.values.compactMap(\.scalarText) ?? []
  }

  private mutating func moment(_ section: Section, _ key: String, _ name: String) -> Moment? {
    guard let written = section.value(key), let text = written.scalarText else { return nil }
    if let moment = Moment.read(text, zone: timeZoneOffset) { return moment }
    findings.report(
      .badValue, "'\(name).\(key)' is no date", at: written.location,
      remedy: "write it as in 2030-12-31 or 2030-12-31T18:00:00Z")
    return nil
  }
}

extension DefinitionCompiler {
  /// How items are recorded, shown and opened.
  mutating func querySettings(_ top: Section) -> QuerySettings {
    var settings = QuerySettings()
    settings.recordsActivity = top.text("activity") != "false"
    settings.showsOnDesktop = top.text("desktop") != "false"
    settings.schemaType = schemaType(top)
    let attributes = top.section("item").value("attributes")?.entries ?? []
    var places: Set<String> = []
    for entry in attributes {
      let attribute = expanded(DomainKeys.attribute, entry.value)
      let label = attribute.text("label") ?? ""
      if !label.isEmpty { settings.labels[entry.name] = label }
      if attribute.text("type") == "place" { places.insert(entry.name) }
    }
    settings.shown = shown(top, attributes.map(\.name))
    settings.distinct = distinct(top, attributes.map(\.name), places)
    settings.links = links(top)
    settings.opener = opener(top)
    settings.pins = curation(top, "pins", attributes.map(\.name))
    settings.hidden = curation(top, "hide", attributes.map(\.name))
    return settings
  }

  private mutating func schemaType(_ top: Section) -> String? {
    guard let written = top.value("schema"), let name = written.scalarText else { return nil }
    // schema.org: names of types are letters and digits, the first one a capital.
    let first = name.utf8.first ?? 0
    let isName =
      first.isCapital && name.utf8.count <= 100
      && name.utf8.allSatisfy {
        $0.isCapital || (0x61...0x7A).contains($0) || $0.isDigit
      }
    guard isName else {
      findings.report(
        .badValue, "'\(name)' is no type of schema.org", at: written.location,
        remedy: "write one such as Movie, Legislation or Event")
      return nil
    }
    return name
  }

  /// The attributes that a result shows.
  private mutating func shown(_ top: Section, _ known: [String]) -> [String] {
    var shown: [String] = []
    for written in top.value("show")?.values ?? [] {
      guard let name = written.scalarText else { continue }
      if !known.contains(name) {
        findings.report(
          .badValue, "'show' names '\(name)', which is no attribute", at: written.location,
          remedy: suggestion(for: name, among: known))
      } else if shown.contains(name) {
        findings.report(
          .badValue, "'show' names '\(name)' twice", at: written.location, remedy: "write it once")
      } else {
        shown.append(name)
      }
    }
    return shown
  }

  /// The attribute that puts hits together.
  private mutating func distinct(
    _ top: Section, _ known: [String], _ places: Set<String>
  ) -> String? {
    guard let written = top.value("distinct"), let name = written.scalarText else { return nil }
    guard known.contains(name) else {
      findings.report(
        .badValue, "'distinct' names '\(name)', which is no attribute", at: written.location,
        remedy: suggestion(for: name, among: known))
      return nil
    }
    guard !places.contains(name) else {
      findings.report(
        .badValue, "'distinct' names '\(name)', which holds places", at: written.location,
        remedy: "name an attribute of another type")
      return nil
    }
    return name
  }

  private mutating func opener(_ top: Section) -> [String] {
    guard let written = top.value("open") else { return [] }
    let words = written.values.compactMap(\.scalarText)
    if words.first?.isEmpty ?? true {
      findings.report(
        .badValue, "'open' names no program", at: written.location,
        remedy: "write a list: [program, \"{url}\"]")
      return []
    }
    if !words.dropFirst().contains(where: { $0.contains("{url}") }) {
      findings.report(
        .badValue, "'open' hands no url to '\(words[0])'", at: written.location,
        remedy: "put \"{url}\" among its arguments")
    }
    if words[0].contains("{url}") {
      findings.report(
        .badValue, "the program of 'open' cannot be the url", at: written.location,
        remedy: "name a program, and hand it \"{url}\"")
    }
    return words
  }

  private mutating func links(_ top: Section) -> LinkDefinition? {
    guard top.value("links") != nil else { return nil }
    let section = top.section("links")
    var patterns: [LinkPattern] = []
    for written in section.value("accept")?.values ?? [] {
      guard let text = written.scalarText else { continue }
      do throws(LinkPatternError) {
        patterns.append(try LinkPattern(text))
      } catch {
        findings.report(
          .badLink, "\(error.message) in '\(text)'", at: written.location, remedy: error.remedy)
      }
    }
    guard let written = section.value("id"), let id = written.scalarText else { return nil }
    var compiler = TemplateCompiler()
    if compiler.compile(written, "links.id", list: false, &findings) != nil {
      let captures = patterns.map { Set($0.captures) }
      for path in compiler.plan.paths.map(\.description) {
        guard !captures.isEmpty, let lacking = captures.firstIndex(where: { !$0.contains(path) })
        else { continue }
        findings.report(
          .badLink, "'links.id' uses {\(path)}, which '\(patterns[lacking].text)' does not hold",
          at: written.location,
          remedy: suggestion(for: path, among: patterns[lacking].captures.sorted()))
      }
    }
    if let written = section.value("unknown"), let text = written.scalarText {
      do throws(LinkPatternError) {
        _ = try IDPattern(text)
      } catch {
        findings.report(
          .badLink, "\(error.message) in '\(text)'", at: written.location, remedy: error.remedy)
      }
    }
    return LinkDefinition(
      accept: patterns.map(\.text), id: id, unknown: section.value("unknown")?.scalarText)
  }
}
