import FootlightPlatform
import IndexStores
import SearchEngine
import TestSupport
import Testing

@testable import Footlight

@Suite struct ExamineTests {
  private func built() throws -> TestWorkspace {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", (1...300).map { ($0, "name \($0)") })
    try work.library().sync()
    return work
  }

  private func codes(_ work: TestWorkspace) throws -> [String] {
    try work.library().examine().findings.map(\.diagnostic.code.name)
  }

  private func overwrite(_ path: String) throws {
    var bytes = try File.readWhole(path)
    for offset in stride(from: 20, to: bytes.count, by: 100) {
      bytes[offset] = bytes[offset] ^ 0xA5
    }
    let file = try FileOperations.system.create(path)
    try file.write(bytes, bytes.all)
  }

  @Test func `where all is well nothing is found`() throws {
    let work = try built()
    let report = try work.library().examine()
    #expect(report.findings.isEmpty && report.exitCode == 0)
    #expect(report.domains.map(\.domain) == ["names"])
  }

  @Test func `a damaged generation, a lost one and a damaged catalog are the machine's`() throws {
    let damaged = try built()
    let name = try damaged.generations("names")[0]
    let path = damaged.folder.path(".footlight/\(name)")
    var apart = try TakenApart(path)
    apart.damage()
    try apart.write(apart.bytes, to: path)
    let report = try damaged.library().examine()
    #expect(report.exitCode == 3)
    #expect(report.findings.first?.domain == "names")
    #expect(report.findings.first?.diagnostic.code == .indexDamaged)
    #expect(report.findings.allSatisfy { $0.diagnostic.remedy != nil })

    let lost = try built()
    try FileOperations.system.remove(
      lost.folder.path(".footlight/\(try lost.generations("names")[0])"))
    #expect(try codes(lost) == ["index.generation-missing"])

    let unreadable = try built()
    try overwrite(unreadable.folder.path(".footlight/catalog.sqlite"))
    #expect(try codes(unreadable).first == "index.catalog-damaged")
    #expect(try unreadable.library().examine().exitCode == 3)
  }

  @Test func `damaged user data is named, since nothing can build it again`() throws {
    let work = try built()
    let data = UserDatabase(path: work.folder.path(".footlight/user.sqlite"))
    try data.push { (pushing) throws(Failure) in try pushing.put("1", json: "{}", in: "others") }
    #expect(try codes(work).isEmpty)
    try overwrite(work.folder.path(".footlight/user.sqlite"))
    #expect(try codes(work).contains("index.user-data-damaged"))
  }

  @Test func `what a sync would do is a warning with its remedy`() throws {
    let work = try built()
    try work.declare("others")
    work.put("others", [(1, "beta")])
    work.put("names", [(1, "alpha")])
    var report = try work.library().examine()
    #expect(report.findings.map(\.diagnostic.code) == [.stale, .unbuilt])
    #expect(report.findings.map(\.domain) == ["names", "others"])
    #expect(report.exitCode == 1)
    try work.library().sync(options: SyncOptions(allowsShrink: true))
    try FileOperations.system.remove(work.folder.path("domains/names.yaml"))
    report = try work.library().examine()
    #expect(report.findings.map(\.diagnostic.code) == [.undeclared])
    try work.folder.write("domains/broken.yaml", "domain: broken\nverson: 1\n")
    #expect(try work.library().examine().exitCode == 2)
  }

  @Test func `files that nobody needs are a note, and compacting deletes them`() throws {
    let work = try built()
    let live = try work.generations("names")
    try work.leave("names.77.sqlite", bytes: 105)
    try work.leave("old.3.sqlite", bytes: 103)
    try work.folder.write(".footlight/names.78.sqlite.scratch/spill", "12")
    try work.folder.write(".footlight/names.78.sqlite.scratch/made-by-footlight", "")
    try work.folder.write(".footlight/notes.txt", "mine")
    let library = try work.library()
    #expect(try codes(work) == ["index.leftovers"])
    #expect(try library.examine().exitCode == 0)
    let compacted = try library.compact()
    #expect(
      compacted == [
        CompactedDomain(domain: "names", segments: 1, deletedFiles: 2, freedBytes: 107),
        CompactedDomain(domain: "old", segments: 0, deletedFiles: 1, freedBytes: 103),
      ])
    #expect(try work.generations("names") == live)
    #expect(try work.files().contains("notes.txt"))
    #expect(try library.compact(["names"]) == [CompactedDomain(domain: "names", segments: 1)])
    #expect(failureCode { _ = try library.compact(["nobody"]) } == .unknownDomain)
  }

  @Test func `nobody compacts while somebody builds`() throws {
    let work = try built()
    try work.leave("names.77.sqlite")
    let indexer = try EmbeddedStore(path: work.folder.path(".footlight")).indexer(.none)
    try work.leave("names.78.sqlite")
    #expect(failureCode { _ = try work.library().compact() } == .lockHeld)
    indexer.close()
    #expect(try work.library().compact().first?.deletedFiles == 1)
  }
}
