import FileHandles
import FootlightPlatform
import TestSupport
import Testing

@testable import DeclaredRecords
@testable import SourceKinds

/// `{number}` and `{hash}`, which every record has.
struct IdentityTests {
  private static let forms: [(name: String, text: String, format: FileSource.Format)] = [
    ("csv", "a,b\nx,1\n\"y\",2\nx,1\n", .rows(CSVSettings())),
    ("columns", "x,1\n\"y\",2\nx,1\n", .rows(CSVSettings(columns: ["a", "b"], hasHeader: false))),
    ("jsonl", "{\"a\":\"x\"}\n{\"a\":\"y\"}\n{\"a\":\"x\"}\n", .lines),
    ("json", "[{\"a\":\"x\"}, {\"a\":\"y\"}, {\"a\":\"x\"}]", .array(path: [])),
    ("yaml", "- a: x\n- a: y\n- a: x\n", .yaml(path: [])),
  ]

  @Test(arguments: forms.indices)
  func `every record has a number from 1 and the hash of its content`(index: Int) throws {
    let form = IdentityTests.forms[index]
    let seen = try read(form.text, as: form.format, FieldPlan("hash", "a", "number"))
    #expect(seen.failure == nil && seen.problems.isEmpty)
    #expect(seen.records.map { $0.values[2] } == [["number 1"], ["number 2"], ["number 3"]])
    #expect(seen.records.map { $0.values[1] } == [["\"x\""], ["\"y\""], ["\"x\""]])
    let hashes = seen.records.compactMap { $0.values[0].first }
    #expect(hashes.count == 3 && hashes[0] == hashes[2] && hashes[0] != hashes[1])
    #expect(hashes.allSatisfy { $0.utf8.count == 18 })
    // The same in every run, and whatever else is asked for.
    let again = try read(form.text, as: form.format, FieldPlan("hash"))
    #expect(again.records.compactMap { $0.values[0].first } == hashes)
  }

  @Test func `a field of the record wins`() throws {
    let plan = FieldPlan("number", "hash")
    let lines = try read("{\"number\":7,\"hash\":null}\n{\"hash\":\"h\"}\n", as: .lines, plan)
    #expect(lines.values == [[["number 7"], ["null"]], [["number 2"], ["\"h\""]]])
    let rows = try read("number,x\nA7,1\n", as: .rows(CSVSettings()), FieldPlan("number"))
    #expect(rows.values == [[["\"A7\""]]])
  }

  @Test func `numbers count from 1 in each file, and files are told apart by nobody else`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.jsonl", "{\"a\":1}\nbroken\n{\"a\":2}\n")
    try folder.write("b.jsonl", "{\"a\":3}\n")
    let reader = try FileSource(folder.selection("*.jsonl"), .lines).open(FieldPlan("a", "number"))
    let seen = readAll(reader, slots: 2)
    #expect(
      seen.values == [
        [["number 1"], ["number 1"]], [["number 2"], ["number 3"]], [["number 3"], ["number 1"]],
      ])
  }

  @Test func `a record that moves has another digest where its number is used, and only there`()
    throws
  {
    func digests(_ text: String, _ plan: FieldPlan) throws -> [UInt64] {
      let folder = try TemporaryFolder()
      try folder.write("file", text)
      let reader = try FileSource(folder.selection("file"), .lines).open(plan)
      var batch = RecordBatch()
      #expect(try reader.next(&batch))
      return batch.records.map { batch.digest(of: $0) }
    }
    let one = "{\"a\":1}\n{\"a\":2}\n"
    let other = "{\"a\":0}\n{\"a\":1}\n{\"a\":2}\n"
    let plain = FieldPlan("a", "hash")
    #expect(try digests(one, plain) == Array(try digests(other, plain).dropFirst()))
    let numbered = FieldPlan("a", "number")
    #expect(Set(try digests(one, numbered)).isDisjoint(with: try digests(other, numbered)))
  }

  @Test func `documents and rows of databases have both`() throws {
    let folder = try TemporaryFolder()
    try folder.write("docs/a.md", "---\ntitle: A\n---\n\ntext\n")
    try folder.write("docs/b.md", "---\ntitle: B\nnumber: 9\n---\n\ntext\n")
    let documents = FileSource(folder.selection("docs/*.md"), .documents(frontMatter: true))
    let seen = readAll(try documents.open(FieldPlan("number", "hash")), slots: 2)
    #expect(seen.records.map { $0.values[0] } == [["number 1"], ["number 9"]])
    #expect(Set(seen.records.map { $0.values[1] }).count == 2)

    try folder.database(
      "a.sqlite", "CREATE TABLE t(a, b); INSERT INTO t VALUES (1, 'x'), (1, 'y'), (1, 'x')")
    let rows = SQLiteSource(folder.selection("a.sqlite"), SQLiteSelection(.table("t")))
    // What is not used counts for the hash, too.
    let read = readAll(try rows.open(FieldPlan("a", "hash", "number")), slots: 3)
    let hashes = read.records.map { $0.values[1] }
    #expect(hashes[0] == hashes[2] && hashes[0] != hashes[1])
    #expect(read.records.map { $0.values[2] } == [["number 1"], ["number 2"], ["number 3"]])
    #expect(try rows.open(FieldPlan("hash")).remarks().isEmpty)
  }

  // MARK: JSON in columns

  @Test func `paths lead into the JSON of a column`() throws {
    let folder = try TemporaryFolder()
    try folder.database(
      "a.sqlite",
      #"""
      CREATE TABLE t(id INTEGER PRIMARY KEY, data TEXT, tags TEXT);
      INSERT INTO t VALUES
        (1, '{"name": "caf\u00e9", "a": {"b": [1, 2]}}', '["x", "y"]'), (2, 'plain', NULL),
        (3, ' [{"name": 7}]', '[]'), (4, '{"name": ', '["z"]'), (5, '{"name": "last"}', '{"k": "v"}');
      """#)
    let source = SQLiteSource(
      folder.selection("*.sqlite"), SQLiteSelection(.table("t"), key: "id"))
    let reader = try source.open(
      FieldPlan("id", "data.name", "data.a.b[]", "tags[]", "tags", "data[0].name", "tags.*"))
    let seen = readAll(reader, slots: 7)
    #expect(
      seen.values == [
        [
          ["number 1"], ["\"café\""], ["number 1", "number 2"], ["\"x\"", "\"y\""],
          [#""["x", "y"]""#], [], [],
        ],
        [["number 2"], [], [], [], ["null"], [], []],
        [["number 3"], [], [], [], ["\"[]\""], ["number 7"], []],
        [["number 5"], ["\"last\""], [], [#"{"k": "v"}"#], [#""{"k": "v"}""#], [], ["\"v\""]],
      ])
    #expect(seen.problems.map(\.code) == [.recordUnreadable])
    #expect(seen.problems.first?.location?.line == 4)
    #expect(reader.remarks().isEmpty)
  }

  @Test func `a column with points in its name is that column`() throws {
    let folder = try TemporaryFolder()
    try folder.database(
      "a.sqlite", #"CREATE TABLE t(a, "a.b"); INSERT INTO t VALUES ('{"b": 1, "c": 2}', 'own')"#)
    let source = SQLiteSource(folder.selection("*.sqlite"), SQLiteSelection(.table("t")))
    let seen = readAll(try source.open(FieldPlan("a.b", "a.c")), slots: 2)
    #expect(seen.values.first?.first == ["\"own\""])
    #expect(seen.values.first?.last == ["number 2"])
  }
}
