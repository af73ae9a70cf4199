import DeclaredRecords
import FootlightPlatform
import SearchEngine
import TestSupport
import Testing
import TextAnalysis

/// Each item belongs to the first rung that finds it, and is counted there, however few of them are looked for.
@Suite struct MetOnceTests {
  private struct Domain {
    var parts: [SearchedSegment] = []
    var naive: [NaiveIndex] = []

    /// Segments of one domain, one after the other.
    init(_ segments: [[NaiveItem]], _ folder: borrowing TemporaryFolder) throws(Failure) {
      for (number, items) in segments.enumerated() {
        let generation = try ItemFile(
          settings: IndexSettings(analyzer: Analyzer(), attributes: [IndexedAttribute("kind")]),
          workers: 1,
          itemsABatch: 100
        ).generation(of: items.map(StoredItem.init(kinds:)), at: folder.path("\(number).sqlite"))
        parts.append(SearchedSegment(domain: "d", weight: 1_000, stored: generation))
        naive.append(NaiveIndex(items, domain: "d", attributes: ["kind"]))
      }
    }

    /// Asks the engine and the oracle, whose hits and total must be the same.
    @discardableResult
    func ask(
      _ text: String, now: Int64 = 0, limit: Int = 10,
      changing: (inout SearchRequest) -> Void = { _ in }
    ) throws(Failure) -> SearchAnswer {
      var request = SearchRequest(query: Query(text) { $0 == "kind" }, limit: limit, now: now)
      changing(&request)
      let answer = try search(request, in: parts)
      let wanted = naiveSearch(request, in: naive)
      #expect(answer.hits.map(\.item.id) == wanted.hits.map(\.id), "\(text)")
      #expect(answer.total == wanted.total, "\(text)")
      #expect(!answer.isAtLeast, "\(text)")
      return answer
    }
  }

  private static func item(
    _ id: String, _ title: String, body: String = "", kind: String? = nil, expires: Int64? = nil
  ) -> NaiveItem {
    var item = NaiveItem(id: id, title: title, body: body, expires: expires)
    if let kind { item.attributes = [NaiveAttribute(0, "kind", .text(kind))] }
    return item
  }

  @Test func `what the best of another segment shut out counts`() throws {
    let folder = try TemporaryFolder()
    let base = (0..<20).map { MetOnceTests.item("b\($0)", "whale \($0)", kind: "book") }
    let delta = (0..<7).map {
      MetOnceTests.item("d\($0)", "sea \($0)", body: "a whale", kind: $0 == 3 ? "film" : "book")
    }
    let domain = try Domain([base, delta], folder)
    for text in ["whale kind:book", "whale ", "whale sea kind:book"] { try domain.ask(text) }
  }

  @Test func `names that stand in a query count beside items with all of its words`() throws {
    let folder = try TemporaryFolder()
    let others = (0..<3_000).map { MetOnceTests.item("o\($0)", "other \($0)") }
    for body in ["", "kestrel heron garden"] {
      let items =
        (0..<40).map { MetOnceTests.item("g\($0)", "kestrel heron garden \($0)", body: body) }
        + [MetOnceTests.item("name", "kestrel heron")]
      let domain = try Domain([items + others], try TemporaryFolder())
      let answer = try domain.ask("kestrel heron garden ")
      #expect(answer.total == 41)
    }
    _ = folder
  }

  @Test func `an item that holds the word itself is none with a typo`() throws {
    let folder = try TemporaryFolder()
    let items =
      (0..<15).map { MetOnceTests.item("a\($0)", "color \($0)") }
      + (0..<4).map { MetOnceTests.item("b\($0)", "colour \($0)", body: "a color") }
    let answer = try Domain([items], folder).ask("color~ ")
    #expect(answer.total == 19)
  }

  @Test func `words are not joined to one that hidden items alone hold`() throws {
    let folder = try TemporaryFolder()
    let items = [
      MetOnceTests.item("first", "zebra crossing"),
      MetOnceTests.item("hidden", "databases", expires: 50),
    ]
    let domain = try Domain([items], folder)
    #expect(try domain.ask("data bas", now: 0).hits.map(\.item.id) == ["hidden"])
    let answer = try domain.ask("data bas", now: 70)
    #expect(answer.hits.isEmpty && answer.corrections.isEmpty)
  }

  @Test(arguments: ["gardne", "data base"])
  func `all groups of a mistyped or parted query are found`(_ text: String) throws {
    let folder = try TemporaryFolder()
    let items = (0..<70).flatMap { number in
      ["garden", "database"].map { word in
        MetOnceTests.item(
          "\(word) \(number)", "\(word) \(number + 100)",
          kind: number < 60 ? "most" : "kind \(number)")
      }
    }
    let answer = try Domain([items], folder).ask(text, limit: 20) { $0.distinct = ["d": "kind"] }
    #expect(answer.hits.count == 11)
  }
}

extension StoredItem {
  /// An item with its texts as attributes.
  fileprivate init(kinds item: NaiveItem) {
    self.init(item)
    attributes = item.attributes.compactMap { attribute in
      guard case .text(let text) = attribute.value else { return nil }
      return Attribute(ordinal: attribute.ordinal, kind: .text, text: text, worth: 0)
    }
  }
}
