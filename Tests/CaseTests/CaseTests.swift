import Footlight
import SearchEngine
import TestSupport
import Testing
import TextAnalysis

/// Runs every folder of `Tests/Cases` through the public interface.
@Suite struct CaseTests {
  @Test func `there are cases to run`() {
    #expect(SearchCase.names.count >= 12)
  }

  @Test(arguments: SearchCase.names, [1, 3])
  func `every search of a case finds what it must`(name: String, shards: Int) throws {
    let searchCase = try SearchCase(named: name)
    guard searchCase.hasDomains, !searchCase.needsStems || Stemmer.isAvailable else { return }
    let folder = try TemporaryFolder()
    try searchCase.write(into: folder.path, shards: shards)
    let library = try Library(workspace: folder.path)
    let report = try library.sync()
    let rows = Dictionary(report.rows.map { ($0.domain, $0) }, uniquingKeysWith: { $1 })
    #expect(rows.count == searchCase.declarations.count)
    for (domain, count) in searchCase.items {
      #expect(rows[domain]?.items == count, "\(name): items of \(domain)")
    }
    for (domain, count) in searchCase.badRecords {
      #expect(rows[domain]?.badRecords == count, "\(name): bad records of \(domain)")
    }
    try ask(searchCase, library, onlyDomain: rows.count == 1 ? rows.keys.first : nil)
  }

  @Test func `at least 150 searches ask the bundled domains and those of cases`() throws {
    var count = 0
    for name in SearchCase.names { count += try SearchCase(named: name).searches.count }
    #expect(count >= 150)
  }

  func ask(_ searchCase: SearchCase, _ library: Library, onlyDomain: String?) throws {
    for search in searchCase.searches {
      var answer = try library.search(search.query, options: search.options)
      if let within = search.within {
        var all = search.options
        (all.offset, all.limit) = (0, 10_000)
        let hits = try library.search(search.query, options: all).hits
        answer.total = hits.count { $0.tier.rawValue <= within }
        answer.hits.removeAll { $0.tier.rawValue > within }
      }
      for expectation in search.expected {
        check(expectation, of: search, in: answer, namesDomains: onlyDomain == nil)
      }
    }
    for expected in searchCase.expectedItems {
      let address = onlyDomain.map { ItemAddress(domain: $0, id: expected.id).description }
      check(expected, against: try library.item(address ?? expected.id)?.item)
    }
  }

  private func check(
    _ expectation: SearchCase.Expectation, of search: SearchCase.Search, in answer: Answer,
    namesDomains: Bool
  ) {
    let ids = answer.hits.map { namesDomains ? "\($0.domain):\($0.id)" : $0.id }
    let tiers = answer.hits.map(\.tier.rawValue)
    let place: Comment =
      "\(search.location): “\(search.query)” found \(ids) in tiers \(tiers). \(search.reason ?? "")"
    switch expectation {
    case .ids(let wanted): #expect(ids == wanted, place)
    case .first(let wanted): #expect(Array(ids.prefix(wanted.count)) == wanted, place)
    case .anyOrder(let wanted): #expect(ids.sorted() == wanted.sorted(), place)
    case .without(let unwanted): #expect(Set(ids).isDisjoint(with: unwanted), place)
    case .tiers(let wanted): #expect(Array(tiers.prefix(wanted.count)) == wanted, place)
    case .more(let wanted):
      #expect(answer.hits.prefix(wanted.count).map { $0.group?.more ?? -1 } == wanted, place)
    case .distances(let wanted):
      #expect(answer.hits.prefix(wanted.count).map(\.distance) == wanted, place)
    case .total(let wanted):
      #expect(answer.total == wanted, place)
      #expect(!answer.isAtLeast, place)
    case .facet(let name, let wanted):
      let facet = answer.facets.first { $0.name == name }
      let found = (facet?.values ?? []).map { "\(text(of: $0.value)) \($0.count)" }
      #expect(found == wanted, place)
    case .matched(let field): #expect(answer.hits.first?.matched?.field.rawValue == field, place)
    }
  }

  private func check(_ expected: SearchCase.ExpectedItem, against item: Item?) {
    let place: Comment = "\(expected.location): \(expected.id)"
    #expect((item == nil) == expected.isAbsent, place)
    guard let item else { return }
    for (field, wanted) in expected.texts {
      #expect(text(field, of: item) == wanted, "\(expected.location): \(field)")
    }
    for (field, wanted) in expected.lists {
      let found = field == "aliases" ? item.aliases : item.keywords
      #expect(found == wanted, "\(expected.location): \(field)")
    }
    if let wanted = expected.attributes {
      let found = Dictionary(
        item.attributes.map { ($0.name, texts(of: $0.value)) }, uniquingKeysWith: { $1 })
      #expect(found == wanted, place)
    }
  }

  private func text(_ field: String, of item: Item) -> String {
    switch field {
    case "title": item.title
    case "description": item.description
    case "body": item.body
    case "url": item.url
    default: String(item.rank)
    }
  }

  private func text(of value: FacetValue) -> String {
    switch value {
    case .text(let text), .date(let text): text
    case .number(let number): number == number.rounded() ? "\(Int(number))" : "\(number)"
    case .boolean(let truth): "\(truth)"
    }
  }

  private func texts(of value: AttributeValue) -> [String] {
    switch value {
    case .text(let text): [text]
    case .number(_, let written): [written]
    case .boolean(let boolean): [String(boolean)]
    case .date(let text, _): [text]
    case .list(let list): list
    case .place(let place): [place.text]
    }
  }
}
