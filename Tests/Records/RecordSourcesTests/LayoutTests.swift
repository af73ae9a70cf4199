import FootlightPlatform
import TestSupport
import Testing

@testable import DeclaredRecords

/// JSON whose records are no objects of a list: columns, rows, and records within records.
struct LayoutTests {
  private func columns(
    _ text: String, _ paths: String..., at path: [String] = []
  ) throws -> Seen {
    try read(text, as: .transposed(.columns, path: path, names: nil), plan(paths))
  }

  private func rows(
    _ text: String, _ paths: String..., at path: [String] = [], names: [String]? = nil
  ) throws -> Seen {
    try read(text, as: .transposed(.rows, path: path, names: names), plan(paths))
  }

  private func nested(_ text: String, _ paths: String..., at path: [String] = []) throws -> Seen {
    try read(
      text, as: .array(path: path, takesObjects: true, nested: "children"), plan(paths))
  }

  private func plan(_ paths: [String]) -> FieldPlan {
    FieldPlan(paths.map { FieldPath($0) ?? FieldPath([.key($0)]) })
  }

  // MARK: Columns

  @Test func `columns of values by keys are records with their keys`() throws {
    let seen = try columns(
      #"{"name": {"0": "Ann", "1": "B\u00f6"}, "age": {"0": 41, "1": null}}"#, "key", "name", "age")
    #expect(seen.failure == nil && seen.problems.isEmpty)
    #expect(
      seen.values == [
        [["\"0\""], ["\"Ann\""], ["number 41"]], [["\"1\""], ["\"Bö\""], ["null"]],
      ])
  }

  @Test func `columns of lists are records, also where values are spread over lines`() throws {
    let seen = try columns(
      "{\n \"name\": [\"Ann\",\n  \"Bo\"],\n \"tags\": [[1,\n 2], []]\n}", "name", "tags[]")
    #expect(seen.values == [[["\"Ann\""], ["number 1", "number 2"]], [["\"Bo\""], []]])
  }

  @Test func `columns within a document are found by their keys`() throws {
    let seen = try columns(
      #"{"meta": [1], "data": {"n": [1], "s": ["x"]}, "end": {}}"#, "n", "s", at: ["data"])
    #expect(seen.values == [[["number 1"], ["\"x\""]]])
  }

  @Test func `columns of different rows are refused, and name the column`() throws {
    for text in [
      #"{"a": [1, 2], "b": [1]}"#, #"{"a": [1], "b": [1, 2]}"#,
      #"{"a": {"0": 1, "1": 2}, "b": {"1": 1, "0": 2}}"#,
    ] {
      let seen = try columns(text, "a")
      #expect(seen.failure?.diagnostics.first?.message.contains("`b`") == true, "\(text)")
    }
  }

  @Test(arguments: [
    (#"{"key": {"0": "a", "1": "b"}, "n": {"0": 1, "1": 2}}"#, "_key"),
    (#"{"n": {"0": 1, "1": 2}, "k\u0065y": {"0": "a", "1": "b"}}"#, "_key"),
    (#"{"_key": {"0": "x", "1": "y"}, "key": {"0": "a", "1": "b"}}"#, "__key"),
  ])
  func `a column called key does not hide the keys of rows`(text: String, name: String) throws {
    let seen = try columns(text, name, "key")
    #expect(seen.values == [[["\"0\""], ["\"a\""]], [["\"1\""], ["\"b\""]]])
  }

  // MARK: Rows

  @Test func `rows are called by the first one, or by names that are declared`() throws {
    let expected = [[["\"Ann\""], ["number 41"]], [["\"Bo\""], []]]
    let text = #"[["name", "age"], ["Ann", 41], ["Bo"]]"#
    #expect(try rows(text, "name", "age").values == expected)
    let split = #"{"columns": ["x"], "index": [0, 1], "data": [["Ann", 41], ["Bo"]]}"#
    #expect(
      try rows(split, "name", "age", at: ["data"], names: ["name", "age"]).values == expected)
  }

  @Test func `a row that is longer than its names is refused`() throws {
    let seen = try rows(#"[["a"], [1], [1, 2]]"#, "a")
    #expect(seen.failure?.diagnostics.first?.message.contains("row 2") == true)
  }

  @Test(arguments: [
    "", "[", "{", "{}", "[]", "[[]]", "[[\"a\"]", "[[\"a\"],[1]", "[[\"a\"],[1}", "[[1]]", "[1]",
    "[[\"a\"],1]", "{\"a\"", "{\"a\":", "{\"a\":[", "{\"a\":[1}", "{\"a\":[1]", "{\"a\":{\"x\":1}",
    "{\"a\":{1:1}}", "{\"a\":1}", "{\"a\":[1]}x", "[[\"a\"],[1]]x", "[[\"a\"],[\"x]]", "\0",
    "{\"a\":[1],}", "{\"a\":{\"x\"}}", "[[\"a\"],]", "{,}", "[,]",
  ])
  func `damage never traps, and is a failure or a bad record`(_ text: String) throws {
    let down = try columns(text, "a")
    let along = try rows(text, "a")
    let isFine = ["{}", "[[]]"].contains(text)
    #expect(isFine || down.failure != nil || !down.problems.isEmpty || down.records.isEmpty)
    #expect(isFine || along.failure != nil || !along.problems.isEmpty || along.records.isEmpty)
    #expect(isFine || down.failure != nil || along.failure != nil || !along.problems.isEmpty)
  }

  @Test func `values that are no JSON are bad records with their place`() throws {
    let seen = try rows(#"[["a"], [1], [nul], [3]]"#, "a")
    #expect(seen.values == [[["number 1"]], [["number 3"]]])
    #expect(seen.problems.map { $0.location?.line } == [2])
  }

  // MARK: Records within records

  @Test func `records within records are records, each after the one that holds it`() throws {
    let text = #"""
      [{"name": "a", "children": [{"name": "b", "children": [{"name": "c"}, 1]}, {"name": "d"}]},
       {"name": "e", "children": []}, {"children": "no list", "name": "f"}]
      """#
    let seen = try nested(text, "name")
    #expect(seen.problems.isEmpty)
    #expect(seen.values.map { $0[0][0] } == ["a", "b", "c", "d", "e", "f"].map { "\"\($0)\"" })
    #expect(seen.records.map(\.number) == [1, 2, 3, 4, 5, 6])
  }

  @Test func `members of an object hold further records as elements of a list do`() throws {
    let text =
      #"{"roots": {"bar": {"name": "a", "children": [{"name": "b"}]}, "x": 1, "o": {"name": "c"}}}"#
    let seen = try nested(text, "name", "key", at: ["roots"])
    #expect(seen.values.map(\.first) == [["\"a\""], ["\"b\""], ["\"c\""]])
    #expect(seen.problems.count == 1, "a number is no record")
  }

  @Test func `records deeper than records may be are refused and end the search`() throws {
    let depth = 5_000
    let text =
      "[" + String(repeating: #"{"name":"x","children":["#, count: depth)
      + String(repeating: "]}", count: depth) + "]"
    let seen = try nested(text, "name")
    #expect(!seen.problems.isEmpty)
    #expect(seen.records.count + seen.problems.count < 600)
  }

  // MARK: Rows of cells with backslashes

  @Test func `a backslash hides itself before a quote and a backslash, and is text elsewhere`()
    throws
  {
    var dialect = CSVDialect()
    dialect.escapes = .backslash
    let text =
      "name,note\n\"the \\\"old\\\" one\",\"D:\\name\\temp\"\n\\N,D:\\New\n\"a\\\\b\",x\n"
    let seen = try read(text, as: .rows(CSVSettings(dialect: dialect)), plan(["name", "note"]))
    #expect(seen.failure == nil && seen.problems.isEmpty)
    #expect(
      seen.values == [
        [["\"the \"old\" one\""], ["\"D:\\name\\temp\""]], [["\"\\N\""], ["\"D:\\New\""]],
        [["\"a\\b\""], ["\"x\""]],
      ])
  }

  @Test func `where MySQL wrote them, letters after backslashes are signs`() throws {
    var dialect = CSVDialect()
    dialect.escapes = .mysql
    let text =
      "name,note\n\"the \\\"old\\\" one\",\"a\\\\b\\nc\"\nplain,\\N\n\"comma, \\\"x\\\", y\",\"C:\\\\new\"\n"
    let seen = try read(text, as: .rows(CSVSettings(dialect: dialect)), plan(["name", "note"]))
    #expect(seen.failure == nil && seen.problems.isEmpty)
    #expect(
      seen.values == [
        [["\"the \"old\" one\""], ["\"a\\b\nc\""]], [["\"plain\""], ["\"\""]],
        [["\"comma, \"x\", y\""], ["\"C:\\new\""]],
      ])
  }
}
