import DeclaredRecords
import FootlightPlatform
import TestSupport
import Testing
import TextAnalysis

@testable import SearchEngine

/// Facets within the bound on work, and beyond it.
@Suite struct FacetTests {
  private static let attributes = [
    IndexedAttribute("kind"), IndexedAttribute("year", .number),
    IndexedAttribute("tags", .listElement),
  ]

  /// Items of which every third has no kind, and every one two tags.
  private func part(
    _ name: String, _ numbers: Range<Int>, _ folder: borrowing TemporaryFolder
  ) throws(Failure) -> SearchedSegment {
    let items = numbers.map { number in
      var item = StoredItem.item("\(number)", "item \(number % 2 == 0 ? "even" : "odd")")
      func add(
        _ ordinal: Int, _ kind: ItemBuffer.AttributeKind, _ text: String, _ worth: Double = 0
      ) {
        item.attributes.append(
          StoredItem.Attribute(ordinal: ordinal, kind: kind, text: text, worth: worth))
      }
      if number % 3 > 0 { add(0, .text, "kind\(number % 4)") }
      add(1, .number, "\(2_000 + number % 5)", Double(2_000 + number % 5))
      for tag in [number % 6, 6 + number % 2] { add(2, .listElement, "t\(tag)") }
      return item
    }
    let settings = IndexSettings(analyzer: Analyzer(), attributes: FacetTests.attributes)
    return SearchedSegment(
      domain: name,
      stored: try ItemFile(settings: settings).generation(
        of: items, at: folder.path(name + ".sqlite")))
  }

  @Test(arguments: ["kind", "year", "tags"], ["item", "even "])
  func `beyond the bound the counts are lower bounds and say so`(
    _ name: String, _ text: String
  ) throws {
    let folder = try TemporaryFolder()
    let parts = [try part("a", 0..<300, folder), try part("b", 300..<420, folder)]
    for parts in [parts, [parts[0]]] {
      var request = SearchRequest(query: Query(text), now: 0, countsExactly: true)
      request.facets = [name]
      request.facetLimit = 0
      let exact = try #require(try search(request, in: parts).facets.first)
      #expect(!exact.isAtLeast && !exact.values.isEmpty)
      let values = exact.values.reduce(0) { $0 + $1.count }
      // A value that several segments have is new once.
      let enough = max(values, exact.values.count * FacetCounter.distinctCost)
      request.countsExactly = false
      var before = -1
      for limit in [0, 1, 40, 150, values, enough].sorted() {
        request.facetLimit = limit
        let answer = try search(request, in: parts)
        let found = try #require(answer.facets.first)
        let known = Dictionary(
          uniqueKeysWithValues: exact.values.map { ($0.value, $0.count) })
        #expect(found.values.allSatisfy { $0.count <= known[$0.value] ?? 0 })
        #expect(found.values.map(\.count) == found.values.map(\.count).sorted(by: >))
        let sum = found.values.reduce(0) { $0 + $1.count }
        #expect(found.isAtLeast == (sum < values), "\(limit): \(sum) of \(values)")
        #expect(sum >= before && sum <= limit + 1)
        before = sum
        // What is found and how much there is does not depend on it.
        #expect(!answer.isAtLeast && answer.total > 0)
      }
      #expect(before == values)
    }
  }
}
