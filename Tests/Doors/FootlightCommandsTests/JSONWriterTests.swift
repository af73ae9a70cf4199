import FootlightPlatform
import JSONAnswers
import Testing

@testable import Footlight
@testable import FootlightCommands

struct JSONWriterTests {
  private func written(_ body: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    body(&json)
    return json.bytes.text(json.bytes.all)
  }

  @Test func `objects and arrays nest, with commas between and nowhere else`() {
    let text = written { json in
      json.object { json in
        json.member("a", 1)
        json.name("b")
        json.array { list in
          list.value("x")
          list.object { _ in }
          list.array { _ in }
          list.null()
        }
        json.member("c", nil as Int?)
      }
      json.endLine()
      json.object { $0.member("d", true ? 2 : 0) }
    }
    #expect(text == #"{"a":1,"b":["x",{},[],null],"c":null}"# + "\n" + #"{"d":2}"#)
  }

  @Test(arguments: [
    ("plain", "plain"), ("", ""), (#"a"b\c/d"#, #"a\"b\\c/d"#),
    ("\u{0}\u{1}\u{8}\t\n\u{B}\u{C}\r\u{1F}", #"\u0000\u0001\b\t\n\u000b\f\r\u001f"#),
    ("Été 東京 🦊 e\u{301}", "Été 東京 🦊 e\u{301}"),
    ("\u{7F}\u{80}\u{9B}\u{9F}\u{A0}", "\\u007f\\u0080\\u009b\\u009f\u{A0}"),
    ("a\u{202E}b\u{2066}c\u{2028}d", #"a\u202eb\u2066c\u2028d"#),
    ("\u{FEFF}\u{FFFD}\u{FFFF}\u{10FFFF}", "\\ufeff\u{FFFD}\u{FFFF}\u{10FFFF}"),
    ("\u{200D}\u{2010}\u{2070}", "\u{200D}\u{2010}\u{2070}"),
  ])
  func `texts are escaped exactly`(_ text: String, _ expected: String) {
    #expect(written { $0.value(text) } == "\"\(expected)\"")
  }

  @Test func `every scalar comes out valid, and what a terminal obeys comes out escaped`() {
    for value in UInt32(0)...0xFFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = written { $0.value(String(scalar)) }
      #expect(text.unicodeScalars.allSatisfy { !$0.commandsTerminal }, "U+\(value)")
      let isEscaped = text.utf8.dropFirst().first == UInt8(ascii: "\\")
      #expect(isEscaped == (scalar.commandsTerminal || scalar == "\"" || scalar == "\\"))
    }
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (1815.0, "1815"), (-3.0, "-3"), (0.1, "0.1"), (1.5, "1.5"),
    (9_007_199_254_740_991.0, "9007199254740991"), (1e16, "1e+16"), (1e300, "1e+300"),
    (.leastNonzeroMagnitude, "5e-324"), (1.0 / 3, "0.3333333333333333"), (.infinity, "null"),
    (-.infinity, "null"), (.nan, "null"),
  ])
  func `numbers are the shortest that read back`(_ number: Double, _ expected: String) {
    let text = written { $0.value(number) }
    #expect(text == expected)
    if number.isFinite { #expect(Double(text) == number) }
  }

  @Test func `whole numbers are whole to the last digit`() {
    #expect(written { $0.value(Int.max) } == "9223372036854775807")
    #expect(written { $0.value(Int64.min) } == "-9223372036854775808")
  }

  @Test func `an answer is one object a line, with a score that is always a number`() {
    let hit = Hit(
      domain: "books", id: "a b", title: "T", tier: .exact, score: nil,
      matched: HitMatch(field: .alias, text: "x"),
      attributes: [
        ItemAttribute("n", .number(18, written: "018")), ItemAttribute("b", .boolean(true)),
        ItemAttribute("d", .date("2021-09", seconds: 0)), ItemAttribute("l", .list(["p", "q"])),
      ])
    let answer = Answer(
      query: "t", took: .microseconds(12), total: 1, hits: [hit],
      notes: [Note(code: Note.Code(rawValue: "domain.unbuilt"), message: "m", domain: "x")])
    #expect(
      written { $0.line(JSONObjects.answer, answer) } == """
        {"query":"t","took_us":12,"total":1,"hits":[{"domain":"books","id":"a b","title":"T",\
        "description":"","url":"","image":"","tier":1,"score":0,"matched":{"field":"alias","text":"x"},\
        "highlights":{},"attributes":{"n":18,"b":true,"d":"2021-09","l":["p","q"]}}],\
        "notes":[{"code":"domain.unbuilt","message":"m","domain":"x"}]}

        """)
  }

  @Test func `what matched are pairs of offsets`() {
    var hit = Hit(domain: "b", id: "1", title: "ab cd", tier: .named, score: 7)
    hit.highlights = [
      .title: Highlights(scalars: [0..<2, 3..<5]), .alias: Highlights(scalars: [1..<2]),
    ]
    hit.snippet = Hit.Snippet(field: .body, text: "x ab", highlights: Highlights(scalars: [2..<4]))
    #expect(
      written { $0.line(JSONObjects.answer, Answer(query: "", hits: [hit])) }.contains(
        """
        "highlights":{"alias":[[1,2]],"title":[[0,2],[3,5]]},\
        "snippet":{"field":"body","text":"x ab","highlights":[[2,4]]},
        """))
  }

  @Test func `a count that stopped early says so`() {
    let answer = Answer(query: "", total: 70_000, isAtLeast: true)
    #expect(
      written { $0.line(JSONObjects.answer, answer) }.contains(
        #""total":70000,"at_least":true,"hits":[]"#))
  }

  @Test func `a domain of which nothing is stored has no version`() {
    let row = SyncRow(
      domain: "x", decision: .build, reason: "r",
      changes: ChangeCounts(inserted: 1, updated: 2, deleted: 3), took: .seconds(0.12345))
    #expect(
      written { $0.line(JSONObjects.syncRow, row) } == """
        {"domain":"x","decision":"build","reason":"r","version":null,"items":0,"bad_records":0,\
        "changes":{"inserted":1,"updated":2,"deleted":3},"seconds":0.123,"bytes":0}

        """)
  }
}
