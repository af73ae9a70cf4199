import Footlight
import FootlightPlatform
import Synchronization
import TestSupport
import Testing

@testable import DesktopSearch

struct DesktopSearcherTests {
  @Test func `a workspace that cannot be opened is named, and searched once it can be`() throws {
    let first = try built()
    let second = try built()
    try second.write("footlight.yaml", "store: [\n")
    var searcher = DesktopSearcher(system: .system)
    let workspaces = [first.path, second.path].map { Workspace(folder: $0) }
    searcher.open(workspaces)
    #expect(searcher.search(DesktopQuery("scope"), withinMilliseconds: 30_000).count == 30)
    #expect(searcher.failures.count == 1)
    #expect(searcher.failures.first?.description.contains(second.path) ?? false)
    #expect(searcher.item("rules:31") == nil && !searcher.failures.isEmpty)
    try FileOperations.system.remove(second.path("footlight.yaml"))
    searcher.open(workspaces)
    #expect(searcher.libraries.map(\.workspace) == workspaces)
    _ = searcher.search(DesktopQuery("scope"), withinMilliseconds: 30_000)
    #expect(searcher.failures.isEmpty)
  }

  @Test func `a search that ran out of time says so, and nothing of what was asked`() throws {
    let folder = try built()
    let time = Mutex<Int64>(0)
    var system = SystemServices.system
    // Each look at the clock costs a second.
    system.monotonic = {
      time.withLock {
        $0 += 1_000_000_000
        return $0
      }
    }
    var searcher = DesktopSearcher(system: system)
    searcher.open([Workspace(folder: folder.path)])
    let query = DesktopQuery("scope")
    _ = searcher.search(query, withinMilliseconds: 40)
    #expect(searcher.failures.flatMap(\.diagnostics).map(\.code.name) == ["desktop.late"])
    let said = searcher.failures.first?.description ?? ""
    #expect(said.contains(folder.path) && !said.contains("scope"))
  }

  @Test func `all of what is found leads to the first workspace that has it`() throws {
    let first = try built()
    let second = try built(title: "Quokka")
    var searcher = DesktopSearcher(system: .system)
    searcher.open([first.path, second.path].map { Workspace(folder: $0) })
    let place = { (text: String) in
      searcher.place(of: DesktopQuery(text), withinMilliseconds: 30_000)?.folder
    }
    #expect(place("quokka") == second.path)
    #expect(place("scope") == first.path)
    #expect(place("nothing at all") == first.path)
    #expect(place("") == first.path)
  }

  @Test func `the picture of an item is its icon, where it is a file of the declaration's folder`()
    throws
  {
    let folder = try TemporaryFolder()
    try FileOperations.system.createFolder(folder.path("domains"))
    try folder.write("outside.png", "x")
    try folder.write("domains/a b#é.png", "x")
    try folder.write(
      "domains/sky.yaml",
      "domain: sky\nversion: 1\nsource: { kind: csv, path: sky.csv }\nitem: { id: \"{id}\", title: \"{id}\", image: \"{image}\" }\n"
    )
    try folder.write(
      "domains/sky.csv",
      "id,image\n1,a b#é.png\n2,../outside.png\n3,none.png\n4,https://sky.example/a.png\n5,\n")
    try Library(workspace: folder.path).sync()
    var searcher = DesktopSearcher(system: .system)
    searcher.open([Workspace(folder: folder.path)])
    let metas = searcher.metas((1...5).map { "sky:\($0)" })
    #expect(metas.map { $0.picture != nil } == [true, false, false, false, false])
    #expect("\(metas[0].value)".contains("/domains/a%20b%23%C3%A9.png"))
    #expect(metas[1].icon == "text-x-generic")
  }

  /// A workspace of thirty items.
  private func built(title: String = "Scope") throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileOperations.system.createFolder(folder.path("domains"))
    try folder.write(
      "domains/rules.yaml",
      "domain: rules\nversion: 1\nsource: { kind: csv, path: rules.csv }\nitem: { id: \"{id}\", title: \"{title}\" }\n"
    )
    let rows = (1...30).map { "\($0),\(title) of \($0)\n" }.joined()
    try folder.write("domains/rules.csv", "id,title\n" + rows)
    try Library(workspace: folder.path).sync()
    return folder
  }
}
