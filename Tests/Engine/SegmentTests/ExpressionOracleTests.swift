import DeclaredRecords
import FootlightPlatform
import SearchEngine
import TestSupport
import Testing
import TextAnalysis

/// Every form of the query language against a search that looks at every item.
@Suite struct ExpressionOracleTests {
  /// How many queries are asked; many with `FOOTLIGHT_TORTURE`.
  private static let rounds =
    SystemServices.system.environment("FOOTLIGHT_TORTURE") == nil ? 90 : 1_000

  private static let attributes = [
    IndexedAttribute("kind"), IndexedAttribute("year", .number), IndexedAttribute("seen", .boolean),
    IndexedAttribute("added", .date), IndexedAttribute("genres", .listElement),
    IndexedAttribute("home", .place), IndexedAttribute("work", .place),
  ]

  private struct Domain {
    var part: SearchedSegment
    var naive: NaiveIndex
  }

  private static let kinds = ["Movie", "movie", "TV Show", "Série", "a,b", "short film"]
  private static let genres = ["Drama", "drama", "Crime TV Shows", "Comedy", "Docuseries", "a\"b"]

  /// Items with attributes; the last attributes are missing where the domain does not declare them.
  private static func item(
    _ number: Int, _ made: inout GeneratedItems, declared: Int
  ) -> (NaiveItem, StoredItem) {
    var naive = made.item(number)
    var values: [NaiveAttribute] = []
    func add(_ ordinal: Int, _ value: NaiveAttribute.Value) {
      guard ordinal < declared else { return }
      values.append(NaiveAttribute(ordinal, attributes[ordinal].name, value))
    }
    if made.below(6) > 0 { add(0, .text(kinds[made.below(kinds.count)])) }
    if made.below(5) > 0 {
      add(1, .number(Double(2000 + made.below(20)) + (made.below(9) == 0 ? 0.5 : 0)))
    }
    if made.below(3) > 0 { add(2, .boolean(made.below(2) == 0)) }
    if made.below(4) > 0 {
      add(3, .date(1_600_000_000 / 86_400 * 86_400 + Int64(made.below(500)) * 43_200))
    }
    let count = made.below(4)
    if count > 0 { add(4, .list((0..<count).map { _ in genres[made.below(genres.count)] })) }
    // Some together, some alone, some at the same point.
    var random = SeededRandom(seed: UInt64(made.below(40)))
    if made.below(4) > 0 { add(5, .place(random.place())) }
    if made.below(3) == 0 { add(6, .place(made.below(2) == 0 ? random.place() : random.place())) }
    naive.attributes = values
    var stored = StoredItem(naive)
    stored.attributes = values.flatMap { value -> [StoredItem.Attribute] in
      func one(_ kind: ItemBuffer.AttributeKind, _ text: String, _ worth: Double = 0)
        -> StoredItem.Attribute
      {
        StoredItem.Attribute(ordinal: value.ordinal, kind: kind, text: text, worth: worth)
      }
      switch value.value {
      case .text(let text): return [one(.text, text)]
      case .number(let number): return [one(.number, "\(number)", number)]
      case .boolean(let truth): return [one(.boolean, "\(truth)", truth ? 1 : 0)]
      case .date(let seconds):
        return [one(.date, AttributeText.date(seconds: seconds), Double(seconds))]
      case .list(let texts): return texts.map { one(.listElement, $0) }
      case .place(let place):
        return [one(.place, place.text, Double(bitPattern: CurveCode.of(place)))]
      }
    }
    return (naive, stored)
  }

  private static func domain(
    _ name: String, _ analyzer: Analyzer, weight: Int, declared: Int, _ made: inout GeneratedItems,
    _ folder: borrowing TemporaryFolder
  ) throws(Failure) -> Domain {
    let items = (0..<300).map { item($0, &made, declared: declared) }
    var settings = IndexSettings(analyzer: analyzer, attributes: Array(attributes.prefix(declared)))
    // The others take a piece for the beginning of a word.
    settings.looksInside = declared > 3
    var file = ItemFile(settings: settings, itemsABatch: 100)
    file.workers = 2
    let generation = try file.generation(
      of: items.map(\.1), at: folder.path(name + ".sqlite"))
    return Domain(
      part: SearchedSegment(
        domain: name, weight: weight, synonyms: Synonyms(GeneratedItems.synonyms),
        stored: generation),
      naive: NaiveIndex(
        items.map(\.0), analyzer: analyzer, domain: name, weight: weight,
        synonyms: GeneratedItems.synonyms,
        attributes: attributes.prefix(declared).map(\.name), looksInside: declared > 3))
  }

  private static let filters = [
    "kind:movie", "kind:\"tv show\"", "kind:Movie,Série", "kind:\"a,b\"", "kind>=s", "kind<n",
    "kind:d..n", "year:2005", "year:2005..2010", "year>=2015", "year<2003", "year>2010.5",
    "year<=2000",
    "year:..2004,2010..", "year:nonsense", "seen:true", "seen:no", "added:2020-09", "added>=2021",
    "added:2020-10-01..2020-10-31", "added<2020-09-20T12:00:00Z", "added>2020-12-24",
    "genres:drama", "genres:drama,comedy", "genres:\"crime tv shows\"", "genres:c..d",
    "domain:d0", "domain:d", "domain:d.b,d0",
  ]

  /// Random syntax about the items' words.
  private static func query(_ made: inout GeneratedItems, depth: Int = 0) -> String {
    let parts = (0...made.below(3)).map { _ in part(&made, depth: depth) }
    var text = parts[0]
    for part in parts.dropFirst() { text += (made.below(3) == 0 ? " OR " : " ") + part }
    if depth == 0, made.below(3) == 0 { text += " " }
    return text
  }

  /// A condition on places.
  private static func area(_ made: inout GeneratedItems) -> String {
    var random = SeededRandom(seed: UInt64(made.below(1_000)))
    return ["near", "within", "home", "work"][made.below(4)] + ":" + random.areaText()
  }

  private static func part(_ made: inout GeneratedItems, depth: Int) -> String {
    let sign = made.below(6) == 0 ? "-" : ""
    switch made.below(depth > 1 ? 6 : 8) {
    case 0, 1: return sign + made.query().trimmed
    case 2: return sign + "\"\(made.query().trimmed.replacing("\"", with: ""))\""
    case 3:
      let field = Field.allCases[made.below(Field.allCases.count)].rawValue
      let word = made.query().trimmed
      return sign + field + ":" + (made.below(2) == 0 ? "\"\(word)\"" : "(\(word))")
    case 4, 5: return sign + (made.below(4) == 0 ? area(&made) : filters[made.below(filters.count)])
    case 6: return sign + "(" + query(&made, depth: depth + 1) + ")"
    default:
      let words = made.query().trimmed
      let piece = String(words.split(separator: " ").last ?? "abc")
      switch made.below(4) {
      case 0: return words + "*"
      case 1: return words + "~"
      // A piece of a word, with and without a beginning.
      case 2: return "*" + piece.dropFirst(made.below(3)) + (made.below(2) == 0 ? "*" : "")
      default: return "*" + piece.dropLast(made.below(3)) + (made.below(2) == 0 ? "* " : " ")
      }
    }
  }

  private static func compare(
    _ request: SearchRequest, _ domains: [Domain], _ comment: Comment
  ) throws(Failure) -> Int {
    let wanted = naiveSearch(request, in: domains.map(\.naive))
    let answer = try search(request, in: domains.map(\.part))
    let hits = answer.hits.map { hit in
      NaiveHit(
        domain: domains[hit.place].part.domain, id: hit.item.id, tier: hit.tier, score: hit.score,
        items: hit.group?.items ?? 1)
    }
    #expect(hits == wanted.hits, comment)
    #expect(answer.total == wanted.total, comment)
    for (facet, other) in zip(answer.facets, wanted.facets) {
      // The naive facet tells folded texts.
      let folded = facet.values.map { value -> Facet.Value in
        guard case .text(let text) = value.value else { return value }
        return Facet.Value(
          .text(String(decoding: NaiveFolding.folded(text), as: UTF8.self)), count: value.count)
      }
      #expect(facet.name == other.name && folded == other.values, comment)
    }
    #expect(answer.facets.count == wanted.facets.count)
    return hits.count
  }

  @Test(arguments: [1, 3])
  func `any query finds what looking at every item finds`(_ count: Int) throws {
    let random = SeededRandom.announced("expressions")
    let seed = random.seed
    var made = GeneratedItems(random)
    let folder = try TemporaryFolder()
    let stopping = Analyzer(language: .english, stopWords: ["the", "of", "karo", "other"])
    var domains: [Domain] = []
    for index in 0..<count {
      domains.append(
        try ExpressionOracleTests.domain(
          ["d0", "d.a", "d.b"][index],
          index == 1
            ? Analyzer() : index == 2 ? Analyzer(language: .german, stopWords: []) : stopping,
          weight: [1000, 1500, 700][index], declared: [7, 6, 3][index], &made, folder))
    }
    var found = 0
    for round in 0..<ExpressionOracleTests.rounds {
      let text = ExpressionOracleTests.query(&made)
      let query = Query(text, readsInsides: true) { name in
        ExpressionOracleTests.attributes.hold(name)
      }
      var request = SearchRequest(
        query: query, offset: made.below(3) * made.below(12), limit: made.below(25),
        now: Int64(made.below(4)) * 70)
      if round % 5 == 0 { request.match = MatchMode.allCases[made.below(4)] }
      if made.below(3) == 0 { request.facets = ["kind", "genres", "year", "seen", "added"] }
      if made.below(4) == 0 {
        let names = ExpressionOracleTests.attributes.map(\.name).prefix(5) + ["title"]
        for _ in 0...made.below(3) {
          if made.below(3) == 0 {
            var random = SeededRandom(seed: UInt64(made.below(1_000)))
            request.sort.append(
              AttributeOrder(
                ["near", "home", "work"][made.below(3)], isDescending: made.below(3) == 0,
                from: random.place()))
          }
          request.sort.append(
            AttributeOrder(names[made.below(6)], isDescending: made.below(2) == 0))
        }
      }
      if made.below(4) == 0 { request.perDomain = 1 + made.below(5) }
      if made.below(3) == 0 {
        for domain in domains {
          let names = ["kind", "kind", "genres", "year", "seen", "added", "domain"]
          let isDeclared = made.below(4) > 0
          request.distinct[domain.part.domain] = isDeclared ? names[made.below(7)] : nil
        }
        if made.below(2) == 0 {
          let name = ["kind", "genres", "year", "added"][made.below(4)]
          for domain in domains { request.distinct[domain.part.domain] = name }
        }
        request.countsGroups = made.below(2) == 0
      }
      request.countsExactly = true
      found += try ExpressionOracleTests.compare(
        request, domains,
        "\(text.debugDescription) \(request.match) \(String(describing: request.sort)) \(request.offset)+\(request.limit), \(request.distinct) \(request.countsGroups), seed \(seed)"
      )
    }
    #expect(found > ExpressionOracleTests.rounds, "the queries are about the items")
  }

  @Test func `everything is found and ordered when there are no words`() throws {
    var made = GeneratedItems(SeededRandom.announced("everything"))
    let folder = try TemporaryFolder()
    let domain = try ExpressionOracleTests.domain(
      "d0", Analyzer(), weight: 1000, declared: 7, &made, folder)
    for name in ExpressionOracleTests.attributes.map(\.name) + ["title"]
    where !["home", "work"].contains(name) {
      for isDescending in [false, true] {
        var request = SearchRequest(query: Query(""), limit: 400, now: 0)
        request.findsAll = true
        request.sort = [AttributeOrder(name, isDescending: isDescending)]
        if name != "title" { request.facets = [name] }
        _ = try ExpressionOracleTests.compare(request, [domain], "\(name) \(isDescending)")
        request.limit = 7
        request.offset = 11
        _ = try ExpressionOracleTests.compare(request, [domain], "\(name) \(isDescending), a page")
      }
    }
    let nothing = try search(SearchRequest(query: Query(""), now: 0), in: [domain.part])
    #expect(nothing.total == 0, "an empty query alone finds nothing")
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = Substring(self)
    while text.last == " " { text.removeLast() }
    return text.isEmpty ? "x" : String(text)
  }

  fileprivate func replacing(_ mark: String, with other: String) -> String {
    String(map { String($0) == mark ? Character(other.isEmpty ? " " : other) : $0 })
  }
}
