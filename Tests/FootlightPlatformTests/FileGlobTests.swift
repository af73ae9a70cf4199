import FootlightDiagnostics
import FootlightPlatform
import TestSupport
import Testing

struct FileGlobTests: ~Copyable {
  let folder: TemporaryFolder

  init() throws {
    let folder = try TemporaryFolder()
    for name in [
      "rules/civil/1.md", "rules/civil/12.md", "rules/civil/12.txt", "rules/criminal/1.md",
      "rules/top.md", "rules/civil/deep/er/x.md", "rules/.git/1.md", "rules/civil/.hidden.md",
      "ä.md", "B.md", "a.md", "a-b/x.md", "a/x.md",
    ] {
      try folder.write(name, name)
    }
    self.folder = folder
  }

  private borrowing func find(_ pattern: String) throws -> [String] {
    let found = try FileGlob(pattern).matches(below: folder.path)
    #expect(found.problems.isEmpty)
    return found.files
  }

  @Test func `a star stays within one name`() throws {
    #expect(
      try find("rules/*/*.md") == ["rules/civil/1.md", "rules/civil/12.md", "rules/criminal/1.md"])
    #expect(try find("rules/c*l/1?.*") == ["rules/civil/12.md", "rules/civil/12.txt"])
  }

  @Test func `two stars are any number of folders, also none, and each file comes once`() throws {
    let all = [
      "rules/civil/1.md", "rules/civil/12.md", "rules/civil/deep/er/x.md", "rules/criminal/1.md",
      "rules/top.md",
    ]
    #expect(try find("rules/**/*.md") == all)
    #expect(try find("./rules/**/**/*.md") == all)
    #expect(try find("**/er/**/x.md") == ["rules/civil/deep/er/x.md"])
    #expect(try find("rules/civil/**").count == 4)
  }

  @Test func `files come in byte order of their paths`() throws {
    #expect(try find("*.md") == ["B.md", "a.md", "ä.md"])
    #expect(try find("a*/x.md") == ["a-b/x.md", "a/x.md"])
  }

  @Test func `hidden names want a pattern with a point`() throws {
    #expect(try find("rules/.git/*.md") == ["rules/.git/1.md"])
    #expect(try find("rules/civil/.*") == ["rules/civil/.hidden.md"])
  }

  @Test func `a pattern without stars is one file, or nothing`() throws {
    #expect(try find("rules/top.md") == ["rules/top.md"])
    #expect(try find("rules/none.md").isEmpty)
    #expect(try find(folder.path("a.md")) == [folder.path("a.md")])
    #expect(try find("none/*.md").isEmpty)
    let found = try FileGlob("rules").matches(below: folder.path)
    #expect(found.problems.map(\.code) == [.fileWrongKind])
  }

  @Test func `nothing leads out of the folder`() throws {
    let inner = folder.path("rules")
    link(folder.path("a.md"), folder.path("rules/civil/out.md"))
    link(folder.path("a"), folder.path("rules/outside"))
    link(folder.path("rules/top.md"), folder.path("rules/civil/in.md"))
    link(folder.path("gone"), folder.path("rules/civil/dead.md"))
    let found = try FileGlob("*/*.md").matches(below: inner)
    #expect(found.files == ["civil/1.md", "civil/12.md", "civil/in.md", "criminal/1.md"])
    #expect(
      found.problems.map(\.code.name).sorted() == ["file.missing", "file.outside", "file.outside"])
    #expect(try FileGlob("../*.md").matches(below: inner).problems.map(\.code) == [.fileOutside])
    #expect(try FileGlob("/etc/passwd").matches(below: inner).files.isEmpty)
    let allowed = try FileGlob("../*.md").matches(below: inner, within: [folder.path])
    #expect(allowed.files == ["../B.md", "../a.md", "../ä.md"])
    #expect(failureCode { _ = try FileGlob("*/../x") } == .filePath)
  }

  @Test func `links in a circle end`() throws {
    link(folder.path("rules"), folder.path("rules/civil/again"))
    link("civil", folder.path("rules/other"))
    let found = try FileGlob("rules/**/top.md").matches(below: folder.path)
    #expect(found.files == ["rules/top.md"])
    #expect(found.problems.isEmpty)
  }

  @Test func `a pattern full of stars takes no time without end`() throws {
    try folder.write(String(repeating: "a", count: 250), "")
    #expect(try find(String(repeating: "a*", count: 100) + "b").isEmpty)
    #expect(try find(String(repeating: "**/*/", count: 30) + "x").isEmpty)
  }
}
