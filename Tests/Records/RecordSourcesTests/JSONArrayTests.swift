import FootlightPlatform
import Testing

@testable import DeclaredRecords

struct JSONArrayTests {
  private static let array = FileSource.Format.array(path: [])

  private func problem(_ text: String, path: [String] = []) throws -> Diagnostic? {
    try read(text, as: .array(path: path), FieldPlan("a")).failure?.diagnostics.first
  }

  @Test func `each element of the array is a record`() throws {
    let seen = try read(
      "\u{FEFF} [ {\"a\": \"],[\\\"{\"} ,\n{\"a\":[{}]}\t] \n", as: JSONArrayTests.array,
      FieldPlan("a"))
    #expect(seen.values == [[["\"],[\"{\""]], [["[{}]"]]])
    #expect(seen.records.map(\.number) == [1, 2] && seen.failure == nil)
  }

  @Test func `an empty array has no records, an empty file is refused`() throws {
    let seen = try read(" [ ] ", as: JSONArrayTests.array, FieldPlan("a"))
    #expect(seen.records.isEmpty && seen.failure == nil)
    #expect(try problem("")?.code == .sourceDamaged)
    #expect(try problem(" \n ")?.code == .sourceDamaged)
  }

  @Test(
    arguments: [
      (#"[{"a":1},2,{"a":3}]"#, "1:10"), (#"[{"a":1},{"a":},{"a":3}]"#, "1:15"),
      (#"[{"a":1},,{"a":3}]"#, "1:10"), (#"[{"a":1},{"a":2],{"a":3}]"#, "1:16"),
      ("[{\"a\":1},\n\n  {\"a\" 2}, {\"a\":3}]", "3:8"), (#"[{"a":1},{"a":2}{},{"a":3}]"#, "1:17"),
    ])
  func `damage within an element is a bad record and the others are read`(
    _ text: String, _ place: String
  ) throws {
    let seen = try read(text, as: JSONArrayTests.array, FieldPlan("a"))
    #expect(seen.records.map(\.number) == [1, 3], "\(seen.problems)")
    #expect(seen.places == [place] && seen.failure == nil)
  }

  @Test func `a comma behind the last element is a bad record`() throws {
    let seen = try read(#"[{"a":1},]"#, as: JSONArrayTests.array, FieldPlan("a"))
    #expect(seen.records.count == 1 && seen.places == ["1:10"])
  }

  @Test(
    arguments: [
      "[", "[{\"a\":1}", "[{\"a\":1},", "[{\"a\":1},{\"a\"", "[{\"a\":\"x", "{\"z\":1}", "[1] [2]",
      "[{\"a\":1}}", "[{\"a\":1}]]", "1", "[\"\\", "[{\"a\":1},{\"b\":{\"c\":2},{\"a\":3}]",
    ])
  func `a file that is cut off or no array is refused with its place`(_ text: String) throws {
    let problem = try problem(text)
    #expect(problem?.code == .sourceDamaged)
    #expect(problem?.location?.line == 1 && problem?.location?.column != nil)
  }

  @Test func `the array can lie within the document`() throws {
    let text =
      #"{"meta":{"n":[1,"]}"]},"dat\u0061":{"x":1,"items":[{"a":1},{"a":2}],"y":{"z":["}"]}},"e":0}"#
    let seen = try read(text, as: .array(path: ["data", "items"]), FieldPlan("a"))
    #expect(seen.values == [[["number 1"]], [["number 2"]]] && seen.failure == nil)
    #expect(try problem(text, path: ["data", "rows"])?.code == .sourceDamaged)
    #expect(try problem(text, path: ["e"])?.code == .sourceDamaged)
    #expect(try problem(String(text.dropLast()), path: ["data", "items"])?.code == .sourceDamaged)
    #expect(try problem(text + "}", path: ["data", "items"])?.code == .sourceDamaged)
  }

  @Test func `an object in place of the array names the remedy`() throws {
    #expect(try problem(#"{"items":[]}"#)?.remedy?.contains("records:") == true)
  }
}
