import FootlightPlatform
import Testing

@testable import DeclaredRecords

struct CSVTests {
  private static let rows = FileSource.Format.rows(CSVSettings())

  private func values(_ text: String, _ plan: FieldPlan = FieldPlan("a", "b")) throws
    -> [[[String]]]
  {
    let seen = try read(text, as: CSVTests.rows, plan)
    #expect(
      seen.problems.isEmpty && seen.failure == nil,
      "\(seen.problems) \(String(describing: seen.failure))")
    return seen.values
  }

  @Test func `the header names the columns`() throws {
    #expect(try values("a,b,c\n1,2,3\n") == [[["\"1\""], ["\"2\""]]])
    #expect(try values("b,c,a\n1,2,3") == [[["\"3\""], ["\"1\""]]])
  }

  @Test func `a guard against spreadsheets is no part of the text`() throws {
    #expect(
      try values("a,b\n=\"0049\",\"=\"\"978\"\"\"\n=\"\",=1+1\n=\",\"=\"\n") == [
        [["\"0049\""], ["\"978\""]], [["\"\""], ["\"=1+1\""]], [["\"=\"\""], ["\"=\""]],
      ])
    // A formula with several texts has none.
    #expect(
      try values("a,b\n\"=\"\"x\"\" & \"\"y\"\"\",1\n") == [
        [["\"=\"x\" & \"y\"\""], ["\"1\""]]
      ])
  }

  @Test func `a quoted cell may hold delimiters, line feeds and doubled quotes`() throws {
    #expect(
      try values("a,b\n\"x,y\",\"line 1\nline 2\r\n\"\n\"say \"\"hi\"\"\",\"\"\n")
        == [[["\"x,y\""], ["\"line 1\nline 2\r\n\""]], [["\"say \"hi\"\""], ["\"\""]]])
  }

  @Test func `paths lead into cells that hold JSON`() throws {
    let text = """
      id,data,tags
      1,"{""name"": ""Ann"", ""at"": {""city"": ""Bern""}}","[""a"", 2]"
      2,plain,
      3,{"name": null},"[]"
      4,"{""name"": ""B\\u00e9""}",[1]

      """
    let plan = FieldPlan("id", "data.name", "data.at.city", "tags[]", "tags")
    #expect(
      try values(text, plan) == [
        [["\"1\""], ["\"Ann\""], ["\"Bern\""], ["\"a\"", "number 2"], ["\"[\"a\", 2]\""]],
        [["\"2\""], [], [], [], ["\"\""]],
        [["\"3\""], ["null"], [], [], ["\"[]\""]],
        [["\"4\""], ["\"Bé\""], [], ["number 1"], ["\"[1]\""]],
      ])
  }

  @Test func `broken JSON in a cell that paths lead into makes the row bad`() throws {
    let seen = try read(
      "id,data\n1,\"{\"\"name\"\": 1}\"\n2,\"{\"\"name\"\"\"\n3,{}\n", as: CSVTests.rows,
      FieldPlan("id", "data.name"))
    #expect(seen.values.map { $0[0] } == [["\"1\""], ["\"3\""]])
    #expect(seen.problems.count == 1 && seen.problems.first?.location?.line == 3)
  }

  @Test func `a column with the whole name comes before what another one holds`() throws {
    #expect(
      try values(
        "data,data.name\n\"{\"\"name\"\": 1, \"\"b\"\": 2}\",x\n", FieldPlan("data.name", "data.b"))
        == [[["\"x\""], ["number 2"]]])
  }

  @Test func `a cell of nothing but doubled quotes is quotes`() throws {
    #expect(try values("a,b\n\"\"\"\",\"\"\"\"\"\"\n") == [[["\"\"\""], ["\"\"\"\""]]])
  }

  @Test func `line ends may be CRLF, the last one may be missing, and blank lines are none`() throws
  {
    #expect(
      try values("a,b\r\n\r\n1,2\r\n\n3,4\r\n\r\n") == [
        [["\"1\""], ["\"2\""]], [["\"3\""], ["\"4\""]],
      ])
    #expect(try values("a,b\r\n1,\"2\"") == [[["\"1\""], ["\"2\""]]])
  }

  @Test func `a byte order mark is no part of the first name`() throws {
    #expect(try values("\u{FEFF}a,b\n1,2\n") == [[["\"1\""], ["\"2\""]]])
  }

  @Test func `a quote within an unquoted cell is text`() throws {
    #expect(try values("a,b\n5\" pipe,x\"y\"\n") == [[["\"5\" pipe\""], ["\"x\"y\"\""]]])
  }

  @Test func `empty cells are empty texts, and a column may be missing`() throws {
    #expect(try values("a,c\n,\nx,\n") == [[["\"\""], []], [["\"x\""], []]])
  }

  @Test func `cells beyond the last column may be there when they are empty`() throws {
    #expect(try values("a,b\n1,2,\n1,2,,\n").count == 2)
  }

  @Test func `the columns can be declared, with or without a header row`() throws {
    let plan = FieldPlan("x", "y")
    let declared = FileSource.Format.rows(CSVSettings(columns: ["x", "y"], hasHeader: false))
    #expect(try read("1,2\n3,4\n", as: declared, plan).values.count == 2)
    let replaced = FileSource.Format.rows(CSVSettings(columns: ["x", "y"], hasHeader: true))
    #expect(try read("a,b\n3,4\n", as: replaced, plan).values == [[["\"3\""], ["\"4\""]]])
    #expect(try read("", as: declared, plan).failure == nil)
  }

  @Test func `with declared columns the mapping must use those`() throws {
    let declared = FileSource.Format.rows(CSVSettings(columns: ["name", "city"], hasHeader: false))
    let seen = try read("1,2\n", as: declared, FieldPlan("nmae", "city", "zip", "street.x"))
    #expect(seen.failure?.diagnostics.count == 3)
    #expect(seen.failure?.diagnostics.first?.remedy == "did you mean `name`?")
  }

  @Test func `any byte can be the delimiter, and quotes can be switched off`() throws {
    let tabs = FileSource.Format.rows(
      CSVSettings(dialect: CSVDialect(delimiter: UInt8(ascii: "\t"), quote: nil)))
    let seen = try read("a\tb\n\"Weird Al\" Yankovic\t\"\n", as: tabs, FieldPlan("a", "b"))
    #expect(seen.values == [[["\"\"Weird Al\" Yankovic\""], ["\"\"\""]]])
  }

  @Test func `a column whose name holds a point is found by its whole name`() throws {
    #expect(try values("a.b,c\n1,2\n", FieldPlan("a.b")) == [[["\"1\""]]])
  }

  @Test(arguments: ["", "\n\n", "\u{FEFF}"])
  func `a file without a header is refused`(_ text: String) throws {
    let seen = try read(text, as: CSVTests.rows, FieldPlan("a"))
    #expect(seen.failure?.diagnostics.first?.code == .sourceHeader)
  }

  @Test func `a header with none of the columns is refused and the nearest name told`() throws {
    let seen = try read("nmae;id\n1;2\n", as: CSVTests.rows, FieldPlan("id"))
    #expect(seen.failure?.diagnostics.first?.code == .sourceHeader)
    let near = try read("nmae,x\n1,2\n", as: CSVTests.rows, FieldPlan("name"))
    #expect(near.failure?.diagnostics.first?.remedy == "did you mean `nmae`?")
  }

  @Test func `a header with a name twice is refused when the name is used`() throws {
    let seen = try read("a,a,b\n1,2,3\n", as: CSVTests.rows, FieldPlan("a"))
    #expect(seen.failure?.diagnostics.first?.code == .sourceHeader)
    #expect(try values("a,a,b\n1,2,3\n", FieldPlan("b")) == [[["\"3\""]]])
  }

  @Test func `a quote that is never closed fails the file and is named with its place`() throws {
    let seen = try read("a,b\n1,2\n3,\"open\nx,y\n", as: CSVTests.rows, FieldPlan("a"))
    let problem = seen.failure?.diagnostics.first
    #expect(problem?.code == .sourceDamaged)
    #expect(problem?.location?.line == 3 && problem?.location?.column == 3)
  }

  @Test(
    arguments: [
      ("1,2,3", "2:1"), ("\"1\"x,2", "2:4"), ("1,\"2\" ", "2:6"), ("1,\0", "2:3"),
    ])
  func `a row that is damaged is a bad record and the others are read`(
    _ row: String, _ place: String
  ) throws {
    let seen = try read("a,b\n\(row)\n3,4\n", as: CSVTests.rows, FieldPlan("a"))
    #expect(seen.records.map(\.number) == [2] && seen.places == [place])
    #expect(seen.problems.first?.code == .recordUnreadable)
  }

  @Test func `invalid UTF-8 is an error in the cells that are used`() throws {
    let bytes = Array("a,b\n".utf8) + [0xFF, UInt8(ascii: ",")] + Array("x\n".utf8)
    let seen = try read(bytes, as: CSVTests.rows, FieldPlan("a"))
    #expect(seen.problems.first?.code == .recordEncoding && seen.places == ["2:1"])
    #expect(try read(bytes, as: CSVTests.rows, FieldPlan("b")).values == [[["\"x\""]]])
  }

  @Test func `places after a quoted line feed are right`() throws {
    let seen = try read("a,b\n\"1\n\n\",2\n5,6,7\n", as: CSVTests.rows, FieldPlan("a"))
    #expect(seen.places == ["5:1"])
  }
}
