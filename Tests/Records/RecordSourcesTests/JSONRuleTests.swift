import FootlightPlatform
import Testing

@testable import DeclaredRecords

/// The rules of RFC 8259, one case a rule, as public suites of JSON parsing test them.
///
/// Each value stands in four places: in a field that is used, in one that is not, and before and
/// behind the array of a document.
struct JSONRuleTests {
  /// What a value is read as; nil for what must be refused.
  struct Rule: Sendable, CustomTestStringConvertible {
    var value: String
    var result: String?

    var testDescription: String { value.count < 60 ? value : "\(value.prefix(57))…" }
  }

  private static func yes(_ value: String, _ result: String) -> Rule {
    Rule(value: value, result: result)
  }

  private static func no(_ values: String...) -> [Rule] { values.map { Rule(value: $0) } }

  static let numbers: [Rule] =
    [
      "0", "-0", "1", "-1", "123", "20e1", "123e45", "0e1", "0e+1", "1E22", "1E-2", "1E+2",
      "123e-10000000", "123.456e78", "0.000000000000000000000000000000000000000000000000000001",
      "-0.0", "-123123123123123123123123123123", "123456789012345678901234567890",
      "100000000000000000000e999999",
    ].map { yes($0, "number \($0)") }
    + no(
      "+1", "++1234", "+Inf", "-", "- 1", "--2", "-01", "-012", "012", "00", "-2.", "2.", ".5",
      ".-1", ".2e-3", "-.123", "0.1.2", "0.3e", "0.3e+", "0e", "0e+", "1.0e", "1.0e-", "1.0e+",
      "1e", "2.e3", "2.e-3", "9.e+", "1eE2", "1E", "1 000.0", "0x1", "0x42", "1_000", "1a",
      "1.8011670033376514H-308",
      "-1x", "NaN", "-NaN", "Infinity", "-Infinity", "Inf", "１", "-foo", "0.", "1.2a-3", "1e1e1",
      "٣", "123\u{FEFF}", "1\u{0}")

  static let texts: [Rule] =
    [
      yes(#""""#, #""""#), yes(#""a""#, #""a""#),
      yes(#""\"\\\/\b\f\n\r\t""#, "\"\"\\/\u{8}\u{C}\n\r\t\""),
      yes(#""\u0060\u012a\u12AB""#, "\"\u{60}\u{12A}\u{12AB}\""), yes(#""\u0000""#, "\"\0\""),
      yes(#""\ud801\udc37\uD83D\uDE39""#, "\"𐐷😹\""), yes(#""\uDBFF\uDFFF""#, "\"\u{10FFFF}\""),
      yes(#""\\u0000""#, #""\u0000""#), yes(#""a/*b*/c""#, #""a/*b*/c""#),
      yes(#""asd ""#, #""asd ""#),
      yes("\"€𝄞\u{7F}\u{2028}\u{FFFF}\u{10FFFF}\"", "\"€𝄞\u{7F}\u{2028}\u{FFFF}\u{10FFFF}\""),
      yes(#""\uD834\uDd1e""#, "\"𝄞\""),
    ]
    + no(
      "\"", "\"a", "\"\\\"", "'a'", "a", "\"\\", #""\a""#, #""\x00""#, #""\v""#, #""\'""#, #""\0""#,
      #""\U0041""#, #""\ ""#, #""\😀""#, "\"\\\t\"", #""\u""#, #""\u0""#, #""\u00A""#, #""\u00G0""#,
      #""\u+041""#,
      #""\u 041""#, #""\ud800""#, #""\ud800a""#, #""\ud800\n""#, #""\ud800\u""#, #""\ud800\u1""#,
      #""\ud800\u1x""#, #""\ud800\u0041""#, #""\ud800\ud800""#, #""\ud800\udbff""#, #""\udc00""#,
      #""\udc37\ud801""#, "\"\n\"", "\"a\tb\"", "\"a\u{0}b\"", "\"\u{1F}\"", "\"\r\"",
      "\u{201C}a\u{201D}",
      #""a"b"#, #"\u0022a\u0022"#, "\"a\" \"b\"", #"abc"d""#)

  static let structures: [Rule] =
    [
      yes("true", "yes"), yes("false", "no"), yes("null", "null"), yes("[]", "[]"), yes("{}", "{}"),
      yes("[1,null,[[]],{}]", "[1,null,[[]],{}]"), yes(" [ 1\n,\t2 ]\r ", "[ 1\n,\t2 ]"),
      yes(#"{"a":{"a":1}, "":0}"#, #"{"a":{"a":1}, "":0}"#),
      yes(#"{"a":1,"a":2}"#, #"{"a":1,"a":2}"#),
      yes(
        String(repeating: "[", count: 500) + String(repeating: "]", count: 500),
        String(repeating: "[", count: 500) + String(repeating: "]", count: 500)),
    ]
    + no(
      "", ",", ":", "nul", "nulll", "tru", "fals", "TRUE", "True", "nil", "undefined", "[", "]",
      "{", "}",
      "[1", "[1,", "[,1]", "[1,,2]", "[,]", "[1,]", "[1 true]", "[1 2]", "[a", "[-]", "[\"a\"",
      "[\"\": 1]",
      "[1:2]", "[1}", "{]", "[1]]", "[[1]", "[*]", "[(1)]", "<1>", "[\u{0C}]", "[\u{A0}1]",
      "[\u{2060}]",
      "[1]x", "[3[4]]", "[\"x\", truth]", "[1]\u{0}", "{\"a\"}", "{\"a\":}", "{\"a\" 1}",
      "{\"a\"::1}",
      "{\"a\":1,}", "{\"a\":1,,}", "{,\"a\":1}", "{\"a\":1 \"b\":2}", "{\"a\":1;\"b\":2}",
      "{\"a\",\"b\"}",
      "{:1}", "{1:1}", "{null:1}", "{a:1}", "{'a':1}", "{\"a\":\"b\"}/**/", "/* */1", "{\"a\":1}//",
      "1#",
      "{\"a\":\"a\" 123}", "{[1]:2}", "{\"a\":1", "{\"a\":", "{\"a\"", "[][]", "{}{}",
      "{\"\\ud800\":1}",
      "{\"a\nb\":1}", "{\"a\":1}}", "\u{FEFF}1", "{\u{FEFF}}", "[\"a\",\n4\n,1,", "[{}", "&", "@",
      "∆",
      String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000),
      String(repeating: "[", count: 513) + String(repeating: "]", count: 513))

  private func isRefused(_ seen: Seen) -> Bool {
    let told = seen.problems + (seen.failure?.diagnostics ?? [])
    return !told.isEmpty
      && told.allSatisfy { $0.remedy != nil && $0.location?.line != nil && $0.code.side == .caller }
  }

  @Test(arguments: numbers + texts + structures)
  func `a value that is used is read as RFC 8259 says, or refused`(rule: Rule) throws {
    let seen = try read("[{\"v\":\(rule.value)}]", as: .array(path: []), FieldPlan("v"))
    if let result = rule.result {
      #expect(seen.values == [[[result]]] && seen.problems.isEmpty && seen.failure == nil)
    } else {
      #expect(isRefused(seen), "\(seen.values)")
    }
    let line = rule.value.contains { $0.isNewline } ? nil : "{\"v\":\(rule.value)}"
    guard let line else { return }
    let alone = try read(line, as: .lines, FieldPlan("v"))
    #expect((alone.values == seen.values && alone.problems.isEmpty) == (rule.result != nil))
  }

  @Test(arguments: numbers + texts + structures)
  func `a value that nobody uses is held to the same rules`(rule: Rule) throws {
    let seen = try read("[{\"other\":\(rule.value),\"v\":1}]", as: .array(path: []), FieldPlan("v"))
    if rule.result != nil {
      #expect(seen.values == [[["number 1"]]] && seen.problems.isEmpty && seen.failure == nil)
    } else {
      #expect(isRefused(seen), "\(seen.values)")
    }
  }

  @Test(arguments: numbers + texts + structures)
  func `what stands before and behind the array is held to the same rules`(rule: Rule) throws {
    for text in [
      "{\"other\":\(rule.value),\"a\":[{\"v\":1}]}", "{\"a\":[{\"v\":1}],\"other\":\(rule.value)}",
    ] {
      let seen = try read(text, as: .array(path: ["a"]), FieldPlan("v"))
      if rule.result != nil {
        #expect(seen.values == [[["number 1"]]] && seen.problems.isEmpty && seen.failure == nil)
      } else {
        #expect(isRefused(seen), "\(text): \(seen.values)")
      }
    }
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xE0, 0x9F, 0xBF],
      [0xED, 0xA0, 0x80],
      [0xF0, 0x80, 0x80, 0xAF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80], [0xC3],
      [0xE4, 0xB8], [0xC3, 0x28], [0xE5], [0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF],
    ] as [[UInt8]])
  func `bytes that are no UTF-8 are refused in values and keys that are read, and outside of texts`(
    bytes: [UInt8]
  ) throws {
    let pieces: [(String, String)] = [
      ("[{\"v\":\"", "\"}]"), ("[{\"v\":[\"", "\"]}]"), ("[{\"v\":1", "}]"), ("[{\"v\":", "}]"),
      ("[", "{\"v\":1}]"), ("[{\"v\":1}]", ""), ("[{\"v\":\"\\n", "\"}]"),
      ("[{\"v\":\"\\u00", "\"}]"),
    ]
    for (before, behind) in pieces {
      let text = Array(before.utf8) + bytes + Array(behind.utf8)
      #expect(isRefused(try read(text, as: .array(path: []), FieldPlan("v"))), "\(before)")
    }
    let around = Array("{\"x\":\"".utf8) + bytes + Array("\",\"a\":[]}".utf8)
    #expect(isRefused(try read(around, as: .array(path: ["a"]), FieldPlan("v"))))
  }

  @Test func `a byte order mark may lead a file, and that of UTF-16 is obeyed`() throws {
    let text = Array("\u{FEFF}[{\"v\":1}]".utf8)
    #expect(try read(text, as: .array(path: []), FieldPlan("v")).values == [[["number 1"]]])
    var little: [UInt8] = [0xFF, 0xFE]
    var big: [UInt8] = [0xFE, 0xFF]
    for unit in "[{\"v\":1}]".utf8 {
      little += [unit, 0]
      big += [0, unit]
    }
    for bytes in [little, big] {
      #expect(try read(bytes, as: .array(path: []), FieldPlan("v")).values == [[["number 1"]]])
    }
    #expect(isRefused(try read([0xEF, 0xBB, 0x7B, 0x7D], as: .array(path: []), FieldPlan("v"))))
  }

  @Test func `the array is found by its keys, whatever lies before it and however long it is`()
    throws
  {
    let filler = (0..<80_000).map { "\"key\($0)\":[{\"a\":[]},\"]}\\\"\"]" }.joined(separator: ",")
    let text =
      "{\"x\":{\"a\":[{\"v\":0}]},\(filler),\"d\\u0061\":{\"y\":1,\"a\":[{\"v\":1}],\(filler)}}"
    let seen = try read(text, as: .array(path: ["da", "a"]), FieldPlan("v"))
    #expect(seen.values == [[["number 1"]]] && seen.failure == nil)
    for path in [["da", "b"], ["x", "a", "v"], ["y"], ["key1", "a"]] {
      #expect(isRefused(try read(text, as: .array(path: path), FieldPlan("v"))), "\(path)")
    }
  }
}
