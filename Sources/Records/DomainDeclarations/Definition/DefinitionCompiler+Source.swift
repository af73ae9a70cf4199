import FileHandles
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
      let index = lookup.plan.paths.firstIndex(of: own) ?? lookup.plan.paths.count
      if index == lookup.plan.paths.count {
        lookup.plan.paths.append(own)
        lookup.plan.optional.insert(index)
      }
      if !templates.plan.optional.contains(slot) { lookup.plan.optional.remove(index) }
      lookup.fields.append(.init(slot: slot, own: index))
    }
    if lookup.fields.isEmpty {
      findings.report(
        .badValue, "no template uses the lookup '\(lookup.name)'", at: lookup.location,
        remedy: "write '{\(lookup.name).FIELD}' where its values belong, or remove it")
    }
  }

  /// The source of a lookup: files or a database, with the keys of their kind.
  private mutating func lookupSource(
    _ written: YAMLNode?, _ entry: YAMLPair
  ) -> SourceDefinition? {
    guard let written, case .mapping = written.content else {
      findings.report(
        .missingKey, "'lookups.\(entry.name).source' must say where the records are",
        at: entry.location, remedy: "write `source: { kind: csv, path: FILE }`")
      return nil
    }
    let name = written.entries.first { $0.name == "kind" }?.value.scalarText ?? ""
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

extension DefinitionCompiler {
  /// The source with typed settings; what is wrong with it is reported.
  mutating func source(_ section: Section) -> SourceDefinition {
    var source = SourceDefinition(
      kind: section.text("kind") ?? "", folder: declaration.folder, location: section.location,
      allowsOutside: allowsOutside)
    source.tolerate = tolerance(section)
    source.duplicates =
      section.text("duplicates").flatMap(SourceDefinition.Duplicates.init) ?? .error
    source.timeZoneOffset = timeZone(section)
    if !allowsOutside, let kind = kinds.first(where: { $0.name == source.kind }),
      let key = kind.needsPermission
        ? "kind" : kind.keyThatRuns.flatMap({ section.value($0) == nil ? nil : $0 })
    {
      refusals.report(
        .needsPermission,
        kind.usesNetwork
          ? "a source of kind '\(kind.name)' asks other machines without a permission"
          : "a source of kind '\(kind.name)' runs a program without a permission",
        at: section.location(of: key),
        remedy: "read the declaration; if it may, grant it with 'footlight allow \(probableDomain)'"
      )
    }
    if let name = declaration.root.entries.first(where: { $0.name == "domain" })?.value.scalarText {
      source.domain = name
    }
    source.refresh = refresh(section.section("refresh"))
    let common = Set(DomainKeys.source.map(\.name))
    for key in section.keys where !common.contains(key.name) {
      if let value = setting(key, section) {
        source.settings[key.name] = Setting(value, at: section.location(of: key.name))
      }
    }
    return source
  }

  private mutating func tolerance(_ section: Section) -> SourceDefinition.Tolerance {
    let text = section.text("tolerate") ?? "0"
    if let count = Int(text), count >= 0 { return .count(count) }
    if text.hasSuffix("%"), let percent = Double(text.dropLast()), (0...100).contains(percent) {
      return .share(millionths: Int((percent * 10_000).rounded()))
    }
    findings.report(
      .badValue, "'source.tolerate' wants a number of records or a percentage",
      at: section.location(of: "tolerate"), remedy: "write it as in `5` or `1%`")
    return .count(0)
  }

  private mutating func refresh(_ section: Section) -> RefreshPolicy {
    var policy = RefreshPolicy()
    for (name, path) in [
      ("every", \RefreshPolicy.every), ("full_every", \RefreshPolicy.fullEvery),
    ] {
      guard let text = section.text(name) else { continue }
      policy[keyPath: path] = RefreshPolicy.seconds(text)
      if policy[keyPath: path] == nil {
        findings.report(
          .badValue, "'source.refresh.\(name)' wants a length of time",
          at: section.location(of: name),
          remedy: "write a number and one of s, m, h, d, w, as in `6h` or `30d`")
      }
    }
    return policy
  }

  private mutating func timeZone(_ section: Section) -> Int {
    let text = section.text("time_zone") ?? "Z"
    let bytes = Array(text.utf8)
    var cursor = ByteCursor(bytes.span)
    if text == "UTC" { return 0 }
    if !cursor.isAtEnd, let offset = Moment.offset(&cursor, bytes.span, 0), cursor.isAtEnd {
      return offset
    }
    findings.report(
      .badValue, "'source.time_zone' wants an offset from UTC",
      at: section.location(of: "time_zone"), remedy: "write it as in `+09:00` or `Z`")
    return 0
  }

  private mutating func setting(_ key: Key, _ section: Section) -> SettingValue? {
    let written = section.value(key.name)
    switch key.type {
    case .globs:
      guard let written else { return key.defaultText.map { .list([$0]) } }
      for element in written.values { checkPath(element, key.name) }
      return .list(written.values.compactMap(\.scalarText))
    case .file:
      if let written { checkPath(written, key.name) }
      return section.text(key.name).map { .text($0) }
    case .texts, .templates, .textGroups:
      return written.map { .list($0.values.compactMap(\.scalarText)) }
    case .boolean:
      return section.text(key.name).map { .boolean($0 == "true") }
    case .booleanOrLine:
      return section.text(key.name).map { text in
        Double(text).map { .number($0) } ?? .boolean(text == "true")
      }
    case .wholeNumber, .number:
      return section.text(key.name).flatMap(Double.init).map { .number($0) }
    case .character:
      if let written, let text = written.scalarText {
        checkCharacter(text, key.name, written.location)
      }
      return section.text(key.name).map { .text($0) }
    case .fieldPath:
      // A point alone is the document itself, and a star the lists under its keys.
      if let written, let text = written.scalarText, text != ".", text != "*" {
        do throws(GrammarError) {
          _ = try FieldPath.parse(text)
        } catch {
          findings.report(
            .badValue, "'source.\(key.name)': \(error.message)", at: written.location,
            remedy: error.remedy)
        }
      }
      return section.text(key.name).map { .text($0) }
    case .text, .choice, .template, .special:
      return section.text(key.name).map { .text($0) }
    case .section, .sections, .expanded, .named:
      return nil
    }
  }

  private mutating func checkCharacter(
    _ text: String, _ name: String, _ location: SourceLocation
  ) {
    let bytes = Array(text.utf8)
    if bytes.count == 1, bytes[0] < 0x80, bytes[0] != 0x0A, bytes[0] != 0x0D, bytes[0] != 0 {
      return
    }
    findings.report(
      .badValue, "'source.\(name)' wants one ASCII character that ends no line", at: location,
      remedy: #"a tab is written "\t", in double quotes"#)
  }

  private mutating func checkPath(_ written: YAMLNode, _ name: String) {
    guard let path = written.scalarText else { return }
    if path.isEmpty || path.utf8.contains(0) {
      findings.report(
        .badValue, "'source.\(name)' is no path", at: written.location,
        remedy: "name a file or a glob, such as data/*.csv")
    } else if !allowsOutside, !FolderBoundary.holds(path, in: declaration.folder) {
      refusals.report(
        .outsideFolder, "'source.\(name)' leaves the folder of the declaration",
        at: written.location,
        remedy:
          "put the data beside the declaration, or grant it with 'footlight allow \(probableDomain)'"
      )
    }
  }

  /// The domain's name for a command that somebody may copy.
  private var probableDomain: String {
    let declared = declaration.root.entries.first { $0.name == "domain" }?.value.scalarText
    return declared.flatMap { DomainName.mistake(in: $0) == nil ? $0 : nil } ?? "DOMAIN"
  }
}

/// Whether a path stays within a folder, as far as its text tells; links are the reader's business.
enum FolderBoundary {
  static func holds(_ path: String, in folder: String) -> Bool {
    guard path.hasPrefix("/") else { return normal(path) != nil }
    guard let inside = normal(String(path.dropFirst())), let own = normal(folder) else {
      return false
    }
    return inside.starts(with: own)
  }

  /// The components without `.` and `..`; nil when they climb above the beginning.
  private static func normal(_ path: String) -> [Substring]? {
    var result: [Substring] = []
    for component in path.split(separator: "/") where component != "." {
      if component != ".." {
        result.append(component)
      } else if result.popLast() == nil {
        return nil
      }
    }
    return result
  }
}
