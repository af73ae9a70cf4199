import DeclaredRecords
import FootlightPlatform
import TestSupport
import Testing
import TextAnalysis

@testable import SearchEngine

/// Explanations say what the search did: compared with its hits, and with looking at every item.
@Suite struct ExplanationTests {
  private static let pool = [
    "", " kind:movie", " -kind:movie,Série", " -karo", " domain:d0", " year>=2010", "~", "*",
    " OR bami", " -(ka OR ro)", " \"karo miten\"", " title:(ka ro)",
  ]

  /// A request about the items' words, of any form.
  private static func request(_ made: inout GeneratedItems, _ round: Int) -> SearchRequest {
    var text = made.query()
    if made.below(3) == 0 { text += pool[made.below(pool.count)] }
    if made.below(6) == 0 { text = "\"\(text)\"" }
    if made.below(8) == 0 { text = "(\(text) OR \(made.query())) \(made.query())" }
    if made.below(8) == 0 { text = ["title:", "body:", "alias:"][made.below(3)] + text }
    if made.below(20) == 0 { text = "" }
    let names = ["kind", "year"]
    var request = SearchRequest(
      query: Query(text) { names.contains($0) }, limit: 2_000, now: Int64(made.below(4)) * 70,
      countsExactly: true)
    if round % 4 == 0 { request.match = MatchMode.allCases[made.below(4)] }
    if made.below(9) == 0 { request.perDomain = 1 + made.below(4) }
    if made.below(12) == 0 { request.findsAll = true }
    if made.below(6) == 0 { request.distinct = ["d0": "kind", "d.a": "kind", "d.b": "kind"] }
    return request
  }

  @Test func `every hit and every other item is explained as the search treats it`() throws {
    let random = SeededRandom.announced("explanations")
    var made = GeneratedItems(random)
    let folder = try TemporaryFolder()
    let stopping = Analyzer(stopWords: ["the", "of", "karo"])
    let names = ["d0", "d.a", "d.b"]
    var parts: [SearchedSegment] = []
    var ids: [[String]] = []
    for index in 0..<3 {
      var items: [StoredItem] = []
      for number in 0..<150 {
        var item = StoredItem(made.item(number))
        if index < 2, made.below(4) > 0 {
          item.attributes = [
            StoredItem.Attribute(
              ordinal: 0, kind: .text, text: ["Movie", "Série", "Short"][made.below(3)], worth: 0)
          ]
        }
        items.append(item)
      }
      let file = ItemFile(
        settings: IndexSettings(
          analyzer: index == 1 ? Analyzer() : stopping,
          attributes: index < 2
            ? [IndexedAttribute("kind"), IndexedAttribute("year", .number)] : []
        ), itemsABatch: 100)
      let generation = try file.generation(of: items, at: folder.path("\(index).sqlite"))
      parts.append(
        SearchedSegment(
          domain: names[index], weight: [1000, 1500, 700][index],
          synonyms: Synonyms(index == 1 ? [] : GeneratedItems.synonyms), stored: generation))
      ids.append(items.map(\.id))
    }
    var explained = 0
    for round in 0..<60 {
      let request = ExplanationTests.request(&made, round)
      let comment: Comment =
        "\(request.query.text.debugDescription) \(request.match) \(request.perDomain ?? 0), seed \(random.seed)"
      let answer = try search(request, in: parts)
      var hits: [ExplainedItem: RankedHit] = [:]
      for hit in answer.hits { hits[ExplainedItem(place: hit.place, id: hit.item.id)] = hit }
      var items = Array(hits.keys.prefix(20))
      for _ in 0..<12 {
        let part = made.below(3)
        items.append(ExplainedItem(place: part, id: ids[part][made.below(150)]))
      }
      for (item, found) in zip(items, try explain(request, items, in: parts)) {
        #expect(!found.reason.isEmpty, comment)
        guard let hit = hits[item] else {
          #expect(found.tier == nil && found.score == nil && found.factors.isEmpty, comment)
          continue
        }
        explained += 1
        #expect(found.tier?.rawValue == hit.tier && found.score == hit.score, comment)
        let sum = found.factors.reduce(0) { $0 + ($1.adds ? $1.value : 0) }
        #expect(sum == hit.score ?? 0, comment)
        let isNamed = found.factors.contains { $0.name == "name" }
        #expect(
          hit.tier == 6 || isNamed || request.match == .any || found.missing.isEmpty, comment)
      }
    }
    #expect(explained > 150)
  }

  private func told(
    _ text: String, _ id: String, _ change: (inout SearchRequest) -> Void = { _ in }
  ) throws -> Explanation {
    let folder = try TemporaryFolder()
    var items = [
      NaiveItem(
        id: "1", title: "Stranger Things", description: "A boy vanishes", aliases: ["Hawkins"]),
      NaiveItem(id: "2", title: "Beyond Stranger Things", keywords: ["talk"]),
      NaiveItem(id: "3", title: "Old", expires: 5), NaiveItem(id: "進撃", title: "進撃の巨人"),
    ]
    for number in 0..<12 {
      items.append(NaiveItem(id: "f\(number)", title: "filler the\(number)", body: "many"))
    }
    var stored = items.map { StoredItem($0) }
    stored[0].attributes = [
      StoredItem.Attribute(ordinal: 0, kind: .number, text: "2016", worth: 2016)
    ]
    let file = ItemFile(
      settings: IndexSettings(
        analyzer: Analyzer(stopWords: ["a"]), attributes: [IndexedAttribute("year", .number)]),
      itemsABatch: 10)
    let generation = try file.generation(of: stored, at: folder.path("d.sqlite"))
    var request = SearchRequest(query: Query(text) { $0 == "year" || $0 == "size" }, now: 10)
    change(&request)
    let part = SearchedSegment(domain: "shows", stored: generation)
    let found = try explain(request, [ExplainedItem(place: 0, id: id)], in: [part])
    return try #require(found.first)
  }

  @Test(arguments: [
    ("stranger things", "1", 1, "the title is the query"),
    ("hawkins", "1", 1, "the alias 'Hawkins' is the query"), ("2 ", "2", 1, "the id '2'"),
    ("stran", "1", 2, "the title begins with the query"),
    ("things stranger", "2", 3, "titles and aliases alone hold all words"),
    ("boy stranger ", "1", 4, "it holds all words"),
    ("Strnager boy ", "1", 5, "'Strnager' is taken for 'stranger'"),
    ("Strnager things", "1", 5, "is the query but for 1 typo"),
    ("beyond strnager thigns ", "2", 5, "is the query but for 2 typos"),
    ("strnag", "1", 5, "begins with the query but for 1 typo"),
    ("vanishes nowhere ", "1", 6, "it holds some of the words"),
    ("\"stranger things\"", "2", 3, "titles and aliases alone satisfy the query"),
    ("\"things stranger\"", "1", 6, "it holds the words of the phrase, but not side by side"),
    ("title:Boy ", "1", 6, "it holds the words, but not in the field that was named"),
    ("\"stranger things\" nowhere ", "1", 6, "but for one word or phrase"),
    ("boy OR talk ", "1", 4, "it satisfies the query"),
    ("year:2016", "1", 4, "all items are asked for"), ("巨人", "進撃", 3, "titles and aliases"),
    ("進撃巨人", "進撃", 6, "most of what the characters tell"),
  ])
  func `a hit says what puts it there`(
    _ text: String, _ id: String, _ tier: Int, _ reason: String
  ) throws {
    let found = try told(text, id)
    #expect(found.tier?.rawValue == tier && found.reason.contains(reason), "\(found)")
  }

  @Test(arguments: [
    ("Narcos ", "1", "it lacks 'Narcos'", ["Narcos"]),
    ("Narcos things Ozark ", "3", "it has expired", []),
    ("Ozark many ", "1", "it lacks 'Ozark' and 'many'", ["Ozark", "many"]),
    ("filler ", "1", "and here 12 do", ["filler"]),
    ("filler MANY ", "1", "here 12 do", ["filler", "MANY"]),
    ("filler talk vanishes things ", "f1", "what it holds is the commoner half", []),
    ("\"no such\"", "1", "does not stand in it", ["no", "such"]),
    ("talk OR zebra ", "1", "it lacks 'talk'; it lacks 'zebra'", ["talk", "zebra"]),
    ("stranger -boy", "1", "-boy leaves it out", []),
    ("(stranger -boy) OR zebra ", "1", "it matches 'boy', which the query excludes", ["zebra"]),
    ("stranger year>=2020", "1", "year>=2020 leaves it out: its year is '2016'", []),
    ("stranger year>=2020", "2", "year>=2020 leaves it out: it has no year", []),
    ("stranger size:5", "1", "shows has no attribute 'size'", []),
    ("stranger domain:law", "1", "domain:law leaves shows out", []),
    ("stranger", "nobody", "shows holds no item with this id", []), ("", "1", "is empty", []),
    ("進撃巨人", "1", "it lacks '進撃巨人'", ["進撃巨人"]),
  ])
  func `an item that is none says why`(
    _ text: String, _ id: String, _ reason: String, _ missing: [String]
  ) throws {
    let found = try told(text, id)
    #expect(found.tier == nil && found.reason.contains(reason), "\(found)")
    if !missing.isEmpty { #expect(found.missing == missing) }
  }

  @Test func `modes and the bound for a domain keep items out, and say so`() throws {
    #expect(try told("boy ", "1") { $0.match = .none }.reason.contains("it holds 'boy'"))
    #expect(try told("talk ", "1") { $0.match = .any }.reason == "it holds none of the words")
    let lacked = try told("boy zeb", "1") { $0.match = .all }
    #expect(lacked.reason == "it lacks 'zeb', complete or begun" && lacked.missing == ["zeb"])
    let cut = try told("things stranger ", "2") { $0.perDomain = 1 }
    #expect(cut.tier == nil && cut.reason.contains("fill all places"))
  }
}
