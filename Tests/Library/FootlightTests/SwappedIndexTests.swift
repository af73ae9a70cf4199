import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// A file belongs to the catalog by what is in it: another one in its place is damage, of whatever size.
@Suite struct SwappedIndexTests {
  private let work: TestWorkspace

  init() throws {
    work = try TestWorkspace()
    for domain in ["aa", "bb"] {
      try work.declare(domain)
      work.put(domain, (1...40).map { ($0, "title \(domain) \($0)") })
    }
    try work.library().sync()
  }

  private func path(_ name: String) -> String { work.folder.path(".footlight/\(name)") }

  private func swap(_ one: String, _ other: String) throws {
    let files = FileOperations.system
    try files.rename(path(one), to: path("kept"))
    try files.rename(path(other), to: path(one))
    try files.rename(path("kept"), to: path(other))
  }

  /// A search finds nothing in the wrong file and says so, and a sync builds anew.
  private func expectHealing(_ word: String) throws {
    let options = SearchOptions(domains: ["aa"])
    var code: Int32?
    do throws(Failure) {
      let answer = try work.library().search(word, options: options)
      #expect(answer.hits.isEmpty)
    } catch {
      code = error.exitCode
    }
    #expect(code == 3)
    let report = try work.library().sync()
    #expect(report.rows.contains { $0.domain == "aa" && $0.decision == .rebuild })
    #expect(try work.library().search(word, options: options).total == 40)
  }

  @Test func `the generations of two domains`() throws {
    let (one, other) = (try work.generations("aa")[0], try work.generations("bb")[0])
    #expect(try FileStatus.of(path(one))?.size == FileStatus.of(path(other))?.size)
    try swap(one, other)
    try expectHealing("aa")
  }

  @Test func `an earlier generation under the name of the live one`() throws {
    let earlier = try work.generations("aa")[0]
    try FileOperations.system.copy(path(earlier), to: work.folder.path("earlier"))
    work.put("aa", (1...40).map { ($0, "other \("aa") \($0)") })
    try work.library().rebuild(["aa"])
    let live = try work.generations("aa")[0]
    #expect(live != earlier)
    try FileOperations.system.remove(path(live))
    try FileOperations.system.copy(work.folder.path("earlier"), to: path(live))
    try expectHealing("other")
  }

  @Test func `a generation of an index that was deleted under the same name`() throws {
    let name = try work.generations("aa")[0]
    try FileOperations.system.copy(path(name), to: work.folder.path("earlier"))
    try FileOperations.system.removeTree(work.folder.path(".footlight"))
    work.put("aa", (1...40).map { ($0, "other \("aa") \($0)") })
    try work.library().sync()
    #expect(try work.generations("aa") == [name])
    try FileOperations.system.remove(path(name))
    try FileOperations.system.copy(work.folder.path("earlier"), to: path(name))
    try expectHealing("other")
  }
}
