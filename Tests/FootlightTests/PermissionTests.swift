import Footlight
import FootlightPlatform
import TestSupport
import Testing

@Suite struct PermissionTests {
  private func declaration(version: Int = 1) -> String {
    """
    domain: names
    version: \(version)
    source: { kind: csv, path: ../../outside.csv }
    item: { id: "{id}", title: "{title}" }

    """
  }

  private func workspace() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("outside.csv", "id,title\n1,alpha\n")
    try folder.write("work/domains/names.yaml", declaration())
    return folder
  }

  @Test func `reading outside needs a permission, and the failure says how to give it`() throws {
    let folder = try workspace()
    let library = try Library(workspace: folder.path("work"))
    let failure = failure { _ = try library.sync() }
    #expect(failure?.diagnostics.first?.code == .outsideFolder)
    #expect(failure?.description.contains("footlight allow names") ?? false)
    #expect(failure?.exitCode == 2)
  }

  @Test func `a permission holds until the declaration changes`() throws {
    let folder = try workspace()
    let library = try Library(workspace: folder.path("work"))
    try library.allow("names")
    #expect(try library.sync().rows.map(\.items) == [1])
    #expect(try library.ids("alpha") == ["1"])
    try folder.write("work/domains/names.yaml", declaration(version: 2))
    #expect(failureCode { _ = try library.sync() } == .outsideFolder)
    #expect(try library.ids("alpha") == ["1"])
    try library.allow("names")
    #expect(try library.sync().rows.map(\.version) == [2])
  }

  @Test func `a wipe keeps permissions`() throws {
    let folder = try workspace()
    let library = try Library(workspace: folder.path("work"))
    try library.allow("names")
    try library.sync()
    _ = try library.remove(["names"])
    #expect(try library.sync().rows.map(\.decision) == [.build])
  }

  @Test func `a link that leads outside needs a permission, too`() throws {
    let folder = try TemporaryFolder()
    try folder.write("outside.csv", "id,title\n1,alpha\n")
    try folder.write(
      "work/domains/names.yaml",
      declaration().replacing("../../outside.csv", with: "data/link.csv"))
    try folder.write("work/domains/data/other", "")
    try folder.link("work/domains/data/link.csv", to: folder.path("outside.csv"))
    let library = try Library(workspace: folder.path("work"))
    #expect(failure { _ = try library.sync() }?.exitCode == 2)
    try library.allow("names")
    #expect(try library.sync().rows.map(\.items) == [1])
  }

  @Test func `a program runs with a permission only, and again at each sync`() throws {
    let folder = try TemporaryFolder()
    try folder.write("work/domains/data", #"{"id":1,"title":"alpha"}"#)
    let text = """
      domain: names
      version: 1
      source: { kind: command, command: [sh, -c, 'echo run >> ../runs; cat data'] }
      item: { id: "{id}", title: "{title}" }

      """
    try folder.write("work/domains/names.yaml", text)
    let library = try Library(workspace: folder.path("work"))
    #expect(failureCode { _ = try library.sync() } == .needsPermission)
    #expect(try library.check().failures.map(\.code) == [.needsPermission])
    #expect(try !folder.names("work").contains("runs"))
    try library.allow("names")
    #expect(try library.sync().rows.map(\.decision) == [.build])
    #expect(try library.sync().rows.map(\.decision) == [.none])
    try folder.write("work/domains/data", #"{"id":1,"title":"beta"}"#)
    #expect(try library.sync().rows.map(\.decision) == [.apply])
    #expect(try library.ids("beta") == ["1"])
    try folder.write("work/domains/names.yaml", text + "# changed\n")
    let before = try folder.text("work/runs")
    #expect(failureCode { _ = try library.sync() } == .needsPermission)
    #expect(try folder.text("work/runs") == before)
  }

  @Test func `only a declared domain can be allowed`() throws {
    let folder = try workspace()
    let library = try Library(workspace: folder.path("work"))
    #expect(failureCode { try library.allow("nobody") } == .unknownDomain)
    #expect(failureCode { try library.allow("name") } == .unknownDomain)
  }
}
