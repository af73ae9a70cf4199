import DeclaredRecords
import FootlightPlatform
import Testing

@Suite struct MistakeTests {
  @Test func `all mistakes of a file are reported at once, in its order`() {
    let found = mistakes(
      """
      domain: Bad Name
      version: soon
      source: { kind: csvv, path: data/x.csv }
      item:
        id: '{id}'
        tilte: '{name}'
        title: '{name | shout}'
      """)
    #expect(
      found.map(\.code) == [
        .badName, .wrongType, .unknownKind, .unknownKey, .unknownFilter,
      ])
    #expect(
      found.map { $0.location?.description ?? "" } == [
        "domains/test.yaml:1:9", "domains/test.yaml:2:10", "domains/test.yaml:3:17",
        "domains/test.yaml:6:3", "domains/test.yaml:7:10",
      ])
    #expect(found[0].remedy == "write 'bad-name'")
    #expect(found[2].remedy == "did you mean 'csv'?")
    #expect(found[3].remedy == "did you mean 'title'?")
  }

  @Test func `elements are chosen by an attribute in XML alone`() {
    let found = mistakes(
      """
      domain: test
      version: 1
      source: { kind: json, path: a.json }
      item:
        id: '{id}'
        title: '{tag[k=name].v}'
      """)
    #expect(found.map(\.code) == [.badTemplate])
    #expect(found.first?.message.contains("{tag[k=name].v}") ?? false)
  }

  @Test(arguments: [
    ("[titel]", "'titel' is no value of 'search.substrings'"),
    ("[title, body]", "'body' is no value of 'search.substrings'"),
    ("{ title: true }", "'search.substrings' wants a list of texts, not a mapping"),
  ])
  func `pieces of words are looked for in names alone`(value: String, message: String) {
    let found = mistakes(declaration(top: "search: { substrings: \(value) }"))
    #expect(found.map(\.message) == [message])
  }

  @Test(arguments: [
    ("0", "'shards' must be a whole number from 1 to 32"),
    ("[1]", "'shards' wants a whole number, not a list"),
    ("{ count: 40 }", "'shards.count' must be a whole number from 1 to 32"),
    ("{ cuont: 4 }", "unknown key 'cuont' in 'shards'"),
    ("{ by: [a] }", "'shards.by' wants a template, not a list"),
    ("{ by: '{a | shout}' }", "unknown filter 'shout' in '{a | shout}'"),
  ])
  func `items are parted into some files, by their ids or by a text`(value: String, message: String)
  {
    let found = mistakes(declaration(top: "shards: \(value)"))
    #expect(found.contains { $0.message == message }, "\(found)")
  }

  @Test(arguments: [
    ("[[science fiction, scifi]]", "'science fiction' in 'search.synonyms' is not one word"),
    ("[[film, movie], [Movie, picture]]", "'Movie' is in two groups of 'search.synonyms'"),
    ("[[film]]", "a group of 'search.synonyms' needs two words"),
    ("[film, movie]", "'search.synonyms' wants a list of lists of texts, not text"),
    ("film", "'search.synonyms' wants a list of lists of texts, not text"),
    ("[[\"§\", sign]]", "'§' in 'search.synonyms' is not one word"),
  ])
  func `synonyms are single words, each in one group`(value: String, message: String) {
    let found = mistakes(declaration(top: "search: { synonyms: \(value) }"))
    #expect(found.contains { $0.message == message }, "\(found)")
  }

  @Test(arguments: [("home", 1), ("town", 0)])
  func `places put no items together`(name: String, count: Int) {
    let found = mistakes(
      """
      domain: shops
      version: 1
      source: { kind: csv, path: data/x.csv }
      distinct: \(name)
      item:
        id: '{id}'
        title: '{name}'
        attributes:
          home: { value: '{lat},{lon}', type: place }
          town: '{town}'
      """)
    #expect(found.count == count, "\(found)")
    #expect(found.allSatisfy { $0.message == "'distinct' names 'home', which holds places" })
  }

  @Test func `synonyms are folded as words of a query are`() throws {
    let read = try load(
      declaration(top: "search: { synonyms: [[Film, MOVIE, film], [Crème, 12]] }"))
    #expect(read.ranking.synonyms == [["film", "movie"], ["creme", "12"]])
  }

  @Test(arguments: [
    ("domain", "http"), ("domain", "catalog"), ("domain", "Law"), ("domain", "law..rules"),
    ("domain", ".law"), ("domain", "law rules"), ("domain", "läw"), ("domain", "-law"),
    ("domain", "law:rules"), ("domain", "[law]"), ("domain", "a/b"), ("domain", ""),
    ("version", "1.5"), ("version", "-1"), ("version", "\"3\""), ("version", "true"),
    ("version", "99999999999999999999"), ("version", "[1]"), ("version", ""),
  ])
  func `a bad value is one mistake at its place`(key: String, value: String) {
    var lines = ["domain: people", "version: 1"]
    lines[key == "domain" ? 0 : 1] = "\(key): \(value)"
    let found = mistakes(
      lines.joined(separator: "\n") + """

        source: { kind: text, path: "*.txt" }
        item: { id: "{name}", title: "{name}" }
        """)
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.location?.line == (key == "domain" ? 1 : 2))
  }

  @Test(arguments: [
    ("tolerate: many", "tolerate"), ("tolerate: 101%", "tolerate"), ("tolerate: -1", "tolerate"),
    ("duplicates: frist", "'first'"), ("time_zone: Berlin", "+09:00"),
    ("delimiter: ';;'", "delimiter"), ("delimiter: ''", "delimiter"), ("header: maybe", "header"),
    ("columns: { a: b }", "columns"), ("refresh: 1h", "refresh"), ("delimeter: ';'", "'delimiter'"),
  ])
  func `a mistake in the source names its key`(line: String, named: String) {
    let found = mistakes(declaration(source: line))
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.description.contains(named) == true, "\(found)")
    #expect(found.first?.location?.line == 6)
  }

  @Test(arguments: [
    ("rank: 1001", "1000"), ("rank: high", "number"), ("rank: [1]", "template"),
    ("expires: soon", "P30D"), ("expires: P1H", "P30D"), ("expires: 2021-02-29", "P30D"),
    ("attributes: { 'a b': '{a}' }", "use letters, digits, '_', '-' and '.'"),
    ("attributes: { title: '{a}' }", "'title_value'"), ("attributes: { id: '{a}' }", "'id_value'"),
    ("attributes: { a: { value: '{a}', type: int } }", "int"),
    ("attributes: { a: { type: date } }", "value"),
    ("attributes: { a: { value: '{a}', tpye: date } }", "'type'"),
    ("attributes: [a]", "mapping"), ("keywords: { a: b }", "list"), ("body: [a]", "template"),
    ("skip_wen: '{a}'", "'skip_when'"),
  ])
  func `a mistake in the item names its key`(line: String, named: String) {
    let found = mistakes(declaration(item: line))
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.description.contains(named) == true, "\(found)")
    #expect(found.first?.location?.line == 10)
  }

  @Test func `what must be there and is not is named`() {
    let found = mistakes("label: Nothing\n")
    #expect(found.map(\.code) == [.missingKey, .missingKey, .missingKey, .missingKey])
    let text = found.map(\.message).joined(separator: " ")
    for name in ["domain", "version", "source", "item"] { #expect(text.contains("'\(name)'")) }
    #expect(
      mistakes("domain: a\nversion: 1\nsource: { kind: csv }\nitem: {}\n").map(\.message) == [
        "'source.path' is missing", "'item.id' is missing", "'item.title' is missing",
      ])
  }

  @Test func `the rest of an item is read when its id or title is missing`() {
    for missing in ["id", "title"] {
      let found = mistakes(
        """
        domain: a
        version: 1
        source: { kind: csv, path: x }
        item:
          \(missing == "id" ? "title" : "id"): '{a}'
          body: '{b | shout}'
          rank: high
        """)
      #expect(Set(found.map(\.code)).isSuperset(of: [.missingKey, .unknownFilter]))
      #expect(found.count == 3, "\(found)")
    }
  }

  @Test(arguments: ["", "# nothing\n", "- a\n- b\n", "text", "domain: a\n---\ndomain: b\n"])
  func `a file that is no declaration says so`(text: String) {
    let found = mistakes(text)
    #expect(found.count == 1)
    #expect(found.first?.location?.file == "domains/test.yaml")
  }

  @Test func `hostile YAML is refused with its place`() {
    var bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n"
    for letter in "bcdefghij" {
      let before = Character(Unicode.Scalar(letter.asciiValue.map { $0 - 1 } ?? 0))
      bomb +=
        "\(letter): &\(letter) [" + Array(repeating: "*\(before)", count: 9).joined(separator: ",")
        + "]\n"
    }
    for text in [
      bomb, String(repeating: "domain: [", count: 5000), "\u{0}\u{1}\u{2}",
      "domain: x\ndomain: y\nversion: 1\n", "domain: \"a\n", "a: !!binary x\n",
      String(repeating: "- ", count: 100_000),
    ] {
      let found = mistakes(text)
      #expect(!found.isEmpty)
      #expect(found.allSatisfy { $0.location?.file == "domains/test.yaml" })
    }
  }

  @Test(arguments: [
    "../../../../etc/passwd", "/etc/passwd", "data/../../x.csv", "../domains2/x.csv",
    "/my place/domains/../x", "/my place/domains2/x.csv", "[a.csv, ../b.csv]",
  ])
  func `a path that leaves the folder needs a permission`(path: String) throws {
    let text = """
      domain: x
      version: 1
      source: { kind: csv, path: \(path) }
      item: { id: '{a}', title: '{a}' }
      """
    let found = mistakes(text)
    #expect(found.map(\.code) == [.outsideFolder])
    #expect(found.first?.location?.line == 3)
    #expect(found.first?.remedy?.contains("footlight allow x") == true)
    #expect(try load(text, allowsOutside: true).source.allowsOutside)
  }

  @Test(arguments: ["data/../x.csv", "./x.csv", "/my place/domains/x.csv", "a/b/../../x.csv"])
  func `a path that comes back stays inside`(path: String) throws {
    _ = try load(
      """
      domain: x
      version: 1
      source: { kind: csv, path: "\(path)" }
      item: { id: '{a}', title: '{a}' }
      """)
  }

  @Test func `random text never crashes the reader`() {
    var generator = SeededGenerator(seed: UInt64.random(in: 0...UInt64.max))
    let pieces = [
      "domain:", " a\n", "version: ", "1\n", "source:", "{", "}", "[", "]", "item:", "\n", "  ",
      "let:", "\"{", "}\"", "|", "split: ','", "{{", "&a", "*a", "kind: csv", ",", "path: x", "- ",
      "id: \"{a[]}\"", "title: '{b | first}'", "é", "\t", "'", "attributes:", "type: date",
      "\u{7F}",
    ]
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 0..<30, using: &generator))
        .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }.joined()
      for diagnostic in mistakes(text) {
        #expect(diagnostic.location != nil, "seed \(generator.seed): \(text)")
      }
    }
  }
}

/// A generator that gives the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  let seed: UInt64
  private var state: UInt64

  init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
