import FootlightPlatform

extension DefinitionCompiler {
  /// The lookups with what the mapping uses of them; the templates of the item are compiled by now.
  mutating func lookups(_ top: Section) -> [LookupDefinition] {
    var lookups: [LookupDefinition] = []
    for entry in top.value("lookups")?.entries ?? [] {
      let section = Section(DomainKeys.lookup, entry.value, at: entry.location)
      if entry.name.isEmpty || entry.name.contains(where: { ".[]|{}\"'* ".contains($0) }) {
        findings.report(
          .badValue, "'\(entry.name)' is no name for a lookup", at: entry.location,
          remedy: "use letters and digits, so that templates can write it")
      } else if templates.names.contains(where: { $0.name == entry.name }) {
        findings.report(
          .badValue, "'\(entry.name)' is a name of 'let', too", at: entry.location,
          remedy: "call one of the two otherwise")
      }
      guard let source = lookupSource(section.value("source"), entry) else { continue }
      let key = "lookups.\(entry.name)"
      var own = TemplateCompiler()
      guard
        let found = section.value("key").flatMap({
          own.compile($0, "\(key).key", list: false, &findings)
        }),
        let by = section.value("by").flatMap({
          templates.compile($0, "\(key).by", list: false, &findings)
        })
      else { continue }
      var lookup = LookupDefinition(
        name: entry.name, source: source, key: found, by: by,
        isMany: section.text("many") == "true", plan: own.plan, fields: [],
        location: entry.location)
      addFields(to: &lookup)
      lookups.append(lookup)
    }
    return lookups
  }

  /// Finds the paths of the mapping that lead into a lookup.
  private mutating func addFields(to lookup: inout LookupDefinition) {
    for (slot, path) in templates.plan.paths.enumerated()
    where path.steps.first == .key(lookup.name) {
      var rest = Array(path.steps.dropFirst())
      // The name alone is a field of the record itself, most often what is looked for.
      if rest.isEmpty { continue }
      if lookup.isMany, rest.first == .everyElement {
        rest.removeFirst()
      } else if lookup.isMany {
        findings.report(
          .badTemplate, "'{\(path)}' leads into a lookup with 'many: true'", at: lookup.location,
          remedy: "write '{\(lookup.name)[].FIELD}', which is a list")
        continue
      }
      guard case .key? = rest.first else {
        findings.report(
          .badTemplate, "'{\(path)}' names no field of the lookup '\(lookup.name)'",
          at: lookup.location, remedy: "write '{\(lookup.name).FIELD}'")
        continue
      }
      let own = FieldPath(rest)
      let place = lookup.plan.paths.firstIndex(of: own) ?? lookup.plan.paths.count
      if place == lookup.plan.paths.count {
        lookup.plan.paths.append(own)
        lookup.plan.optional.insert(place)
      }
      if !templates.plan.optional.contains(slot) { lookup.plan.optional.remove(place) }
      lookup.fields.append(.init(slot: slot, own: place))
    }
    if lookup.fields.isEmpty {
      findings.report(
        .badValue, "no template uses the lookup '\(lookup.name)'", at: lookup.location,
        remedy: "write '{\(lookup.name).FIELD}' where its values belong, or remove it")
    }
  }

  /// The source of a lookup: files or a database, with the keys of their kind.
  private mutating func lookupSource(
    _ written: Written?, _ entry: Written.Entry
  ) -> SourceDefinition? {
    guard let written, case .mapping = written.content else {
      findings.report(
        .missingKey, "'lookups.\(entry.name).source' must say where the records are",
        at: entry.location, remedy: "write `source: { kind: csv, path: FILE }`")
      return nil
    }
    let name = written.entries.first { $0.name == "kind" }?.value.scalar ?? ""
    let usable = kinds.filter { kind in
      !kind.needsPermission && kind.keys.contains { $0.name == "path" }
    }
    guard let kind = usable.first(where: { $0.name == name }) else {
      findings.report(
        .unknownKind, "'\(name)' is no kind of source that a lookup can have",
        at: written.location,
        remedy: suggestion(for: name, among: usable.map(\.name))
          ?? "use one of \(usable.map(\.name).joined(separator: ", "))")
      return nil
    }
    let keys = DomainKeys.source + kind.keys
    KeyType.check(written, keys, "lookups.\(entry.name).source", &findings)
    return source(Section(keys, written, at: written.location))
  }
}
