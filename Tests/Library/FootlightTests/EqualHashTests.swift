import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// Ids are compared themselves, not by their hashes alone.
@Suite struct EqualHashTests {
  @Test func `an id in the place of another one with the same hash is missed`() throws {
    var random = SeededRandom.announced("equal hashes of ids")
    let (one, other) = EqualHashes.pair(&random)
    let work = try TestWorkspace()
    try work.declare("names")
    work.records.put("names", [["id": .text(one), "title": "same"]])
    let library = try work.library()
    try library.sync()
    #expect(try library.verify().exitCode == 0)
    work.records.putUnseen("names", [["id": .text(other), "title": "same"]])
    var found: [String: ItemDifference.Kind] = [:]
    let report = try library.verify { found[$0.id] = $0.kind }
    #expect(found == [one: .surplus, other: .missing], "\(random.seed)")
    #expect(report.exitCode == 1)
  }

  @Test func `two ids with the same hash are no duplicates`() throws {
    var random = SeededRandom.announced("equal hashes of ids")
    let (one, other) = EqualHashes.pair(&random)
    let work = try TestWorkspace()
    try work.declare("names")
    work.records.put(
      "names", [one, other, "third"].map { ["id": .text($0), "title": "same"] })
    let library = try work.library()
    let checked = try #require(try library.check().domains.first)
    #expect(checked.items == 3 && checked.badRecords == 0, "\(random.seed)")
    #expect(try library.sync().rows.map(\.items) == [3])
    #expect(try library.verify().exitCode == 0)
    work.records.put("names", [one, other, one].map { ["id": .text($0), "title": "same"] })
    #expect(try library.check().domains.first?.badRecords == 1)
  }
}
