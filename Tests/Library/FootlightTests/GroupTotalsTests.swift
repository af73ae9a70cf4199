import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// Where hits are put together, domains are counted as the total is.
@Suite struct GroupTotalsTests {
  private static func write(_ folder: borrowing TemporaryFolder, _ domain: String, _ rows: [String])
    throws
  {
    let text = (["id,name,series"] + rows).joined(separator: "\n") + "\n"
    _ = try folder.write("domains/\(domain).csv", text)
  }

  @Test func `each domain counts its groups, those of a delta once with those before`() throws {
    let folder = try TemporaryFolder()
    try FileOperations.system.createFolder(folder.path("domains"))
    for domain in ["films", "shows"] {
      _ = try folder.write(
        "domains/\(domain).yaml",
        """
        domain: \(domain)
        version: 1
        source: { kind: csv, path: \(domain).csv }
        item: { id: "{id}", title: "{name}", attributes: { series: "{series}" } }
        """)
    }
    let films = (0..<40).map { "\($0),Star \($0),s\($0 % 4)" } + ["x,Star,", "y,Star,"]
    try Self.write(folder, "films", films)
    try Self.write(folder, "shows", (0..<30).map { "\($0),Star \($0),s\($0 % 3 + 2)" })
    let library = try Library(
      workspace: folder.path, system: SystemServices.isolated(in: folder.path))
    try library.sync()
    var options = SearchOptions()
    options.distinct = .by("series")
    options.countsDomains = true
    #expect(
      try library.search("star", options: options).domainTotals == ["films": 42, "shows": 30])
    options.countsGroups = true
    let before = try library.search("star", options: options)
    #expect(before.domainTotals == ["films": 6, "shows": 3])
    #expect(before.total == 7)
    // Two of a series that is there, one of a further one.
    try Self.write(folder, "films", films + ["z,Star,s0", "zz,Star,s0", "zzz,Star,s9"])
    try library.sync()
    let after = try library.search("star", options: options)
    #expect(after.domainTotals == ["films": 7, "shows": 3])
    #expect(after.total == 8)
  }
}
