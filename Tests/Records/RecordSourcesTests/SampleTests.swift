import FootlightPlatform
import TestSupport
import Testing

@testable import DeclaredRecords
@testable import SourceKinds

/// A look at records before anybody has said which fields matter.
@Suite struct SampleTests {
  private func definition(
    _ kind: String, _ folder: borrowing TemporaryFolder, path: String,
    _ settings: [String: SettingValue] = [:]
  ) -> SourceDefinition {
    let location = SourceLocation(file: folder.path("domain.yaml"))
    var all = settings.mapValues { Setting($0, at: location) }
    all["path"] = Setting(.text(path), at: location)
    return SourceDefinition(kind: kind, settings: all, folder: folder.path, location: location)
  }

  @Test func `records of JSON are taken whole, whatever they hold`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "a.jsonl",
      #"""
      {"a": "x\u00e9\n", "b": [1, {"c": null}], "d": {}, "e": true, "f": -1.50, "ß\"": []}
      {"a": {"b": {"c": "deep"}}}
      """# + "\n")
    let sample = try RecordSample(definition("jsonl", folder, path: "a.jsonl"))
    #expect(sample.isWhole && sample.problems.isEmpty && sample.seen == 2)
    #expect(
      sample.records == [
        [
          "a": "xé\n", "b": [1, ["c": nil]], "d": [:], "e": true, "f": .number("-1.50"),
          "ß\"": [],
        ],
        ["a": ["b": ["c": "deep"]]],
      ])
  }

  @Test(arguments: ["json", "yaml"])
  func `a record that cannot be read is a problem, the others are taken`(kind: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("a.json", #"[{"a": 1}, {"a": 2}, 3, {"a": 4}]"#)
    try folder.write("a.yaml", "- a: 1\n- a: 2\n- 3\n- a: 4\n")
    let sample = try RecordSample(definition(kind, folder, path: "a.\(kind)"))
    #expect(sample.records == [["a": 1], ["a": 2], ["a": 4]])
    #expect(sample.problems.count == 1 && sample.seen == 4)
  }

  @Test func `rows have the columns that are asked for, and empty cells are null`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.csv", "id,name\n1,\"Ann, the first\"\n2,\n")
    let sample = try RecordSample(
      definition("csv", folder, path: "a.csv"), columns: ["id", "name"])
    #expect(
      sample.records == [["id": "1", "name": "Ann, the first"], ["id": "2", "name": nil]])
  }

  @Test func `a file has its front matter, its text and its place`() throws {
    let folder = try TemporaryFolder()
    try folder.write("notes/deep/a.md", "---\ntitle: One\ntags: [x, y]\n---\n\nText.\n")
    try folder.write("notes/b.md", "Just *text*.\n")
    let sample = try RecordSample(definition("markdown", folder, path: "notes/**/*.md"))
    let first = try #require(sample.records.first { $0["name"] == "a" })
    #expect(first["title"] == "One" && first["tags"] == ["x", "y"])
    #expect(first["folder"] == "deep" && first["path"] == "notes/deep/a.md")
    let second = try #require(sample.records.first { $0["name"] == "b" })
    #expect(second["title"] == nil && second["body"] != nil && second["folder"] == "notes")
  }

  @Test func `of a long source the beginning is taken and some of the rest`() throws {
    let folder = try TemporaryFolder()
    let line = String(repeating: "x", count: 90)
    let rows = (0..<40_000).map { "\($0),\(line)\n" }.joined()
    try folder.write("long.csv", "id,text\n" + rows)
    var bounds = RecordSample.Bounds()
    bounds.first = 100
    bounds.later = 5
    let definition = definition("csv", folder, path: "long.csv")
    let sample = try RecordSample(definition, columns: ["id", "text"], bounds: bounds)
    #expect(!sample.isWhole && sample.seen == 40_000)
    let ids = sample.records.compactMap { record -> Int? in
      if case .text(let id)? = record["id"] { Int(id) } else { nil }
    }
    #expect(Array(ids.prefix(100)) == Array(0..<100))
    #expect(ids.count < 130 && ids.last.map { $0 > 30_000 } == true && ids == ids.sorted())

    bounds.bytes = 1 << 20
    let bounded = try RecordSample(definition, columns: ["id", "text"], bounds: bounds)
    #expect(!bounded.isWhole && bounded.seen < 40_000)
  }
}
