import Footlight
import TestSupport
import Testing

@Suite struct AsyncTests {
  @Test func `every call that blocks has a twin that suspends instead`() async throws {
    let work = try TestWorkspace()
    try work.folder.write("domains/data/names.csv", "id,title\n1,alpha\n2,beta\n")
    try work.folder.write(
      "domains/names.yaml",
      """
      domain: names
      version: 1
      source: { kind: csv, path: data/names.csv }
      item: { id: "{id}", title: "{title}" }

      """)
    let library = try await Library.open(workspace: work.folder.path)
    #expect(try await library.check().domains.map(\.items) == [2])
    #expect(try await library.sync().rows.map(\.decision) == [.build])
    #expect(try await library.search("beta").hits.map(\.id) == ["2"])
    #expect(try await library.rebuild(["names"]).rows.map(\.items) == [2])
    let failure = await #expect(throws: Failure.self) { try await library.sync(["nobody"]) }
    #expect(failure?.diagnostics.first?.code == .unknownDomain)
    let totals = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 { group.addTask { try await library.search("alpha").total } }
      return try await group.reduce(0, +)
    }
    #expect(totals == 20)
  }
}
