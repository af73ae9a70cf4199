import FootlightPlatform
import TextAnalysis

/// Turns a declaration as written into a definition that is valid, or into all its mistakes.
struct DefinitionCompiler {
  let declaration: DomainDeclaration
  let kinds: [SourceKindKeys]
  let allowsOutside: Bool
  var findings = Findings()
  /// The accesses that only a permission allows.
  var refusals = Findings()
  var templates = TemplateCompiler()
  /// Seconds east of UTC for times without a zone, as the source says it.
  var timeZoneOffset = 0

  init(_ declaration: DomainDeclaration, kinds: [SourceKindKeys], allowsOutside: Bool) {
    self.declaration = declaration
    self.kinds = kinds
    self.allowsOutside = allowsOutside
  }

  /// Makes the definition.
  ///
  /// - Parameter grants: whether it may do what only a permission allows; asked where nothing else is wrong.
  mutating func compile(
    grants: (DomainDefinition) throws(Failure) -> Bool = { (_) throws(Failure) in false }
  ) throws(Failure) -> DomainDefinition {
    var definition = try definition()
    guard !refusals.diagnostics.isEmpty else { return definition }
    guard try grants(definition) else {
      try refusals.finish()
      return definition
    }
    definition.source.allowsOutside = true
    for place in definition.lookups.indices {
      definition.lookups[place].source.allowsOutside = true
    }
    return definition
  }

  private mutating func definition() throws(Failure) -> DomainDefinition {
    let keys = checkedKeys()
    let top = Section(keys, declaration.root, at: declaration.root.location)
    let name = domainName(top)
    let source = source(top.section("source"))
    timeZoneOffset = source.timeZoneOffset
    var mapping = mapping(top)
    let lookups = lookups(top)
    mapping?.plan = templates.plan
    let analyzer = analyzer(top.section("analysis"))
    var ranking = ranking(top.section("search"))
    ranking.synonyms = synonyms(top.section("search"), analyzer)
    let insides = insides(top.section("search"))
    ranking.looksInside = !insides.isEmpty
    if insides.contains("id"), let id = mapping?.id { mapping?.aliases.append(id) }
    let doors = doors(top)
    if !findings.diagnostics.isEmpty { try findings.finish(with: refusals) }
    // Without a mistake found there is a mapping; the guard only says so to the compiler.
    guard let mapping, let name else {
      throw Failure(.missingKey, "'item' is missing", at: declaration.root.location)
    }
    var definition = DomainDefinition(
      name: name, label: top.text("label") ?? name,
      version: top.text("version").flatMap(Int.init) ?? 0,
      source: source, lookups: lookups, mapping: mapping, analyzer: analyzer, ranking: ranking,
      location: top.location(of: "domain"), folder: declaration.folder,
      contentHash: declaration.contentHash, fingerprint: Fingerprint.of(top, analyzer))
    definition.doors = doors
    definition.shards = shards(top)?.wholeNumber("count") ?? 1
    // In one file there is nothing to decide.
    if definition.shards == 1 { definition.mapping.shardKey = nil }
    definition.curationPlaces = curationPlaces(top)
    return definition
  }

  /// The table of keys with those of the source's kind; reports what breaks it.
  private mutating func checkedKeys() -> [Key] {
    let source = declaration.root.entries.first { $0.name == "source" }?.value
    let written = source?.entries.first { $0.name == "kind" }?.value
    var kind: SourceKindKeys?
    if let text = written?.scalar, let location = written?.location {
      kind = kinds.first { $0.name == text }
      if kind == nil {
        findings.report(
          .unknownKind, "unknown kind of source '\(text)'", at: location,
          remedy: suggestion(for: text, among: kinds.map(\.name)))
      }
    }
    let sourceKeys = DomainKeys.source + (kind?.keys ?? [])
    let keys = DomainKeys.top.map { key in
      var key = key
      if key.name == "source" { key.type = .section(sourceKeys) }
      return key
    }
    // The keys of an unknown kind are unknown for one reason alone; that is reported already.
    if kind == nil, let source, case .mapping = source.content {
      KeyType.check(source, sourceKeys, "source", &findings, allowsUnknown: true)
      let others = keys.map { key in
        var key = key
        if key.name == "source" { key.type = .section([]) }
        return key
      }
      var root = declaration.root
      root.content = .mapping(
        root.entries.map { entry in
          var entry = entry
          if entry.name == "source" { entry.value.content = .mapping([]) }
          return entry
        })
      KeyType.check(root, others, "", &findings)
    } else {
      KeyType.check(declaration.root, keys, "", &findings)
    }
    return keys
  }

  private mutating func domainName(_ top: Section) -> String? {
    guard let written = top.value("domain"), let name = written.scalar else { return nil }
    if let mistake = DomainName.mistake(in: name) {
      findings.report(
        .badName, "'\(name)' is no name for a domain: \(mistake)", at: written.location,
        remedy: DomainName.proposal(for: name).map { "write '\($0)'" })
    }
    return name
  }

  private mutating func analyzer(_ section: Section) -> Analyzer {
    let name = section.text("language") ?? Language.none.rawValue
    let language = Language(rawValue: name)
    if language == nil {
      findings.report(
        .badValue, "unknown language '\(name)'", at: section.location(of: "language"),
        remedy: suggestion(for: name, among: Language.allCases.map(\.rawValue)))
    }
    return Analyzer(
      language: language ?? .none,
      stopWords: section.value("stop_words")?.elements.compactMap(\.scalar))
  }

  /// The fields in whose words pieces are found.
  private mutating func insides(_ section: Section) -> Set<String> {
    let known = ["title", "alias", "id"]
    var found: Set<String> = []
    for written in section.value("substrings")?.elements ?? [] {
      guard let name = written.scalar else { continue }
      guard known.contains(name) else {
        findings.report(
          .badValue, "'\(name)' is no value of 'search.substrings'", at: written.location,
          remedy: suggestion(for: name, among: known))
        continue
      }
      found.insert(name)
    }
    return found
  }

  private func ranking(_ section: Section) -> RankingDefinition {
    let fields = section.section("fields")
    let lengths = section.section("reference_lengths")
    return RankingDefinition(
      domainWeight: section.number("weight"),
      weights: RankingDefinition.FieldWeights(
        title: fields.number("title"), aliases: fields.number("aliases"),
        keywords: fields.number("keywords"), description: fields.number("description"),
        body: fields.number("body")),
      k1: section.number("k1"), b: section.number("b"),
      lengths: RankingDefinition.ReferenceLengths(
        title: lengths.wholeNumber("title"), keywords: lengths.wholeNumber("keywords"),
        description: lengths.wholeNumber("description"), body: lengths.wholeNumber("body")))
  }
}
