import FootlightPlatform
import TestSupport
import Testing
import TextAnalysis

@testable import DeclaredRecords

@Suite struct DefinitionTests {
  /// With n² steps each would take longer than a test waits.
  @Test(arguments: [false, true])
  func `a list of ninety thousand words costs little more than reading it`(hasColumns: Bool) throws
  {
    let words = (0..<90_000).map { "w" + String($0, radix: 36) }
    let list = words.joined(separator: ", ")
    let text =
      hasColumns
      ? declaration(source: "columns: [id, name, \(list)]")
      : declaration(top: "search: { synonyms: [[\(list)]] }")
    let definition = try Waiting.ends(within: 300) { () throws(Failure) in try load(text) }
    #expect(hasColumns || definition.ranking.synonyms.first?.count == words.count)
  }

  @Test func `the smallest declaration has every default`() throws {
    let definition = try load(declaration())
    #expect(definition.name == "people")
    #expect(definition.label == "people")
    #expect(definition.version == 1)
    #expect(definition.file == "domains/test.yaml")
    #expect(definition.source.kind == "csv")
    #expect(definition.source["path"] == .list(["data/people.csv"]))
    #expect(definition.source["delimiter"] == .text(","))
    #expect(definition.source["quote"] == .text("\""))
    #expect(definition.source["header"] == nil)
    #expect(definition.source["columns"] == nil)
    #expect(definition.source.tolerate == .count(0))
    #expect(definition.source.duplicates == .error)
    #expect(definition.source.timeZoneOffset == 0)
    #expect(definition.analyzer == Analyzer())
    #expect(definition.ranking == RankingDefinition())
    #expect(definition.mapping.rank == .constant(500))
    #expect(definition.mapping.expires == .never)
    #expect(definition.mapping.plan.paths.map(\.description) == ["id", "name"])
  }

  @Test func `the example of the design compiles`() throws {
    let definition = try load(
      #"""
      # domains/rules.yaml
      domain: law.rules
      label: Federal Rules
      version: 3                      # raise it when the data changes

      source:
        kind: markdown
        path: data/rules/*/*.md

      let:
        set: { value: "{folder}", map: { civil: FRCP, criminal: FRCrP, appellate: FRAP } }
        cite: { value: "{folder}", map: { civil: Fed. R. Civ. P., criminal: Fed. R. Crim. P. } }

      item:
        id: "{set} {rule}"
        title: "{set} {rule}: {title}"
        description: "{title_name}"
        body: "{body | plain}"
        keywords: ["{title_name}"]
        aliases:
          - "{set} {rule}"
          - "Rule {rule}"
          - "{cite} {rule}"
        url: "https://www.law.cornell.edu/rules/{set | lower}/rule_{rule}"
        attributes:
          set: "{set}"
          amended: { value: "{last_amended | date: 'MMMM d, yyyy'}", type: date }
        rank: 500
        expires: never
        skip_when: "{draft}"

      analysis:
        language: english
        stop_words: [the, of]
      """#)
    #expect(definition.version == 3)
    #expect(definition.mapping.names.map(\.name) == ["set", "cite"])
    #expect(definition.mapping.names[0].map?["criminal"] == "FRCrP")
    #expect(definition.mapping.aliases.count == 3)
    #expect(definition.attributes.map(\.type) == [.text, .date])
    #expect(definition.analyzer == Analyzer(language: .english, stopWords: ["the", "of"]))
    // A path that several templates use is one slot.
    let paths = definition.mapping.plan.paths.map(\.description)
    #expect(
      paths == [
        "folder", "rule", "title", "title_name", "body", "last_amended", "draft",
      ])
  }

  @Test func `settings of the source are typed`() throws {
    let definition = try load(
      declaration(
        source: """
          tolerate: 1%
          duplicates: last
          time_zone: "-03:30"
          delimiter: ";"
          header: false
          columns: [id, name, 1984]
          """))
    #expect(definition.source.tolerate == .share(millionths: 10_000))
    #expect(definition.source.duplicates == .last)
    #expect(definition.source.timeZoneOffset == -12_600)
    #expect(definition.source["delimiter"] == .text(";"))
    #expect(definition.source["header"] == .boolean(false))
    #expect(definition.source["columns"] == .list(["id", "name", "1984"]))
  }

  @Test func `tolerance is a number of records or a share of them`() {
    #expect(SourceDefinition.Tolerance.count(2).endures(bad: 2, of: 2))
    #expect(!SourceDefinition.Tolerance.count(2).endures(bad: 3, of: 1000))
    #expect(SourceDefinition.Tolerance.share(millionths: 10_000).endures(bad: 10, of: 1000))
    #expect(!SourceDefinition.Tolerance.share(millionths: 10_000).endures(bad: 11, of: 1000))
  }

  @Test func `a path may be a list of globs`() throws {
    let text = """
      domain: a
      version: 1
      source: { kind: jsonl, path: [one/*.jsonl, "two/**/*.jsonl"] }
      item: { id: "{a}", title: "{b}" }
      """
    #expect(try load(text).source["path"] == .list(["one/*.jsonl", "two/**/*.jsonl"]))
  }

  @Test func `weights and parameters of the order are declared under search`() throws {
    let definition = try load(
      declaration(
        top: """
          search:
            weight: 2.5
            fields: { title: 5, body: 0.5 }
            k1: 0.9
            b: 0.4
            reference_lengths: { body: 400 }
          """))
    #expect(
      definition.ranking
        == RankingDefinition(
          domainWeight: 2.5,
          weights: .init(title: 5, body: 0.5, k1: 0.9, b: 0.4, bodyLength: 400)))
  }

  @Test func `a name in two files is an error with both places`() throws {
    let first = try load(declaration(), file: "domains/a.yaml")
    let second = try load("# a comment\n" + declaration(), file: "domains/b.yaml")
    let found = DomainDefinition.conflicts(among: [first, second])
    #expect(found.count == 1)
    #expect(found.first?.description.contains("domains/a.yaml:1:9") == true)
    #expect(found.first?.location?.description == "domains/b.yaml:2:9")
    #expect(DomainDefinition.conflicts(among: [first]).isEmpty)
  }

  @Test func `a kind of source that a program brings has its own keys`() throws {
    let mine = SourceKindKeys(
      name: "bulletin", summary: "A bulletin.",
      keys: [
        Key("address", .text, "Where it is.", isRequired: true),
        Key("pages", .wholeNumber(1...10), "How much of it.", defaultText: "3"),
      ])
    let text = """
      domain: a
      version: 1
      source: { kind: bulletin, address: "over there" }
      item: { id: "{a}", title: "{b}" }
      """
    let definition = try DomainDefinition.load(
      Array(text.utf8), file: "a.yaml", folder: "/", kinds: SourceKindKeys.builtIn + [mine])
    #expect(definition.source["address"]?.text == "over there")
    #expect(definition.source["pages"]?.number == 3)
  }

  @Test func `a domain in code needs no source`() throws {
    let item = "item: { id: \"{id}\", title: \"{subject}\" }\n"
    let plain = try DomainDefinition.inCode("domain: notes\nversion: 1\n" + item)
    #expect(plain.name == "notes")
    #expect(plain.source.kind == "program")
    let lenient = try DomainDefinition.inCode(
      "domain: notes\nversion: 1\nsource: { duplicates: last, tolerate: 3 }\n" + item)
    #expect(lenient.source.duplicates == .last)
    #expect(lenient.source.tolerate == .count(3))
    #expect(throws: Failure.self) {
      try DomainDefinition.inCode("domain: notes\nversion: 1\nsource: { path: x }\n" + item)
    }
    #expect(throws: Failure.self) {
      try DomainDefinition.inCode("domain: notes\nversion: 1\nsource: { kind: csv }\n" + item)
    }
  }
}
