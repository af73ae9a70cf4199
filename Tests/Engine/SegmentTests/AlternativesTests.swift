import DeclaredRecords
import FootlightPlatform
import Synchronization
import TestSupport
import Testing

@testable import SearchEngine

/// The work of queries with many alternatives, in looks at the deadline: there is one every 256 documents, and
/// one for each long list.
@Suite struct AlternativesTests {
  private let words = (0..<20).map {
    "\(["ka", "ro", "mi", "te"][$0 % 4])\(["b", "d", "f", "g", "h"][$0 / 4])x"
  }

  /// Items that all hold all words in their titles.
  private func part(_ folder: borrowing TemporaryFolder) throws(Failure) -> SearchedSegment {
    let title = words.joined(separator: " ")
    let items = (0..<1_500).map { StoredItem.item("\($0)", title) }
    return SearchedSegment(
      domain: "d", stored: try ItemFile().generation(of: items, at: folder.path("d.sqlite")))
  }

  /// How often a search looks at its deadline.
  private func looks(_ text: String, _ part: SearchedSegment) throws(Failure) -> Int {
    let looks = Looks()
    var request = SearchRequest(query: Query(text), now: 0)
    request.bounds = SearchBounds(deadline: .max, clock: { looks.next() })
    #expect(try search(request, in: [part]).total == 1_500)
    return looks.count
  }

  private final class Looks: Sendable {
    private let kept = Mutex(0)
    var count: Int { kept.withLock { $0 } }
    func next() -> Int64 {
      kept.withLock { $0 += 1 }
      return 0
    }
  }

  @Test(arguments: ["ka* ", "kabx ", "kab* ", "\"kabx robx\" "])
  func `alternatives that are said a hundred times are looked for once`(_ word: String) throws {
    let folder = try TemporaryFolder()
    let part = try part(folder)
    let once = try looks(word + "OR nothing ", part)
    let often = [String](repeating: word, count: 100).joined(separator: "OR ") + "OR nothing "
    // Of words that count, each adds to the score.
    #expect(try looks(often, part) <= 2 * once + 210)
  }

  @Test func `prefixes of two letters are read once, for both tiers, and never for scores`() throws
  {
    let folder = try TemporaryFolder()
    let part = try part(folder)
    let letters = Set(words.map { String($0.prefix(2)) }).sorted()
    let few = try looks(letters.map { $0 + "* " }.joined(separator: "OR "), part)
    #expect(few <= letters.count * 5 + 12)
  }

  @Test func `every 256th document is a look`() throws {
    let looks = Looks()
    var request = SearchRequest(query: Query("x"), now: 0)
    request.bounds = SearchBounds(deadline: .max, clock: { looks.next() })
    var pace = SearchPace(request)
    for _ in 0..<2_600 { try pace.step() }
    #expect(looks.count == 10)
  }

  @Test func `every 64th value of a filter is a look`() throws {
    let folder = try TemporaryFolder()
    var file = ItemFile()
    file.settings.attributes = [IndexedAttribute("kind")]
    var item = StoredItem.item("1", "title")
    item.attributes.append(StoredItem.Attribute(ordinal: 0, kind: .text, text: "red", worth: 0))
    let generation = try file.generation(of: [item], at: folder.path("d.sqlite"))
    let column = try #require(try generation.column("kind"))
    let looks = Looks()
    let bounds = SearchBounds(deadline: .max, clock: { looks.next() })
    let values = (0..<4_000).map { AttributeFilter.Value.equal("value \($0)") }
    #expect(try column.codes(for: AttributeFilter("kind", .oneOf(values)), bounds).isEmpty)
    #expect(looks.count == 63)
  }
}
