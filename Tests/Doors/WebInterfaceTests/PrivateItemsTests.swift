import Footlight
import FootlightPlatform
import JSONAnswers
import TestSupport
import Testing

@testable import WebInterface

/// Two workspaces of which one has private items as well answer others than their owner byte by byte alike, but for what is
/// the server's own: its times and the size of its files.
///
/// With `FOOTLIGHT_TORTURE` set many pairs of workspaces and more queries.
struct PrivateItemsTests {
  private static let isLong = SystemServices.system.environment("FOOTLIGHT_TORTURE") != nil
  private static let now: Int64 = 1_800_000_000
  private static let words = [
    "lamp", "lantern", "lanterns", "post", "lamppost", "harbour", "harbor", "light", "lighthouse",
    "keeper", "storm", "stormy", "sea", "seaside", "side", "walk", "w1", "w2", "ford", "oxford",
  ]
  /// Words of private items alone.
  private static let secrets = [
    "lampoon", "lanternfish", "harbours", "seawalk", "keepers", "stormsea", "bradford", "fordham",
    "couch", "walker", "lightside", "postlight",
  ]

  private static let declaration = """
    version: 1
    item:
      id: "{id}"
      title: "{title}"
      description: "{about}"
      body: "{text}"
      aliases: ["{alias}"]
      url: "https://harbour.example/{id}"
      private: "{secret}"
      expires: "{until}"
      relevant: { from: "{from}", to: "{to}" }
      attributes:
        kind: "{kind}"
        tags: { value: "{tags[]}", type: list }
        year: { value: "{year}", type: number }
        day: { value: "{day}", type: date }
        at: { value: "{at}", type: place }
    search:
      synonyms: [[sofa, couch, lamp], [sea, stormsea]]
      substrings: [title]

    """

  private static func text(_ count: Int, _ words: [String], _ random: inout SeededRandom) -> String
  {
    (0..<count).map { _ in words[random.below(words.count)] }.joined(separator: " ")
  }

  private static func record(_ number: Int, isSecret: Bool, _ random: inout SeededRandom) -> String
  {
    let words = isSecret ? words + secrets + secrets : words
    var fields = [
      "id": "\(isSecret ? "s" : "i")\(number)", "title": text(1 + random.below(3), words, &random),
      "about": text(random.below(6), words, &random),
      "text": text(random.below(30), words, &random),
      "alias": random.below(4) == 0 ? text(2, words, &random) : "", "secret": isSecret ? "yes" : "",
      "kind": (isSecret ? ["a", "b", "hidden"] : ["a", "b", "c"])[random.below(3)],
      "tags": "[\"\(text(1, words, &random))\",\"\(text(1, words, &random))\"]",
      "year": "\(1990 + random.below(isSecret ? 60 : 30))",
      "day": "20\(10 + random.below(10))-0\(1 + random.below(9))-11",
      "at": "\(40 + random.below(10)).5,\(10 + random.below(10)).25",
    ]
    if random.below(8) == 0 { fields["until"] = "2040-01-01" }
    if random.below(isSecret ? 2 : 6) == 0 {
      (fields["from"], fields["to"]) = ("2001-01-01", "2060-01-01")
    }
    let members = fields.sorted { $0.key < $1.key }.map {
      "\"\($0.key)\":\($0.key == "tags" ? $0.value : "\"\($0.value)\"")"
    }
    return "{" + members.joined(separator: ",") + "}\n"
  }

  /// The two workspaces: the same items, and in the other one private ones between them, from the beginning on or later.
  private static func pair(
    _ random: inout SeededRandom, later: Bool
  ) throws -> (without: ServedWorkspace, with: ServedWorkspace) {
    var files: [String: (without: String, with: String)] = [:]
    for domain in ["harbour", "hidden"] {
      var (without, with) = ("", "")
      for number in 0..<50 {
        for other in 0..<random.below(3) {
          with += record(10 * number + other, isSecret: true, &random)
        }
        guard domain == "harbour" else { continue }
        let line = record(number, isSecret: false, &random)
        without += line
        with += line
      }
      files[domain] = (without, with)
    }
    func served(_ lines: KeyPath<(without: String, with: String), String>) throws -> ServedWorkspace
    {
      try ServedWorkspace(now: now) { folder in
        for (domain, text) in files {
          try folder.write("domains/data/\(domain).jsonl", text[keyPath: lines])
          try folder.write(
            "domains/\(domain).yaml",
            "domain: \(domain)\nsource: { kind: jsonl, path: data/\(domain).jsonl }\n" + declaration
          )
        }
        try folder.write(
          "footlight.yaml", "searches: { lamps: lamp, seas: { query: sea, domains: harbour } }\n")
      }
    }
    let (without, with) = (try served(\.without), try served(later ? \.without : \.with))
    for (domain, text) in files where later {
      try with.write("domains/data/\(domain).jsonl", text.with)
    }
    return (without, with)
  }

  // MARK: Queries

  private static func query(_ random: inout SeededRandom) -> String {
    func word(_ random: inout SeededRandom) -> String {
      let word = (words + secrets)[random.below(words.count + secrets.count)]
      switch random.below(9) {
      case 0: return String(word.prefix(1 + random.below(4)))
      case 1: return String(word.dropLast()) + "x"
      case 2: return "*\(word.suffix(4))*"
      case 3: return word + (words + secrets)[random.below(words.count)]
      case 4: return String(word.dropFirst())
      default: return word
      }
    }
    let parts = (0..<1 + random.below(3)).map { _ in word(&random) }
    switch random.below(12) {
    case 0: return parts.joined(separator: " OR ")
    case 1: return "\"\(parts.joined(separator: " "))\""
    case 2: return "title:" + parts.joined(separator: " ")
    case 3: return parts.joined(separator: " ") + " kind:hidden"
    case 4: return "-" + parts.joined(separator: " ")
    case 5: return "@" + parts[0].prefix(2)
    case 6: return ""
    case 7: return parts.joined()
    default: return parts.joined(separator: " ") + (random.below(2) == 0 ? " " : "")
    }
  }

  private static let values: [String: [String]] = [
    "domain": ["harbour", "hidden", "nowhere"],
    "filter": [
      "kind:a", "kind:hidden", "year>=2000", "-tags:lamp", "year:1990..2060", "day>=2015",
    ],
    "within": ["45,15,300km", "40,10..46,16"],
    "facet": ["kind", "tags", "year/10", "kind~h", "day/year", "tags~lamp"],
    "sort": ["year", "-year", "title", "-title", "at:45,15", "kind", "-day"],
    "distinct": ["kind", "domain", "none", "tags"], "limit": ["1", "3", "1000"],
    "offset": ["1", "2"],
    "fields": ["id", "title", "score"], "timeout_ms": ["10000"], "value": ["a", "h"],
    "per_domain": ["1", "2"], "crop": ["40"], "after": ["0"],
  ]

  /// A value for a parameter as the description tells it.
  private static func value(
    of name: String, _ schema: JSONValue?, _ random: inout SeededRandom
  ) -> String? {
    if name == "q" { return query(&random) }
    if let known = values[name] { return known[random.below(known.count)] }
    let choices = schema?["enum"] ?? schema?["items"]?["enum"]
    if case .list(let words)? = choices { return words[random.below(words.count)].text }
    return schema?["type"]?.text == "boolean" ? "true" : nil
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      byte >= 0x61 && byte <= 0x7A || byte >= 0x30 && byte <= 0x39
        ? String(Character(Unicode.Scalar(byte)))
        : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  /// An answer without what is the server's own.
  private static func told(_ response: HTTPResponse) -> String {
    var parts = response.text.split(separator: "\"bytes\":", omittingEmptySubsequences: false)
    for place in parts.indices.dropFirst() { parts[place] = parts[place].drop(while: \.isNumber) }
    return "\(response.status) \(parts.joined())"
  }

  @Test(arguments: 0..<(isLong ? 40 : 2))
  func `every route answers as if private items were not there`(_ round: Int) throws {
    var random = SeededRandom.announced("PrivateItemsTests \(round)")
    let (without, with) = try PrivateItemsTests.pair(&random, later: round % 2 == 1)
    let described = without.get("/openapi.json")
    #expect(described.text == with.get("/openapi.json").text)
    guard case .object(let paths)? = described.json?["paths"] else {
      Issue.record("the description names no paths")
      return
    }
    var asked = 0
    for path in paths.fields {
      guard let route = path.value["get"], !["/metrics"].contains(path.name) else { continue }
      var parameters: [(name: String, schema: JSONValue?)] = []
      if case .list(let all)? = route["parameters"] {
        for one in all where one["in"]?.text == "query" {
          if let name = one["name"]?.text { parameters.append((name, one["schema"])) }
        }
      }
      let isSearch = parameters.contains { $0.name == "q" }
      for _ in 0..<(isSearch ? 12 : 3) * (PrivateItemsTests.isLong ? 10 : 1) {
        let target = PrivateItemsTests.target(path.name, parameters, &random)
        let (one, other) = (without.get(target), with.get(target))
        #expect(PrivateItemsTests.told(one) == PrivateItemsTests.told(other), "\(target)")
        asked += 1
      }
    }
    #expect(asked > 60)
    for page in [
      "/", "/?q=lamp", "/harbour", "/hidden", "/sitemap.xml", "/opensearch/suggest?q=la",
    ] {
      #expect(
        PrivateItemsTests.told(without.get(page)) == PrivateItemsTests.told(with.get(page)),
        "\(page)")
    }
    #expect(try with.library.search("kind:hidden").total > 0, "their owner finds them")
  }

  /// Queries whose words stand together in private items alone, as synonyms, joined or parted.
  private static let guesses = [
    "sea", "lamp post", "light house keeper", "lighthose", "couchla", "housekeep", "keeperkeep",
    "storm sea sid",
  ]

  @Test(arguments: [false, true])
  func `synonyms, joined and parted words of private items are not told`(_ later: Bool) throws {
    func lines(_ titles: [String], isSecret: Bool) -> String {
      titles.enumerated().map { number, title in
        "{\"id\":\"\(isSecret ? "s" : "i")\(number)\",\"title\":\"\(title)\",\"secret\":\"\(isSecret ? "yes" : "")\"}\n"
      }.joined()
    }
    let open = lines(
      ["sea side", "light keeper", "house of a keeper", "lamp", "post", "storm side", "keeper"],
      isSecret: false)
    let all =
      open
      + lines(
        [
          "stormsea", "lighthouse", "lighthouse keeper", "ford", "sea ford", "couch", "lamppost",
          "keep",
          "er side",
        ],
        isSecret: true)
    func served(_ lines: String) throws -> ServedWorkspace {
      try ServedWorkspace(now: PrivateItemsTests.now) { folder in
        try folder.write("domains/data/harbour.jsonl", lines)
        try folder.write(
          "domains/harbour.yaml",
          "domain: harbour\nsource: { kind: jsonl, path: data/harbour.jsonl }\n"
            + PrivateItemsTests.declaration)
      }
    }
    let (without, with) = (try served(open), try served(later ? open : all))
    if later { try with.write("domains/data/harbour.jsonl", all) }
    for guess in PrivateItemsTests.guesses {
      let query = "q=\(PrivateItemsTests.encoded(guess))"
      for target in ["search?explain=true&", "suggest?", "items/harbour/i0/explain?"] {
        let (one, other) = (
          without.get("/api/v1/\(target)\(query)"), with.get("/api/v1/\(target)\(query)")
        )
        #expect(one.status == 200)
        #expect(
          PrivateItemsTests.told(one) == PrivateItemsTests.told(other), "\(target)\(guess)")
      }
    }
  }

  @Test func `private items take no places of suggestions`() throws {
    let served = try ServedWorkspace(now: PrivateItemsTests.now) { folder in
      var lines = ""
      for number in 10..<34 {
        lines += "{\"id\":\"\(number)\",\"title\":\"Item \(number)\",\"from\":\"2001-01-01\","
        lines += "\"secret\":\"\(number < 22 ? "yes" : "")\"}\n"
      }
      try folder.write("domains/data/harbour.jsonl", lines)
      try folder.write(
        "domains/harbour.yaml",
        "domain: harbour\nsource: { kind: jsonl, path: data/harbour.jsonl }\n"
          + PrivateItemsTests.declaration)
    }
    guard case .list(let found)? = served.get("/api/v1/suggest?q=").json?["suggestions"] else {
      Issue.record("no suggestions")
      return
    }
    #expect(found.compactMap { $0["id"]?.text } == (22..<32).map { "\($0)" })
  }

  @Test func `a key for one domain learns neither names of other searches nor what was asked`()
    throws
  {
    let served = try ServedWorkspace(
      log: true, searches: "{ lamps: { query: lamp, domains: notes } }")
    let key = try served.key("shelf", [.search, .activity], domains: ["shelf"])
    func told(_ name: String) -> String {
      served.get("/api/v1/search?q=@\(name)", [key]).text.replacing(name, with: "NAME")
        .split(separator: "\"took_us\":").map { $0.drop(while: \.isNumber) }.joined()
    }
    #expect(told("lamps") == told("nosuch"))
    #expect(!served.get("/api/v1/suggest?q=@", [key]).text.contains("lamps"))
    #expect(served.get("/api/v1/search?q=@nosuch").text.contains("@lamps"), "its owner is told")
    _ = served.get("/api/v1/search?q=volume+lanterns+of")
    // Who asks for counted queries has them written.
    #expect(try served.library.queries().contains { $0.text == "volume lanterns of" })
    let all = try served.key("all", [.search, .activity])
    #expect(served.get("/api/v1/suggest?q=volume+lant", [all]).text.contains("volume lanterns of"))
    #expect(!served.get("/api/v1/suggest?q=volume+lant", [key]).text.contains("volume lanterns of"))
  }

  private static func target(
    _ path: String, _ parameters: [(name: String, schema: JSONValue?)], _ random: inout SeededRandom
  ) -> String {
    let domain = ["harbour", "harbour", "hidden"][random.below(3)]
    let id = "\(random.below(3) == 0 ? "s" : "i")\(random.below(60))"
    let path = path.replacing("{domain}", with: domain).replacing("{id}", with: id)
      .replacing("{batch}", with: "b")
    var pairs: [String] = []
    for parameter in parameters where parameter.name == "q" || random.below(4) == 0 {
      for _ in 0...random.below(2) {
        guard let value = value(of: parameter.name, parameter.schema, &random) else { continue }
        pairs.append("\(parameter.name)=\(encoded(value))")
      }
    }
    return path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
  }
}
