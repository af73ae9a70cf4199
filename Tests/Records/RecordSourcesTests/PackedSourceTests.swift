import FileHandles
import FootlightPlatform
import FootlightTesting
import TestSupport
import Testing

@testable import DeclaredRecords
@testable import SourceKinds

/// Every kind of file reads packed files as it reads others.
struct PackedSourceTests {
  @Test(arguments: ContractTests.cases.map(\.name), ["gz", "zst"])
  func `packed files of each kind keep the contract of sources`(
    _ name: String, ending: String
  ) throws {
    let found = try #require(ContractTests.cases.first { $0.name == name })
    let folder = try TemporaryFolder()
    func packed(_ text: String) -> [UInt8] {
      ending == "gz" ? Packed.gzip(Array(text.utf8)) : Packed.zstandard(Array(text.utf8))
    }
    let path = try folder.write("file.\(ending)", bytes: packed(found.text))
    let changed = packed(found.changed)
    try folder.write("plain.\(ending)", found.text)
    try folder.write("short.\(ending)", bytes: packed(found.text).dropLast(3))
    let hostile = ["plain", "short"].map {
      RecordSourceContract.Hostile(
        $0, FileSource(folder.selection("\($0).\(ending)"), found.format))
    }
    let contract = RecordSourceContract(
      source: FileSource(folder.selection("file.\(ending)"), found.format), fields: ["id", "name"],
      expected: [["1", "alpha"], ["2", "b,c"], ["3", "三"]],
      change: { () throws(Failure) in
        let file = try FileOperations.system.create(path)
        try file.write(changed.span)
      }, hostile: hostile)
    #expect(contract.violations() == [])
  }

  @Test func `places count in the unpacked text`() throws {
    let folder = try TemporaryFolder()
    let text = "id,name\n" + (1...3_000).map { "\($0),plant\n" }.joined() + "3001,a,b\n"
    for number in 0..<6 {
      try folder.write("\(number).csv.gz", bytes: Packed.gzip(Array(text.utf8)))
    }
    let source = FileSource(folder.selection("*.csv.gz"), .rows(CSVSettings()))
    let reader = try source.open(FieldPlan("id"))
    let seen = readAll(reader, slots: 1)
    #expect(seen.records.count == 18_000 && seen.failure == nil)
    #expect(seen.places == [String](repeating: "3002:1", count: 6))
    #expect(seen.problems.last?.location?.file == "5.csv.gz")
    // Of files that are kept unpacked, and of those that are not any more.
    for number in [5, 0, 3] {
      let place = reader.location(ofRecord: UInt32(number * 3_001 + 2_000))
      #expect(place == SourceLocation(file: "\(number).csv.gz", line: 2_001, column: 1))
    }
  }

  @Test func `the name of a packed document has neither ending`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a/one.md.gz", bytes: Packed.gzip(Array("---\nid: 1\n---\nText\n".utf8)))
    try folder.write("two.md", "Other\n")
    let source = FileSource(folder.selection("**/*.md*"), .documents(frontMatter: true))
    let seen = readAll(
      try source.open(FieldPlan("name", "path", "id", "body")), slots: 4)
    #expect(
      seen.values == [
        [["\"one\""], ["\"a/one.md.gz\""], ["number 1"], ["\"Text\""]],
        [["\"two\""], ["\"two.md\""], [], ["\"Other\""]],
      ])
  }

  @Test(arguments: ["gz", "zst"])
  func `a packed database keeps the contract of sources`(ending: String) throws {
    let folder = try TemporaryFolder()
    let database = folder.path("plants.db")
    func pack(_ name: String) throws(Failure) {
      let contents = try File.readWhole(database)
      let bytes = contents.bytes(contents.all)
      try folder.write(name, bytes: ending == "gz" ? Packed.gzip(bytes) : Packed.zstandard(bytes))
    }
    let connection = try Connection(path: database, mode: .create)
    try connection.execute("CREATE TABLE plants (id, name)")
    try connection.execute("INSERT INTO plants VALUES ('1', 'alpha'), ('2', 'b,c'), ('3', '三')")
    try pack("plants.db.\(ending)")
    try folder.write("text.db.\(ending)", bytes: Packed.gzip(Array("no database".utf8)))
    try folder.write("plain.db.\(ending)", "SQLite format 3")
    let rows = SQLiteSelection(.table("plants"))
    let contract = RecordSourceContract(
      source: SQLiteSource(folder.selection("plants.db.\(ending)"), rows), fields: ["id", "name"],
      expected: [["1", "alpha"], ["2", "b,c"], ["3", "三"]],
      hostile: ["text", "plain"].map {
        RecordSourceContract.Hostile(
          $0, SQLiteSource(folder.selection("\($0).db.\(ending)"), rows))
      })
    #expect(contract.violations() == [])
    let before = try contract.source.stamp().text
    try connection.execute("DELETE FROM plants WHERE id = '2'")
    try pack("plants.db.\(ending)")
    #expect(try contract.source.stamp().text != before)
    #expect(readAll(try contract.source.open(FieldPlan("id")), slots: 1).records.count == 2)
  }
}
