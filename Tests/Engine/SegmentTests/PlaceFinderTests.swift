import DeclaredRecords
import FootlightPlatform
import Synchronization
import TestSupport
import Testing
import TextAnalysis

@testable import SearchEngine

/// How often the search of an area looks at its bounds, and that it ends by them.
@Suite struct PlaceFinderTests {
  /// Items whose places lie close together around 48.5°, 11.5°.
  private func segment(_ folder: borrowing TemporaryFolder, _ count: Int) throws -> Segment {
    var file = ItemFile()
    file.settings.attributes = [IndexedAttribute("home", .place)]
    let items = try (0..<count).map { number in
      let place = try #require(
        Place(
          latitudeE7: 485_000_000 + Int64(number % 7) * 10,
          longitudeE7: 115_000_000 + Int64(number) * 10))
      var item = StoredItem.item("\(number)", "Item \(number)")
      item.attributes.append(
        StoredItem.Attribute(
          ordinal: 0, kind: .place, text: place.text, worth: Double(bitPattern: CurveCode.of(place))
        ))
      return item
    }
    return try file.generation(of: items, at: folder.path("places.sqlite"))
  }

  /// A polygon whose edges go to and fro through all of the places.
  private func area(corners: Int) throws -> PlaceArea {
    let text = (0..<corners).map { number in
      let east = "11.4\(String(1_000 + number).dropFirst())"
      return number % 2 == 0 ? "48,\(east)" : "49,11.6\(String(1_000 + number).dropFirst())"
    }.joined(separator: ";")
    return try #require(PlaceArea(text))
  }

  private func finder(_ segment: Segment, _ bounds: SearchBounds?) throws(Failure) -> PlaceFinder {
    PlaceFinder(
      segment, try segment.columns().filter { $0.attribute.kind == .place }, bounds)
  }

  private final class Looks: Sendable {
    private let kept = Mutex(0)
    var count: Int { kept.withLock { $0 } }
    func next() -> Int64 {
      kept.withLock { $0 += 1 }
      return Int64(count)
    }
  }

  @Test func `a look at the bounds comes every 256 edges, however few places a cell has`() throws {
    let folder = try TemporaryFolder()
    let segment = try segment(folder, 60)
    let area = try area(corners: 500)
    let looks = Looks()
    let bounds = SearchBounds(deadline: .max, clock: { looks.next() })
    let found = try finder(segment, bounds).documents(in: area)
    // Sixty places are one cell: each of them is compared with 500 edges.
    #expect(looks.count >= 60)
    #expect(looks.count <= 61 * 500 / 256 + 1)
    var documents: Set<UInt32> = []
    found.forEach {
      documents.insert($0)
      return true
    }
    for number in 0..<60 {
      let document = try #require(try segment.document(ofID: "\(number)"))
      let place = try #require(Place(try segment.item(document).attributes[0].text))
      #expect(documents.contains(document) == area.contains(place), "\(place.text)")
    }
  }

  @Test func `an area ends with the time that a search has`() throws {
    let folder = try TemporaryFolder()
    let segment = try segment(folder, 500)
    let looks = Looks()
    let bounds = SearchBounds(deadline: 3, clock: { looks.next() })
    let area = try area(corners: 500)
    #expect(
      failureCode { _ = try finder(segment, bounds).documents(in: area) } == .searchCut)
    #expect(looks.count == 3)
  }
}
