import FootlightPlatform
import TestSupport
import Testing

@testable import DeclaredRecords
@testable import SourceKinds

struct SourceKindTests {
  private func definition(
    _ kind: String, _ settings: [String: SettingValue], in folder: String
  ) -> SourceDefinition {
    let place = SourceLocation(file: "domains/x.yaml", line: 3, column: 3)
    return SourceDefinition(
      kind: kind, settings: settings.mapValues { Setting($0, at: place) }, folder: folder,
      location: place)
  }

  private func values(
    _ kind: String, _ settings: [String: SettingValue], in folder: borrowing TemporaryFolder
  ) throws -> [[[String]]] {
    let source = try SourceKind.builtIn.source(for: definition(kind, settings, in: folder.path))
    let seen = readAll(try source.open(FieldPlan("a", "b")), slots: 2)
    #expect(seen.failure == nil && seen.problems.isEmpty)
    return seen.values
  }

  @Test func `the built-in kinds are those that declarations know`() {
    #expect(SourceKind.builtIn.map(\.keys) == SourceKindKeys.builtIn)
  }

  @Test func `every kind is made from its settings`() throws {
    let folder = try TemporaryFolder()
    try folder.write("x.csv", "1;'x;y'\n")
    try folder.write("x.tsv", "a\tb\n1\t\"x\n")
    try folder.write("x.json", #"{"rows":{"all":[{"a":1,"b":"x"}]}}"#)
    try folder.write("x.jsonl", #"{"a":1,"b":"x"}"#)
    try folder.write("x.md", "---\na: 1\nb: x\n---\n")
    #expect(
      try values(
        "csv",
        [
          "path": .list(["x.csv"]), "delimiter": .text(";"), "quote": .text("'"),
          "columns": .list(["a", "b"]),
        ], in: folder) == [[["\"1\""], ["\"x;y\""]]])
    #expect(
      try values("tsv", ["path": .text("*.tsv"), "quote": .text("none")], in: folder)
        == [[["\"1\""], ["\"\"x\""]]])
    let found = [[["number 1"], ["\"x\""]]]
    #expect(
      try values("json", ["path": .text("x.json"), "records": .text("rows.all")], in: folder)
        == found)
    #expect(try values("jsonl", ["path": .text("x.jsonl")], in: folder) == found)
    #expect(try values("markdown", ["path": .text("x.md")], in: folder) == found)
    #expect(try values("text", ["path": .text("x.md")], in: folder) == [[[], []]])
  }

  @Test(
    arguments: [
      ["delimiter": SettingValue.text("ab")], ["delimiter": .text("é")], ["quote": .text("")],
      ["delimiter": .text("\"")], ["header": .boolean(false)], ["columns": .list(["a", "a"])],
      ["delimiter": .text("\n")],
    ])
  func `settings that cannot be used are refused with their place`(
    _ settings: [String: SettingValue]
  ) {
    let settings = settings.merging(["path": .text("x.csv")]) { $1 }
    let failure = failure {
      _ = try SourceKind.builtIn.source(for: definition("csv", settings, in: "/"))
    }
    #expect(failure?.diagnostics.first?.code == .sourceSetting)
    #expect(failure?.diagnostics.first?.location?.line == 3)
  }

  @Test(arguments: ["rows[0]", ""])
  func `the way to the array of a document is made of keys`(_ path: String) {
    let json = definition("json", ["path": .text("x"), "records": .text(path)], in: "/")
    #expect(failureCode { _ = try SourceKind.builtIn.source(for: json) } == .sourceSetting)
  }

  @Test func `an unknown kind names the nearest one, and other kinds can be added`() throws {
    let unknown = definition("csvv", [:], in: "/")
    let failure = failure { _ = try SourceKind.builtIn.source(for: unknown) }
    #expect(failure?.diagnostics.first?.remedy?.contains("`csv`") == true)
    let mine = SourceKind(SourceKindKeys(name: "csvv", summary: "Mine.", keys: [])) {
      _, _ throws(Failure) in
      FileSource(FileSelection(folder: "/", displayFolder: "", patterns: []), .lines)
    }
    #expect(try (SourceKind.builtIn + [mine]).source(for: unknown) is FileSource)
  }

  @Test func `messages call files as the declaration's folder is called`() throws {
    let folder = try TemporaryFolder()
    try folder.write("x.jsonl", "{}\nx\n")
    let source = try SourceKind.builtIn.source(
      for: definition("jsonl", ["path": .text("x.jsonl")], in: folder.path))
    let seen = readAll(try source.open(FieldPlan("a")), slots: 1)
    #expect(seen.problems.first?.location?.description == "domains/x.jsonl:2:1")
    let missing = try SourceKind.builtIn.source(
      for: definition("jsonl", ["path": .text("y.jsonl")], in: folder.path))
    let failure = failure { _ = try missing.stamp() }
    #expect(failure?.description.contains("domains/y.jsonl") == true)
  }
}
