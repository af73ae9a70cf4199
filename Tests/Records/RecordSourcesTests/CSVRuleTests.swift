import FootlightPlatform
import Testing

@testable import DeclaredRecords

/// The rules of RFC 4180, section 2, one after the other, and what breaks them.
struct CSVRuleTests {
  private func read(_ text: String) throws -> Seen {
    try RecordsTests.read(text, as: .rows(CSVSettings()), FieldPlan("a", "b"))
  }

  /// The cells of the columns a and b in every row.
  private func cells(_ text: String) throws -> [[String]] {
    let seen = try read(text)
    #expect(seen.problems.isEmpty && seen.failure == nil)
    return seen.values.map { $0.map { String($0.joined().dropFirst().dropLast()) } }
  }

  @Test(arguments: ["\r\n", "\n"])
  func `rule 1: each record is on a line of its own`(end: String) throws {
    #expect(try cells("a,b\(end)1,2\(end)3,4\(end)") == [["1", "2"], ["3", "4"]])
  }

  @Test(arguments: ["\r\n", "\n"])
  func `rule 2: the last record may or may not have a line break`(end: String) throws {
    #expect(try cells("a,b\(end)1,2") == [["1", "2"]])
    #expect(try cells("a,b\(end)1,\"2\"") == [["1", "2"]])
    #expect(try cells("a,b\(end)1,") == [["1", ""]])
    #expect(try cells("a,b") == [])
  }

  @Test(arguments: ["b,a", "\"b\",a", "b,\"a\"", " b ,a"])
  func `rule 3: the header names the fields, in any order and with quotes`(header: String) throws {
    #expect(try cells("\(header)\r\n1,2") == [["2", "1"]])
  }

  @Test func `rule 4: every line has as many fields, and spaces are part of them`() throws {
    #expect(try cells("a,b\n 1 ,  \n") == [[" 1 ", "  "]])
    #expect(try cells("a,b\n1,\n") == [["1", ""]])
    // What ends early holds nothing more; what goes on too far is no row of this table.
    let seen = try read("a,b\n1\n1,2\n1,2,3\n")
    #expect(seen.values == [[["\"1\""], []], [["\"1\""], ["\"2\""]]])
    #expect(seen.places == ["4:1"])
    #expect(seen.problems.allSatisfy { $0.code == .recordUnreadable && $0.remedy != nil })
  }

  @Test func `rule 5: fields may be quoted or not`() throws {
    #expect(
      try cells("a,b\n\"1\",\"2\"\n\"1\",2\n1,\"\"\n") == [["1", "2"], ["1", "2"], ["1", ""]])
    // A quote in a field without quotes breaks the rule; it can only mean itself.
    #expect(try cells("a,b\n1\"x\",2\" x 3\"\n") == [["1\"x\"", "2\" x 3\""]])
  }

  @Test(arguments: [",", "\n", "\r\n", "\r", "\n\n", "\"\"", " ", "a,b\r\n1,2\r\n", ",\"\",\n"])
  func `rule 6: a quoted field may hold delimiters, quotes and line breaks as they are`(
    inner: String
  ) throws {
    let text = inner.replacing("\"\"", with: "\"")
    #expect(
      try cells("a,b\r\n\"x\(inner)y\",\"\(inner)\"\r\n3,4\r\n")
        == [["x\(text)y", text], ["3", "4"]])
  }

  @Test(arguments: [
    ("\"\"\"\"", "\""), ("\"\"\"\"\"\"", "\"\""), ("\"a\"\"b\"", "a\"b"), ("\"\"\"a\"", "\"a"),
    ("\"a\"\"\"", "a\""), ("\"\"\",\"\"\"", "\",\""),
  ])
  func `rule 7: a quote in a quoted field is doubled`(cell: String, text: String) throws {
    #expect(try cells("a,b\n\(cell),2\n1,\(cell)\n") == [[text, "2"], ["1", text]])
  }

  @Test(arguments: ["\"1\"x,2", "\"1\" ,2", "1,\"2\"\"\"x", "\"a\"b\"c\",2"])
  func `text behind the quote that closes a field makes the row bad, not its neighbours`(
    row: String
  ) throws {
    let seen = try read("a,b\n1,2\n\(row)\n3,4\n")
    #expect(seen.records.map(\.number) == [1, 3] && seen.failure == nil)
    #expect(seen.problems.count == 1 && seen.problems.first?.location?.line == 3)
  }

  @Test(arguments: ["\"1,2\n3,4\n", "1,\"2\n", "1,\"\n\"\"\n", "1,2\n\""])
  func `a quote that is never closed ends the file at its place`(rest: String) throws {
    let failure = try read("a,b\n\(rest)").failure
    #expect(failure?.diagnostics.map(\.code) == [.sourceDamaged])
    #expect(failure?.diagnostics.first?.location?.line != nil)
    #expect(failure?.diagnostics.first?.remedy != nil)
  }
}
