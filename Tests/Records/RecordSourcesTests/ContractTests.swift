import FootlightPlatform
import FootlightTesting
import TestSupport
import Testing

@testable import DeclaredRecords

/// Every built-in kind keeps the contract that plug-ins must keep.
struct ContractTests {
  /// A small file, a changed one, and damaged ones.
  struct Case: Sendable {
    var name: String
    var format: FileSource.Format
    var text: String
    var changed: String
    var damaged: [String]
  }

  static let cases = [
    Case(
      name: "csv", format: .rows(CSVSettings()), text: "id,name\n1,alpha\n2,\"b,c\"\n3,三\n",
      changed: "id,name\n1,alpha\n",
      damaged: [
        "", "id,name\n1,\"open", "id,name\n1,2,3\n", "id,name\n1,\0\n", "\u{FEFF}\n",
        "id,id\n1,2\n",
        "\0\0\0",
      ]),
    Case(
      name: "tsv", format: .rows(CSVSettings(dialect: CSVDialect(delimiter: 9))),
      text: "id\tname\n1\talpha\n2\t\"b,c\"\n3\t三\n", changed: "id\tname\n",
      damaged: ["id\tname\n1\t\"a\"b\n"]),
    Case(
      name: "jsonl", format: .lines,
      text: #"{"id":"1","name":"alpha"}"# + "\n" + #"{"name":"b,c","id":2}"# + "\n"
        + #"{"id":3,"name":"\u4e09"}"#,
      changed: "", damaged: ["{", "[]", "\0", "nonsense", "{\"id\":\"\\ud800\"}", "{}{}"]),
    Case(
      name: "json", format: .array(path: []),
      text: #" [{"id":"1","name":"alpha"}, {"name":"b,c","id":2},{"id":3,"name":"三"}]"#,
      changed: "[]",
      damaged: [
        "", "  ", "{}", "[", "[{\"id\":1}", "[{\"id\":1},", "[{\"id\":1}] x", "[1]", "[{},]", "]",
        "[{}}", "[{\"a\":\"]", "[,]", "[{}{}]", "nul",
      ]),
    Case(
      name: "json by keys", format: .array(path: ["x"], takesObjects: true),
      text:
        #"{"x": {"a": {"id":"1","name":"alpha"}, "b":{"name":"b,c","id":2},"c":{"id":3,"name":"三"}}}"#,
      changed: "{\"x\": {}}",
      damaged: [
        "", "{}", "{", "{\"x\"", "{\"x\":{", "{\"x\":{\"a\"", "{\"x\":{\"a\":", "{\"x\":{\"a\":{}",
        "{\"x\":{\"a\":{}]", "{\"x\":{,}}", "{\"x\":{\"a\":1}}", "{\"x\":{\"a\" {}}}",
        "{\"x\":{a:{}}}",
        "{\"x\":{{}:1}}", "{\"x\":{\"a\":}}", "{\"x\":[{}}}",
      ]),
    Case(
      name: "yaml by keys", format: .yaml(path: [], takesMappings: true),
      text:
        "a: { id: 1, name: alpha }\nb:\n  name: 'b,c'\n  id: \"2\"\n---\nc: { id: 3, name: 三 }\n",
      changed: "{}",
      damaged: [
        "a: {id: 1}\na: {id: 2}\n", "? [a]\n: {id: 1}\n", "&a a: {id: 1}\n",
        "a: &x {id: 1}\nb: *x\n",
        "a: 1", "a: [", "a: {id: 1", "text", "{",
      ]),
    Case(
      name: "yaml", format: .yaml(path: []),
      text: "- id: 1\n  name: alpha\n- { name: 'b,c', id: \"2\" }\n---\nid: 3\nname: 三\n",
      changed: "[]",
      damaged: [
        "[", "- id: &a 1\n- id: *a\n", "text", "- 1", "- id: 1\n  id: 2\n", "\0", "a: b: c",
        "!t\n- id: 1\n",
      ]),
  ]

  @Test(arguments: cases.map(\.name))
  func `files of each kind keep the contract of sources`(_ name: String) throws {
    let found = try #require(ContractTests.cases.first { $0.name == name })
    let folder = try TemporaryFolder()
    let path = try folder.write("file", found.text)
    var hostile: [RecordSourceContract.Hostile] = []
    for (number, text) in found.damaged.enumerated() {
      try folder.write("damaged-\(number)", text)
      hostile.append(
        RecordSourceContract.Hostile(
          "\(name) \(text)", FileSource(folder.selection("damaged-\(number)"), found.format)))
    }
    let contract = RecordSourceContract(
      source: FileSource(folder.selection("file"), found.format), fields: ["id", "name"],
      expected: [["1", "alpha"], ["2", "b,c"], ["3", "三"]],
      change: { () throws(Failure) in
        let file = try FileOperations.system.create(path)
        try file.write(Array(found.changed.utf8).span)
      }, hostile: hostile)
    #expect(contract.violations() == [])
  }

  @Test func `Markdown files keep the contract of sources`() throws {
    let folder = try TemporaryFolder()
    for (id, name) in [("1", "alpha"), ("2", "b,c"), ("3", "三")] {
      try folder.write("docs/\(id).md", "---\nid: \(id)\nlabel: \"\(name)\"\n---\n\nText.\n")
    }
    try folder.write("bad/zero.md", "a\0b")
    try folder.write("bad/yaml.md", "---\na: [1\n---\n")
    try folder.write("bad/list.md", "---\n- 1\n---\n")
    try folder.write("bad/alias.md", "---\na: &x 1\nb: *x\n---\n")
    try folder.write("bad/latin.md", bytes: [0x63, 0x61, 0x66, 0xE9])
    let hostile = ["zero", "yaml", "list", "alias", "latin"].map {
      RecordSourceContract.Hostile(
        $0, FileSource(folder.selection("bad/\($0).md"), .documents(frontMatter: true)))
    }
    let path = folder.path("docs/4.md")
    let contract = RecordSourceContract(
      source: FileSource(folder.selection("docs/*.md"), .documents(frontMatter: true)),
      fields: ["id", "label"], expected: [["1", "alpha"], ["2", "b,c"], ["3", "三"]],
      change: { () throws(Failure) in _ = try FileOperations.system.create(path) },
      hostile: hostile)
    #expect(contract.violations() == [])
  }

  @Test func `records from Swift keep the contract of sources`() {
    let records: [Record] = [
      ["id": 1, "name": "alpha"], ["id": "2", "name": "b,c", "extra": [nil, true, 1.5]],
      ["name": "三", "id": 3],
    ]
    let broken = RecordList("broken", [Record([Record.Field("id", .number("one"))])])
    let contract = RecordSourceContract(
      source: RecordList("a list in a test", records), fields: ["id", "name"],
      expected: [["1", "alpha"], ["2", "b,c"], ["3", "三"]],
      hostile: [RecordSourceContract.Hostile("a number that is none", broken)])
    #expect(contract.violations() == [])
  }

  @Test func `the stamp of a list tells other records, and another order, from equal ones`() throws
  {
    let lists: [[Record]] = [
      [], [["id": 1]], [["id": "1"]], [["id": 1], ["id": 2]], [["id": 2], ["id": 1]],
      [["id": 1], ["id": 1]],
    ]
    let stamps = try lists.map { try RecordList("x", $0).stamp().text }
    #expect(Set(stamps).count == lists.count)
    #expect(try lists.map { try RecordList("y", $0).stamp().text } == stamps)
  }
}
