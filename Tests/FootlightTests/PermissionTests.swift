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

  @Test func `only a declared domain can be allowed`() throws {
    let folder = try workspace()
    let library = try Library(workspace: folder.path("work"))
    #expect(failureCode { try library.allow("nobody") } == .unknownDomain)
    #expect(failureCode { try library.allow("name") } == .unknownDomain)
  }
}
