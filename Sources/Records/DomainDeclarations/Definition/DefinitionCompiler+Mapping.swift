import FileHandles
import FootlightPlatform

extension DefinitionCompiler {
  /// The mapping with compiled templates; nil when it has mistakes, which are then reported.
  mutating func mapping(_ top: Section) -> MappingDefinition? {
    let names = names(top)
    let item = top.section("item")
    let id = template("id", item)
    let title = template("title", item)
    // Without them there is no mapping, but the rest of the item may hold mistakes too.
    let empty = Template(parts: [], shape: .text, source: "", location: item.location)
    var mapping = MappingDefinition(
      plan: FieldPlan([]), id: id ?? empty, title: title ?? empty)
    mapping.names = names
    mapping.description = template("description", item)
    mapping.body = template("body", item)
    mapping.url = template("url", item)
    mapping.keywords = templates("keywords", item)
    mapping.aliases = templates("aliases", item)
    mapping.attributes = attributes(item)
    addImage(item, to: &mapping.attributes)
    mapping.rank = rank(item)
    mapping.expires = expiry(item)
    mapping.skipWhen = template("skip_when", item)
    mapping.onlyWhen = template("only_when", item)
    mapping.isPrivate = template("private", item)
    mapping.relevance = relevance(item)
    mapping.shardKey = shards(top)?.value("by").flatMap {
      templates.compile($0, "shards.by", list: false, &findings)
    }
    mapping.plan = templates.plan
    return id == nil || title == nil ? nil : mapping
  }

  /// When and where items matter; nil when that is not written.
  private mutating func relevance(_ item: Section) -> RelevanceDefinition? {
    guard item.value("relevant") != nil else { return nil }
    let section = item.section("relevant")
    func compiled(_ key: String, _ written: YAMLNode) -> Template? {
      templates.compile(written, "item.relevant.\(key)", list: false, &findings)
    }
    var relevance = RelevanceDefinition()
    relevance.from = section.value("from").flatMap { compiled("from", $0) }
    relevance.to = section.value("to").flatMap { compiled("to", $0) }
    relevance.label = section.value("label").flatMap { compiled("label", $0) }
    let place = section.value("place")?.values ?? []
    relevance.place = place.compactMap { compiled("place", $0) }
    if place.count > 2 {
      findings.report(
        .badValue, "'item.relevant.place' wants latitude and longitude", at: place[2].location,
        remedy: "write two numbers: [48.14, 11.58]")
    }
    return relevance
  }

  /// The picture is kept as an attribute: it is no word of the item.
  private mutating func addImage(_ item: Section, to attributes: inout [AttributeDefinition]) {
    guard let image = template("image", item) else { return }
    let name = AttributeDefinition.imageName
    if let other = attributes.first(where: { $0.name == name }) {
      findings.report(
        .badValue, "'item.image' and the attribute '\(name)' are one and the same",
        at: other.location, remedy: "remove one of the two")
      return
    }
    attributes.append(
      AttributeDefinition(name: name, type: .text, values: [image], location: image.location))
  }

  private mutating func template(_ key: String, _ item: Section) -> Template? {
    guard let written = item.value(key) else { return nil }
    return templates.compile(written, "item.\(key)", list: false, &findings)
  }

  private mutating func templates(_ key: String, _ item: Section) -> [Template] {
    var result: [Template] = []
    for written in item.value(key)?.values ?? [] {
      if let template = templates.compile(written, "item.\(key)", list: true, &findings) {
        result.append(template)
      }
    }
    return result
  }

  private mutating func names(_ top: Section) -> [NameDefinition] {
    let entries = top.value("let")?.entries ?? []
    templates.laterNames = Set(entries.map(\.name))
    var names: [NameDefinition] = []
    for entry in entries {
      templates.laterNames.remove(entry.name)
      if let mistake = mistake(inName: entry.name) {
        findings.report(
          .badValue, "'\(entry.name)' is no name: \(mistake)", at: entry.location,
          remedy: "give it another name, of letters, digits and _")
      }
      let section = expanded(DomainKeys.name, entry.value)
      let key = "let.\(entry.name)"
      // The name is known from here on even if it is broken: its uses are not mistakes too.
      var definition = NameDefinition(
        name: entry.name,
        value: Template(parts: [], shape: .either, source: "", location: entry.location))
      if let written = section.value("value"),
        let template = templates.compile(written, key, list: true, &findings)
      {
        definition.value = template
      }
      definition.map = map(section)
      if let written = section.value("else") {
        definition.otherwise = templates.compile(written, key + ".else", list: false, &findings)
        if definition.map == nil {
          findings.report(
            .badValue, "'\(key).else' has no 'map' beside it", at: written.location,
            remedy: "for a missing value write '| default: \"…\"' in the template")
        }
      }
      names.append(definition)
      templates.names.append(.init(name: entry.name, shape: definition.value.shape))
    }
    return names
  }

  private func map(_ section: Section) -> [String: String]? {
    guard let written = section.value("map") else { return nil }
    var map: [String: String] = [:]
    for entry in written.entries { map[entry.name] = entry.value.scalarText ?? "" }
    return map
  }

  private mutating func attributes(_ item: Section) -> [AttributeDefinition] {
    var attributes: [AttributeDefinition] = []
    for entry in item.value("attributes")?.entries ?? [] {
      let section = expanded(DomainKeys.attribute, entry.value)
      let key = "item.attributes.\(entry.name)"
      if AttributeDefinition.reservedNames.contains(entry.name) {
        findings.report(
          .badValue, "an attribute cannot be called '\(entry.name)': in a query that is a field",
          at: entry.location, remedy: "call it '\(entry.name)_value', or otherwise")
      } else if let mistake = mistake(inAttribute: entry.name) {
        findings.report(
          .badValue, "'\(entry.name)' is no name for an attribute: \(mistake)", at: entry.location,
          remedy: "give it another name, of letters, digits and _")
      }
      let type = section.text("type").flatMap(AttributeType.init) ?? .text
      var values: [Template] = []
      let written = section.value("value")?.values ?? []
      for element in written {
        guard let template = templates.compile(element, key, list: true, &findings) else {
          continue
        }
        if template.shape == .list, type != .list {
          findings.report(
            .listWhereText, "'\(key)' is \(type.phrase), but its template yields a list",
            at: element.location,
            remedy: "write 'type: list', or add '| first' or '| join: \", \"'")
        }
        values.append(template)
      }
      if written.count > 1, type != .list {
        findings.report(
          .listWhereText, "'\(key)' is \(type.phrase), not a list", at: written[1].location,
          remedy: type == .place
            ? "write latitude and longitude into one template: \"{lat},{lon}\""
            : "write 'type: list'")
      }
      attributes.append(
        AttributeDefinition(
          name: entry.name, type: type, values: values, location: entry.location))
    }
    return attributes
  }

  /// How the items are parted into files; nil where that is not written.
  func shards(_ top: Section) -> Section? {
    top.value("shards").map { expanded(DomainKeys.shards, $0) }
  }

  /// A mapping as it is, or a section whose first key has the single value that is written.
  func expanded(_ keys: [Key], _ written: YAMLNode) -> Section {
    if case .mapping = written.content { return Section(keys, written, at: written.location) }
    guard !written.isNull, let first = keys.first else {
      return Section(keys, nil, at: written.location)
    }
    let mapping = YAMLNode(.mapping([YAMLPair(first.name, written)]), at: written.location)
    return Section(keys, mapping, at: written.location)
  }

  private func mistake(inName name: String) -> String? {
    if name.isEmpty { return "it is empty" }
    if name.utf8.count > 200 { return "it is longer than 200 bytes" }
    if name.trimmed != name || name.contains(where: { ".[]|{}\"'*".contains($0) }) {
      return "it cannot be written in an expression"
    }
    return nil
  }

  private func mistake(inAttribute name: String) -> String? {
    if name.isEmpty { return "it is empty" }
    if name.utf8.count > 200 { return "it is longer than 200 bytes" }
    let fits = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == "." }
    return fits ? nil : "in a query it could not be written; use letters, digits, '_', '-' and '.'"
  }
}

extension AttributeType {
  /// The type as a phrase, for messages.
  package var phrase: String {
    switch self {
    case .text: "text"
    case .number: "a number"
    case .boolean: "a boolean"
    case .date: "a date"
    case .list: "a list"
    case .place: "a place"
    }
  }
}
