import Footlight
import FootlightPlatform
import TestSupport
import Testing

@Suite struct WorkspaceTests {
  @Test func `the nearest folder upward with domains is the workspace`() throws {
    let folder = try TemporaryFolder()
    try folder.write("domains/data/deep/er/x.csv", "")
    for start in ["", "domains", "domains/data/deep/er"] {
      let found = try Workspace.find(from: Path.join(folder.path, start))
      #expect(found.folder == folder.path)
      #expect(found.index == folder.path(".footlight"))
    }
  }

  @Test func `a named workspace and a named index win, relative to where one stands`() throws {
    let folder = try TemporaryFolder()
    try folder.write("one/domains/x.yaml", "")
    try folder.write("two/domains/x.yaml", "")
    let found = try Workspace.find(from: folder.path("one"), named: "../two", index: "idx/")
    #expect(found.folder == folder.path("two"))
    #expect(found.index == folder.path("one/idx"))
  }

  @Test func `without a workspace the failure says how to start one`() throws {
    let folder = try TemporaryFolder()
    let failure = failure { _ = try Workspace.find(from: folder.path) }
    #expect(failure?.diagnostics.first?.code == .workspaceMissing)
    #expect(failure?.description.contains("footlight init") ?? false)
    #expect(failure?.exitCode == 2)
    #expect(failureCode { _ = try Workspace.find(from: "/", named: folder.path) } != nil)
  }

  @Test func `a file called domains makes no workspace`() throws {
    let folder = try TemporaryFolder()
    try folder.write("domains", "")
    #expect(failureCode { _ = try Workspace.find(from: folder.path) } == .workspaceMissing)
  }
}
