import FootlightPlatform
import TestSupport
import Testing

@testable import DeclaredRecords

struct JSONLinesTests {
  @Test func `a line is a record, and blank lines are none`() throws {
    let seen = try read("{\"a\":1}\n\n  \r\n{\"a\":\"x\"}\r\n", as: .lines, FieldPlan("a"))
    #expect(seen.records.map(\.number) == [1, 2])
    #expect(seen.values == [[["number 1"]], [["\"x\""]]])
    #expect(seen.problems.isEmpty && seen.failure == nil)
  }

  @Test func `the last line needs no line feed, and an empty file has no records`() throws {
    #expect(try read("{\"a\":1}", as: .lines, FieldPlan("a")).values == [[["number 1"]]])
    let empty = try read("", as: .lines, FieldPlan("a"))
    #expect(empty.records.isEmpty && empty.failure == nil)
  }

  @Test func `a byte order mark is no part of the first line`() throws {
    let seen = try read("\u{FEFF}{\"a\":1}\nx", as: .lines, FieldPlan("a"))
    #expect(seen.values == [[["number 1"]]])
    #expect(seen.places == ["2:1"])
  }

  @Test func `a byte order mark of UTF-16 decides how the file is read`() throws {
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in "{\"a\":\"ä\"}\nx".utf16 { bytes += [UInt8(unit & 255), UInt8(unit >> 8)] }
    let seen = try read(bytes, as: .lines, FieldPlan("a"))
    #expect(seen.values == [[["\"ä\""]]])
    #expect(seen.places == ["2:1"])
  }

  @Test func `an array in place of lines is refused with its remedy`() throws {
    let failure = try read("\n [\n{}\n]", as: .lines, FieldPlan("a")).failure
    #expect(failure?.diagnostics.first?.location?.description == "file:2:2")
    #expect(failure?.diagnostics.first?.remedy == "use kind json")
  }

  @Test func `every kind of value arrives as what it is`() throws {
    let seen = try read(
      #"{"a":null,"b":true,"c":false,"d":-1.50e+3,"e":"é","f":[1, {"x":"y"}],"g":{"h":[]}}"#,
      as: .lines, FieldPlan("a", "b", "c", "d", "e", "f", "g"))
    #expect(
      seen.values == [
        [
          ["null"], ["yes"], ["no"], ["number -1.50e+3"], ["\"é\""], [#"[1, {"x":"y"}]"#],
          [#"{"h":[]}"#],
        ]
      ])
  }

  @Test func `paths lead into lists and objects`() throws {
    let seen = try read(
      #"{"o":{"p":{"q":1}},"l":[{"t":"a"},{"u":0},{"t":"b"}],"n":{"x":["1","2"],"y":["3"]}}"#,
      as: .lines,
      FieldPlan("o.p.q", "l[].t", "l[2].t", "l[7]", "n.*[]", "n.x", "o.p", "o.*.q"))
    #expect(
      seen.values == [
        [
          ["number 1"], ["\"a\"", "\"b\""], ["\"b\""], [], ["\"1\"", "\"2\"", "\"3\""],
          [#"["1","2"]"#], [#"{"q":1}"#], ["number 1"],
        ]
      ])
  }

  @Test func `a path that does not fit the value yields nothing`() throws {
    let seen = try read(
      #"{"a":"text","b":[1],"c":{"d":1}}"#, as: .lines,
      FieldPlan("a.b", "a[0]", "b.c", "b.*", "c[0]"))
    #expect(seen.values == [[[], [], [], [], []]])
  }

  @Test func `what is no list is a list of one`() throws {
    let seen = try read(
      #"{"a":"text","b":[1,{"n":2}],"c":{"n":[3,[4]]},"d":null}"#, as: .lines,
      FieldPlan("a[]", "b[].n", "c[].n[]", "c[].n[][]", "a[][].n", "d[]"))
    #expect(
      seen.values == [
        [
          [#""text""#], ["number 2"], ["number 3", "[4]"], ["number 3", "number 4"], [], ["null"],
        ]
      ])
  }

  @Test func `values are sorted by slot whatever the order in the record`() throws {
    let seen = try read(
      #"{"c":3,"l":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25],"a":1,"b":2}"#,
      as: .lines, FieldPlan("a", "b", "c", "l[]"))
    #expect(seen.values[0][0] == ["number 1"] && seen.values[0][2] == ["number 3"])
    #expect(seen.values[0][3] == (1...25).map { "number \($0)" })
  }

  @Test func `escapes become characters`() throws {
    let seen = try read(
      #"{"a":"\"\\\/\b\f\n\r\t\u0041\u00e9\u4E09\uD83E\uDD8A!","\u0062":"x"}"#, as: .lines,
      FieldPlan("a", "b"))
    #expect(seen.values == [[["\"\"\\/\u{8}\u{C}\n\r\tAé三🦊!\""], ["\"x\""]]])
  }

  @Test func `of a repeated key the last one counts`() throws {
    let seen = try read(
      #"{"a":1,"b":{"c":1,"c":2},"a":{"x":1},"d":{"k":1,"l":2,"\u006b":3},"a":"last"}"#,
      as: .lines, FieldPlan("a", "b.c", "d.*", "a.x"))
    #expect(
      seen.values == [[["\"last\""], ["number 2"], ["number 2", "number 3"], []]])
  }

  @Test func `keys longer than a word and with common beginnings are told apart`() throws {
    let seen = try read(
      #"{"abcdefghi":1,"abcdefghj":2,"abcdefgh":3,"":4}"#, as: .lines,
      FieldPlan("abcdefghj", "abcdefgh", "abcdefghi"))
    #expect(seen.values == [[["number 2"], ["number 3"], ["number 1"]]])
  }

  @Test(
    arguments: [
      (#"{"a":01}"#, "2:6"), (#"{"a":1.}"#, "2:6"), (#"{"a":.5}"#, "2:6"), (#"{"a":+1}"#, "2:6"),
      (#"{"a":1e}"#, "2:6"), (#"{"a":-}"#, "2:6"), (#"{"a":1.2.3}"#, "2:6"),
      (#"{"a":NaN}"#, "2:6"), (#"{"a":tru}"#, "2:6"), (#"{"a":nul}"#, "2:6"),
      (#"{"a":"x}"#, "2:9"), (#"{"a":"\x"}"#, "2:7"), (#"{"a":"\u12g4"}"#, "2:7"),
      (#"{"a":"\uD83E"}"#, "2:7"), (#"{"a":"\uDD8A"}"#, "2:7"), (#"{"a":"\uD83E\u0041"}"#, "2:7"),
      ("{\"a\":\"\t\"}", "2:7"), ("{\"a\":\"\0\"}", "2:7"), (#"{"a":1,}"#, "2:8"),
      (#"{,}"#, "2:2"), (#"{"a" 1}"#, "2:6"), (#"{"a":1 "b":2}"#, "2:8"), (#"{a:1}"#, "2:2"),
      (#"{'a':1}"#, "2:2"), (#"{"a":1}}"#, "2:8"), (#"{"a":1} {}"#, "2:9"), (#"{"a":[1,]}"#, "2:9"),
      (#"{"a":[1 2]}"#, "2:9"), (#"{"a":[1}"#, "2:8"), (#"{"a":{"b":1]}"#, "2:12"), ("[1]", "2:1"),
      ("\"a\"", "2:1"), ("1", "2:1"), (#"{"a":1"#, "2:7"), (#"{"a":"#, "2:6"), ("{", "2:2"),
    ])
  func `a line that is no JSON object is a bad record with its place`(
    _ line: String, _ place: String
  ) throws {
    // Once where the value is wanted, and once where it is skipped.
    for path in ["a", "z"] {
      let seen = try read(
        "{\"a\":0,\"z\":0}\n\(line)\n{\"a\":2,\"z\":0}\n", as: .lines, FieldPlan(path))
      #expect(seen.records.map(\.number) == [1, 3])
      #expect(seen.places == [place], "\(line) with \(path): \(seen.problems)")
      #expect(seen.problems.allSatisfy { $0.code == .recordUnreadable })
    }
  }

  @Test func `invalid UTF-8 is an error where the value is used`() throws {
    let line = Array(#"{"a":"x"#.utf8) + [0xC3, 0x28] + Array(#"","b":1}"#.utf8)
    let used = try read(line, as: .lines, FieldPlan("a"))
    #expect(used.problems.map(\.code) == [.recordEncoding] && used.places == ["1:8"])
    #expect(try read(line, as: .lines, FieldPlan("b")).values == [[["number 1"]]])
  }

  @Test func `nesting has a limit, wanted or skipped`() throws {
    for (depth, isFine) in [(511, true), (512, false), (100_000, false)] {
      let line =
        "{\"a\":" + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        + "}"
      for path in ["a", "z"] {
        let seen = try read(line, as: .lines, FieldPlan(path))
        #expect(seen.problems.isEmpty == isFine, "\(depth) \(path)")
      }
    }
  }

  @Test func `mixed nesting deeper than 64 is followed exactly`() throws {
    let open = String(repeating: #"[{"k":"#, count: 100)
    let close = String(repeating: "}]", count: 100)
    #expect(try read("{\"a\":\(open)1\(close)}", as: .lines, FieldPlan("z")).problems.isEmpty)
    let wrong = close.dropLast(60) + "}}" + close.suffix(58)
    #expect(try read("{\"a\":\(open)1\(wrong)}", as: .lines, FieldPlan("z")).problems.count == 1)
  }

  @Test func `a record may yield many values, but not without end`() throws {
    let folder = try TemporaryFolder()
    let list = String(repeating: "0,", count: recordValueLimit + 1)
    try folder.write("file", "{\"a\":[\(list)0]}\n{\"a\":[1]}")
    let reader = try FileSource(folder.selection("file"), .lines).open(FieldPlan("a[]"))
    var batch = RecordBatch()
    #expect(try reader.next(&batch))
    try reader.decode(&batch)
    let numbers = batch.records.map(\.number)
    let values = batch.values.count
    #expect(batch.badRecords == 1)
    #expect(numbers.isEmpty && values == 0 || numbers == [2] && values == 1)
  }

  @Test func `a path that is too long is refused, not followed`() {
    let path = FieldPath((0..<100_000).map { _ in .key("a") })
    #expect(throws: (any Error).self) { try FieldTrie(FieldPlan([path])) }
  }
}
