import FileHandles
import FootlightPlatform
import TestSupport
import Testing

@testable import DeclaredRecords

/// Records that are members of an object, and records that are no objects.
struct KeyedRecordsTests {
  private func json(
    _ text: String, _ paths: String..., at path: [String] = []
  ) throws -> Seen {
    let plan = FieldPlan(paths.map { FieldPath($0) ?? FieldPath([.key($0)]) })
    return try read(text, as: .array(path: path, takesObjects: true), plan)
  }

  private func yaml(
    _ text: String, _ paths: String..., at path: [String] = []
  ) throws -> Seen {
    let plan = FieldPlan(paths.map { FieldPath($0) ?? FieldPath([.key($0)]) })
    return try read(text, as: .yaml(path: path, takesMappings: true), plan)
  }

  // MARK: Objects of objects

  @Test func `the values of an object are records, each with its key`() throws {
    let text = #"{"HIP 1": {"name": "Alpha", "mag": 1.5}, "b\u00e4r": {"name": "Bear"}, "": {}}"#
    let expected = [
      [["\"HIP 1\""], ["\"Alpha\""], ["number 1.5"]], [["\"bär\""], ["\"Bear\""], []],
      [["\"\""], [], []],
    ]
    let seen = try json(text, "key", "name", "mag")
    #expect(seen.values == expected && seen.problems.isEmpty && seen.failure == nil)
    #expect(try yaml(text, "key", "name", "mag").values == expected)
    let inner = #"{"meta": {"x": [1]}, "stars": \#(text), "n": 3}"#
    #expect(try json(inner, "key", "name", "mag", at: ["stars"]).values == expected)
    #expect(try yaml(inner, "key", "name", "mag", at: ["stars"]).values == expected)
  }

  @Test(arguments: [[], ["data"]])
  func `lists under keys are read together, each record with the key of its list`(
    path: [String]
  ) throws {
    let groups = #"{"A.": [{"name": "x", "key": 1}, {}], "": [], "B": {"name": "y"}, "C": [ 7 ]}"#
    let text = path.isEmpty ? groups : #"{"n": 1, "data": \#(groups), "m": [2]}"#
    let plan = FieldPlan("key", "name", "value")
    for format in [
      FileSource.Format.transposed(.groups, path: path, names: nil),
      .yaml(path: path, takesMappings: true, areGrouped: true),
    ] {
      let seen = try read(text, as: format, plan)
      #expect(seen.problems.isEmpty && seen.failure == nil)
      #expect(
        seen.values == [
          [["\"A.\""], ["\"x\""], []], [["\"A.\""], [], []], [["\"B\""], ["\"y\""], []],
          [["\"C\""], [], ["number 7"]],
        ])
    }
  }

  @Test func `a document that is an object is a record where no setting says otherwise`() throws {
    let text = " {\"name\": \"x\", \"tags\": [\"a\"]}\n"
    let seen = try read(text, as: .array(path: []), FieldPlan("name", "tags[]"))
    #expect(seen.values == [[["\"x\""], ["\"a\""]]] && seen.problems.isEmpty)
  }

  @Test func `the key of a member wins over a field of that name`() throws {
    let text = #"{"a": {"key": "other", "x": 1}, "b": {"key": {"deep": 2}, "x": 2}}"#
    let expected = [[["\"a\""], ["number 1"], []], [["\"b\""], ["number 2"], []]]
    #expect(try json(text, "key", "x", "key.deep").values == expected)
    #expect(try yaml(text, "key", "x", "key.deep").values == expected)
    // In a list there is none beside it.
    #expect(try json(#"[{"key": "own"}]"#, "key").values == [[["\"own\""]]])
  }

  @Test func `a bad member is a bad record, and the others are read`() throws {
    let seen = try json(#"{"a": {"x": 1}, "b": 2, "c": {"x": tru}, "d": {"x": 4}}"#, "key", "x")
    #expect(seen.values == [[["\"a\""], ["number 1"]], [["\"d\""], ["number 4"]]])
    #expect(seen.places == ["1:22", "1:36"])
    #expect(seen.problems.allSatisfy { $0.remedy != nil })
    let other = try yaml("a: {x: 1}\nb: 2\na: {x: 3}\n[c]: {x: 4}\nd: {x: 5}\n", "key", "x")
    #expect(other.values == [[["\"a\""], ["number 1"]], [["\"d\""], ["number 5"]]])
    #expect(
      other.problems.map(\.code) == [.recordUnreadable, .yamlDuplicateKey, .yamlKeyNotScalar])
    #expect(other.problems.map { $0.location?.line } == [2, 3, 4])
  }

  @Test(arguments: ["{", "{\"a\": {}", "{\"a\": {}]", "{\"a\": {}} {}", "{\"a\": {},"])
  func `an object that is cut off or closed wrongly is refused with its place`(text: String) throws
  {
    let failure = try json(text, "key").failure
    #expect(failure?.diagnostics.first?.code == .sourceDamaged)
    #expect(failure?.diagnostics.first?.location?.column != nil)
  }

  @Test func `records are found over the borders of blocks`() throws {
    let folder = try TemporaryFolder()
    let members = (0..<500).map { #""key \#($0)": {"n": \#($0), "text": "},{\"]"}"# }
    let file = try folder.write("file", #"{"a": {"b": {"# + members.joined(separator: ", ") + "}}}")
    let source = SourceFile(path: file, display: "file", relative: "file")
    for block in [64, 100, 4096] {
      let format = JSONArrayFormat(trie: try FieldTrie(FieldPlan("key", "n")), path: ["a", "b"])
      let seen = readAll(BlockReader([source], format, blockSize: block), slots: 2)
      #expect(seen.failure == nil && seen.problems.isEmpty)
      #expect(seen.values == (0..<500).map { [["\"key \($0)\""], ["number \($0)"]] })
    }
  }

  // MARK: Scalars and lists

  @Test func `texts and numbers of a list are values`() throws {
    let text = #"{"dogs": ["Affenpinscher", "B\u00f6rzoi", 3, true, null]}"#
    let expected = [
      [["\"Affenpinscher\""]], [["\"Börzoi\""]], [["number 3"]], [["yes"]], [["null"]],
    ]
    #expect(try json(text, "value", at: ["dogs"]).values == expected)
    #expect(try yaml(text, "value", at: ["dogs"]).values == expected)
  }

  @Test func `values under keys may be lists`() throws {
    let text = #"{"bulldog": ["boston", "english"], "akita": [], "pug": "pug"}"#
    let expected = [
      [["\"bulldog\""], ["\"boston\"", "\"english\""], [#"["boston", "english"]"#]],
      [["\"akita\""], [], ["[]"]], [["\"pug\""], ["\"pug\""], ["\"pug\""]],
    ]
    #expect(try json(text, "key", "value[]", "value").values == expected)
    let seen = try yaml(text, "key", "value[]")
    #expect(seen.values == expected.map { Array($0.prefix(2)) })
  }

  @Test func `a value that no template asks for is told how to ask`() throws {
    let seen = try json(#"["a"]"#, "name")
    #expect(seen.problems.first?.remedy?.contains("{value}") == true)
    #expect(try yaml("- a\n", "name").problems.first?.remedy?.contains("{value}") == true)
  }

  // MARK: Errors that show what is there

  static let lost: [(text: String, path: [String], says: String, remedy: String?)] = [
    (#"{"dogs": ["a", "b", "c"]}"#, [], "`dogs` (a list of 3 texts)", "records: dogs"),
    (
      #"{"a": {"n": 1}, "b": {"n": 2}, "c": {"n": 3}}"#, [], "an object of 3 objects",
      "records: \".\""
    ),
    (
      #"{"meta": {"n": 1}, "data": {"rows": [{"a": 1}, {"a": 2}]}}"#, ["data", "items"],
      "`data` (an object of 1 list)", "records: data.rows"
    ),
    (#"{"x": 1, "rows": [{"a": 1}]}"#, ["rwos"], "`rows` (a list of 1 object)", "records: rows"),
    (#"{"x": 1}"#, ["y"], "`x`", nil),
  ]

  @Test(arguments: lost.indices)
  func `where records are not found the error shows what is there and what to write`(
    index: Int
  ) throws {
    let (text, path, says, remedy) = KeyedRecordsTests.lost[index]
    for format in [FileSource.Format.array(path: path), .yaml(path: path)] {
      // A document of YAML that is a mapping is a record.
      if case .yaml = format, path.isEmpty { continue }
      let problem = try read(text, as: format, FieldPlan("title")).failure?.diagnostics.first
      #expect(problem?.message.contains(says) == true, "\(problem as Any)")
      #expect(problem?.remedy?.contains(remedy ?? "records:") == true, "\(problem as Any)")
      #expect(problem?.location?.line != nil)
    }
  }

  // MARK: Large YAML

  @Test func `a file of YAML may hold any number of values, a record may not`() throws {
    // 40,000 members of four values each.
    var text = "skipped: { x: [" + String(repeating: "1, ", count: 120_000) + "1] }\nwords:\n"
    for number in 0..<40_000 { text += "  w\(number): { pos: n, sense: [a, b] }\n" }
    let seen = try yaml(text, "key", "sense[]", at: ["words"])
    #expect(seen.records.count == 40_000 && seen.failure == nil && seen.problems.isEmpty)
    #expect(seen.records.last?.values == [["\"w39999\""], ["\"a\"", "\"b\""]])
    // Read as one record it is too large, and that is told with what would fit.
    let plain = (0..<40_000).map { "w\($0): { pos: n, sense: [a, b] }\n" }.joined()
    let problem = try read(plain, as: .yaml(path: []), FieldPlan("a")).failure?.diagnostics.first
    #expect(problem?.code == .yamlTooLarge)
    #expect(problem?.remedy?.contains("records: \".\"") == true)
  }
}
