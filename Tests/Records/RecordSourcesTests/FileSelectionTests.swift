import FootlightPlatform
import TestSupport
import Testing

@testable import DeclaredRecords

struct FileSelectionTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in [
      "a.csv", "b.csv", ".hidden.csv", "[x].csv", "data/c.csv", "data/d.txt", "data/deep/e.csv",
      "data/deep/er/f.csv", "data/.secret/g.csv", "data/deep/h.csv.bak",
    ] {
      try folder.write(name, "x")
    }
    return folder
  }

  @Test(
    arguments: [
      (["*.csv"], ["[x].csv", "a.csv", "b.csv"]), (["?.csv"], ["a.csv", "b.csv"]),
      (["[a-b].csv"], ["a.csv", "b.csv"]), (["[!a].csv"], ["b.csv"]), (["[x].csv"], ["[x].csv"]),
      ([".*.csv"], [".hidden.csv"]), (["\\[x\\].csv"], ["[x].csv"]),
      (
        ["**/*.csv"],
        ["[x].csv", "a.csv", "b.csv", "data/c.csv", "data/deep/e.csv", "data/deep/er/f.csv"]
      ),
      (
        ["data/**"],
        [
          "data/c.csv", "data/d.txt", "data/deep/e.csv", "data/deep/er/f.csv",
          "data/deep/h.csv.bak",
        ]
      ),
      (["data/**/**/er/*"], ["data/deep/er/f.csv"]), (["data/*/*.csv"], ["data/deep/e.csv"]),
      (["data/.secret/*"], ["data/.secret/g.csv"]), (["./data//c.csv"], ["data/c.csv"]),
      (["b.csv", "*.csv", "a.csv"], ["[x].csv", "a.csv", "b.csv"]),
    ])
  func `globs find files in the byte order of their paths`(
    _ patterns: [String], _ wanted: [String]
  ) throws {
    let folder = try folder()
    let selection = FileSelection(folder: folder.path, displayFolder: "domains", patterns: patterns)
    #expect(try selection.files().map(\.relative) == wanted)
    #expect(try selection.files().first?.display == "domains/\(wanted[0])")
  }

  @Test(arguments: [
    "none.csv", "*.json", "data/*/x", "nowhere/*.csv", "data", "a.csv/x", "a.csv/*",
  ])
  func `what names no file is the caller's mistake and says where to put it`(_ pattern: String)
    throws
  {
    let folder = try folder()
    let failure = failure { _ = try folder.selection(pattern).files() }
    #expect(failure?.diagnostics.first?.code == .sourceMissing)
    #expect(failure?.description.contains(pattern) == true && failure?.exitCode == 2)
  }

  @Test func `all missing files are named at once`() throws {
    let folder = try folder()
    let failure = failure { _ = try folder.selection("x.csv", "a.csv", "y*").files() }
    #expect(failure?.diagnostics.count == 2)
  }

  @Test(arguments: ["../x.csv", "/etc/passwd", "data/../../x"])
  func `paths out of the folder need a permission`(_ pattern: String) throws {
    let folder = try folder()
    #expect(failureCode { _ = try folder.selection(pattern).files() } == .sourceOutside)
  }

  @Test func `with a permission a path may lie anywhere`() throws {
    let folder = try folder()
    let elsewhere = try TemporaryFolder()
    let path = try elsewhere.write("x/y.csv", "x")
    var selection = folder.selection(path)
    selection.allowsOutside = true
    #expect(try selection.files().map(\.path) == [path])
    selection.patterns = ["\(elsewhere.path)/**/*.csv"]
    #expect(try selection.files().map(\.path) == [path])
  }

  @Test func `links are followed inside the folder and refused outside`() throws {
    let folder = try folder()
    let elsewhere = try TemporaryFolder()
    let outside = try elsewhere.write("x.csv", "x")
    #expect(unsafe symlink("data/c.csv", folder.path("link.csv")) == 0)
    #expect(unsafe symlink("data", folder.path("linked")) == 0)
    #expect(unsafe symlink("..", folder.path("data/up")) == 0)
    #expect(unsafe symlink("nothing", folder.path("dangling.csv")) == 0)
    #expect(try folder.selection("l*.csv").files().map(\.relative) == ["link.csv"])
    #expect(try folder.selection("linked/*.csv").files().map(\.relative) == ["linked/c.csv"])
    #expect(
      try folder.selection("**/c.csv").files().map(\.relative) == ["data/c.csv"],
      "`**` does not pass through links to folders")
    #expect(unsafe symlink(outside, folder.path("out.csv")) == 0)
    #expect(failureCode { _ = try folder.selection("o*.csv").files() } == .sourceOutside)
    #expect(failureCode { _ = try folder.selection("out.csv").files() } == .sourceOutside)
    #expect(unsafe symlink(elsewhere.path, folder.path("outfolder")) == 0)
    #expect(failureCode { _ = try folder.selection("outfolder/x.csv").files() } == .sourceOutside)
  }

  @Test func `the stamp changes with contents, times and the set of files`() throws {
    let folder = try folder()
    let selection = folder.selection("*.csv")
    let later = SystemServices.system.now() + 10
    var stamps = [try selection.stamp(now: later).text]
    try folder.write("a.csv", "longer")
    stamps.append(try selection.stamp(now: later).text)
    try folder.write("new.csv", "x")
    stamps.append(try selection.stamp(now: later).text)
    try FileOperations.system.rename(folder.path("new.csv"), to: folder.path("newer.csv"))
    stamps.append(try selection.stamp(now: later).text)
    #expect(Set(stamps).count == 4)
    #expect(try selection.stamp(now: later).text == stamps[3])
  }

  @Test func `a file that has just changed is fresh, an older one is not`() throws {
    let folder = try folder()
    let now = SystemServices.system.now()
    #expect(try folder.selection("a.csv").stamp(now: now).isFresh)
    #expect(try !folder.selection("a.csv").stamp(now: now + 4).isFresh)
  }

  @Test(
    arguments: [
      (FileSource.Format.rows(CSVSettings(hasHeader: true)), "title\nx\n"),
      (.lines, "{\"title\": \"x\"}\n"),
      (.array(path: []), "[{\"title\": \"x\"}]"), (.yaml(path: []), "- title: x\n"),
      (.documents(frontMatter: true), "---\ntitle: x\n---\n"),
    ])
  func `a file with a name that is no text is a bad record beside the others`(
    _ format: FileSource.Format, _ text: String
  ) throws {
    let folder = try TemporaryFolder()
    for name in ["a", "c"] { try folder.write("data/\(name)", text) }
    let unnamed = unsafe creat(
      Array(folder.path("data/b").utf8CString.dropLast()) + [-1, 0], 0o600)
    try #require(unnamed >= 0)
    close(unnamed)
    let plan = FieldPlan("title")
    let source = FileSource(folder.selection("data/*"), format)
    let seen = readAll(try source.open(plan), slots: 1)
    #expect(seen.failure == nil)
    #expect(seen.values == [[["\"x\""]], [["\"x\""]]])
    #expect(seen.records.map(\.number).first == 1)
    #expect(seen.problems.map(\.code) == [.sourceDamaged])
    #expect(seen.problems.first?.remedy == "rename it")
  }

  @Test func `the ending of a pattern counts without case, and nothing else`() {
    let pattern = GlobPattern("A*.md")
    #expect(pattern.matches("Ab.MD") && pattern.matches("A.Md") && pattern.matches("A.md"))
    #expect(!pattern.matches("ab.md") && !pattern.matches("A.mdx"))
    #expect(!GlobPattern("README.md").matches("README.MD"))
  }

  @Test func `a star in a long name does not take for ever`() {
    let pattern = GlobPattern(String(repeating: "*a", count: 30) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 200)))
  }
}
