import FileHandles
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
    for index in definition.lookups.indices {
      definition.lookups[index].source.allowsOutside = true
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
    if ["json", "jsonl", "yaml", "feed", "html", "mail", "markdown", "text"].contains(source.kind),
      let path = templates.paths.first(where: {
        $0.keys.contains { FieldPath.selection($0) != nil }
      })
    {
      findings.report(
        .badTemplate,
        "`{\(path)}` chooses elements of XML by an attribute, and \(source.kind) has none",
        at: source.location, remedy: "name a field, such as `{a.b}`; a whole list is `{a[]}`")
    }
    let analyzer = analyzer(top.section("analysis"))
    var ranking = ranking(top.section("search"))
    ranking.synonyms = synonyms(top.section("search"), analyzer)
    let insides = insides(top.section("search"))
    ranking.looksInside = !insides.isEmpty
    if insides.contains("id"), let id = mapping?.id { mapping?.aliases.append(id) }
    let querySettings = querySettings(top)
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
      contentHash: declaration.contentHash, fingerprint: DeclarationFingerprint.of(top, analyzer))
    definition.querySettings = querySettings
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
    if let text = written?.scalarText, let location = written?.location {
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
    guard let written = top.value("domain"), let name = written.scalarText else { return nil }
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
      stopWords: section.value("stop_words")?.values.compactMap(\.scalarText))
  }

  /// The fields in whose words pieces are found.
  private mutating func insides(_ section: Section) -> Set<String> {
    let known = ["title", "alias", "id"]
    var found: Set<String> = []
    for written in section.value("substrings")?.values ?? [] {
      guard let name = written.scalarText else { continue }
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
    func length(_ field: String) -> Double { Double(lengths.wholeNumber(field)) }
    return RankingDefinition(
      domainWeight: section.number("weight"),
      weights: RankingWeights(
        title: fields.number("title"), aliases: fields.number("aliases"),
        keywords: fields.number("keywords"), description: fields.number("description"),
        body: fields.number("body"), k1: section.number("k1"), b: section.number("b"),
        titleLength: length("title"), keywordsLength: length("keywords"),
        descriptionLength: length("description"), bodyLength: length("body")))
  }

  /// The groups of synonyms, folded as words of a query are: one word each, in one group.
  mutating func synonyms(_ section: Section, _ analyzer: Analyzer) -> [[String]] {
    var groups: [[String]] = []
    var places: [String: Int] = [:]
    for group in section.value("synonyms")?.values ?? [] {
      var words: [String] = []
      for written in group.values {
        guard let text = written.scalarText else { continue }
        guard let word = DefinitionCompiler.word(text, analyzer) else {
          findings.report(
            .badValue, "'\(text)' in 'search.synonyms' is not one word", at: written.location,
            remedy: "a synonym is one word; give an item another name with 'item.aliases'")
          continue
        }
        if let place = places[word] {
          // Twice in one group is no mistake.
          if place == groups.count { continue }
          findings.report(
            .badValue, "'\(text)' is in two groups of 'search.synonyms'", at: written.location,
            remedy: "put its words into group \(place + 1)")
          continue
        }
        places[word] = groups.count
        words.append(word)
      }
      if words.count == 1, group.values.count == 1 {
        findings.report(
          .badValue, "a group of 'search.synonyms' needs two words", at: group.location,
          remedy: "write the words that mean the same: [film, movie]")
      }
      groups.append(words)
    }
    return groups.filter { $0.count > 1 }
  }

  /// The one word that a text is, folded; nil for more words, symbols and runs of characters.
  private static func word(_ text: String, _ analyzer: Analyzer) -> String? {
    let tokens = analyzer.analyze(text, as: .field).filter { !$0.traits.contains(.derived) }
    guard tokens.count == 1, let only = tokens.first,
      only.traits.isDisjoint(with: [.symbol, .unspaced])
    else { return nil }
    return only.text
  }

  /// The rank: a number that holds for all items, or a template that yields one.
  mutating func rank(_ item: Section) -> RankRule {
    guard let written = item.value("rank") else {
      return .constant(item.text("rank").flatMap { Int($0) } ?? 500)
    }
    guard let template = templates.compile(written, "item.rank", list: false, &findings) else {
      return .constant(500)
    }
    guard let text = template.constant else { return .template(template) }
    guard let number = Double(text), (0...1000).contains(number) else {
      findings.report(
        .badValue, "'item.rank' wants a number from 0 to 1000", at: written.location,
        remedy: "the filter 'scale' maps a range onto it: \"{n | scale: 1000, 10000000}\"")
      return .constant(500)
    }
    return .constant(Int(number.rounded()))
  }

  /// The expiry: never, a date or instant, a period, or a template that yields one of them.
  mutating func expiry(_ item: Section) -> ExpiryRule {
    guard let written = item.value("expires") else { return .never }
    guard let template = templates.compile(written, "item.expires", list: false, &findings) else {
      return .never
    }
    guard let text = template.constant else { return .template(template) }
    if let rule = ExpiryRule.read(Array(text.utf8).span, zone: timeZoneOffset) { return rule }
    findings.report(
      .badValue, "'item.expires' is no date, no period and not 'never'", at: written.location,
      remedy: "write it as in 2030-12-31, 2030-12-31T18:00:00Z, P30D, P1M, or \"{until}\"")
    return .never
  }
}

extension Template {
  /// The text of a template without expressions.
  package var constant: String? {
    var text = ""
    for part in parts {
      guard case .text(let piece) = part else { return nil }
      text += piece
    }
    return text
  }
}

private let wordNever = Array("never".utf8)

extension ExpiryRule {
  /// Reads `never`, nothing, a date, an instant or a period; nil when the text is none of them.
  package static func read(_ bytes: borrowing Span<UInt8>, zone: Int) -> ExpiryRule? {
    var cursor = ByteCursor(bytes)
    if cursor.isAtEnd { return .never }
    if cursor.skipWord(wordNever, bytes), cursor.isAtEnd { return .never }
    if let period = Period(bytes) { return .after(period) }
    return Moment.read(bytes, zone: zone).map { .instant($0.end) }
  }
}
