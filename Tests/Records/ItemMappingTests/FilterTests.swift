import DeclaredRecords
import FootlightPlatform
import Testing

@Suite struct FilterTests {
  @Test(arguments: [
    ("trim", "  a b\u{A0}\u{3000}\n", "a b"), ("trim", "\u{2003}ü\u{FEFF}", "ü"),
    ("trim", "à", "à"),
    ("lower", "ABC Ü ẞ", "abc ü ß"), ("upper", "abc ü ß é", "ABC Ü SS É"),
    ("lower", "AZaz[]@`", "azaz[]@`"),
    ("title", "THE LORD of the rings", "The Lord Of The Rings"),
    ("title", "don't o'neil 2nd", "Don't O'neil 2nd"),
    ("title", "ÉCOLE d’été", "École D’été"), ("title", "ǆ x", "ǅ X"),
    ("replace: 'a', 'bb'", "banana", "bbbnbbnbb"), ("replace: 'an', ''", "banana", "ba"),
    ("replace: 'x', 'y'", "banana", "banana"), ("replace: '🦊', 'fox'", "a 🦊!", "a fox!"),
    ("truncate: 3", "abcdef", "abc"), ("truncate: 3", "äöüß", "äöü"),
    ("truncate: 10", "abc", "abc"),
    ("truncate: 2", "👨‍👩‍👧x🦊y", "👨‍👩‍👧x"), ("truncate: 2", "a\r\nb", "a\r\n"),
    ("truncate: 1", "e\u{301}x", "e\u{301}"),
    ("split: ',' | join: ';'", " a, ,b ,,c,", "a;b;c"), ("split: ', ' | last", "a, b, c", "c"),
    ("split: '--' | first", "--a--b", "a"),
    ("split: ',' | unique | join: ','", "b,a,b,c,a", "b,a,c"),
    ("split: ',' | limit: 2 | join: '+'", "a,b,c", "a+b"), ("default: 'x'", "", "x"),
    ("default: 'x'", "y", "y"),
    ("number", "1,234,567.80", "1234567.80"), ("number", "1 234", "1234"),
    ("number", "1\u{202F}234", "1234"),
    ("number", "-5", "-5"), ("number", "+5", "5"), ("number", "12", "12"),
    ("number", "1'000", "1000"), ("number", " 1e3 ", "1e3"),
    ("date: 'd.M.yyyy'", "5.9.2021", "2021-09-05"),
    ("date: 'd.M.yyyy' | format: 'MMMM yyyy'", "5.9.2021", "September 2021"),
    ("format: 'yyyy'", "1943-04-14T15:00:00.000Z", "1943"),
    ("scale: 1000, 10000000", "100000", "500"),
    ("scale: 1925, 2021", "2021", "1000"), ("scale: 1, 10", "0", "0"),
    ("trim | lower | title | default: 'x'", " ABC ", "Abc"),
  ])
  func `a filter changes a text`(filter: String, input: String, wanted: String) throws {
    #expect(try title("{v | \(filter)}", ["v": .text(input)]) == wanted)
  }

  @Test(arguments: ["NA", "n/a", "\\N", "null", "None", "-", "--", "?", "NaN", " NA "])
  func `a mark that stands for no number is a missing one`(mark: String) throws {
    #expect(try title("{v | number | default: 'none'}", ["v": .text(mark)]) == "none")
  }

  @Test(arguments: [
    ("number", "1.234,56"), ("number", "1,23"), ("number", "12,34,567"), ("number", "1234,567"),
    ("number", "abc"),
    ("number", "$5"), ("number", "-x"), ("number", "1 2"), ("number", "12 x"),
    ("date: 'd.M.yyyy'", "2021-09-05"),
    ("format: 'yyyy'", "5.9.2021"), ("scale: 1, 10", "x"),
  ])
  func `a text that a filter cannot read makes a bad record`(filter: String, input: String) throws {
    let mapped = try text("{v | \(filter)}", ["v": .text(input)])
    #expect(mapped.code == .recordValue)
    #expect(mapped.message.contains("'v'"))
    #expect(!mapped.message.contains(input), "records stay out of messages")
  }

  @Test func `filters work on each element of a list`() throws {
    let record: Record = ["l": [" a ", "B", "  ", "a"]]
    #expect(try keywords("{l | trim}", record) == ["a", "B", "a"])
    #expect(try keywords("{l | trim | lower | unique}", record) == ["a", "b"])
    #expect(try keywords("{l | trim | first}", record) == ["a"])
    #expect(try keywords("{l | split: ' '}", ["l": ["a b", "c"]]) == ["a", "b", "c"])
    #expect(try keywords("{l | truncate: 1 | join: ''}", ["l": ["abc", "def"]]) == ["ad"])
  }

  // RA-17: of 15 tags, a limit of 10 leaves 10.
  @Test func `RA-17 a limit keeps exactly so many`() throws {
    let tags = (1...15).map { RecordValue.text("tag \($0)") }
    #expect(try keywords("{tags | limit: 10}", ["tags": .list(tags)])?.count == 10)
  }

  @Test func `a list of many equal and unequal elements is made unique in good time`() throws {
    let words = (0..<50_000).map { String($0 % 30_000) }.joined(separator: ",")
    #expect(try keywords("{v | split: ',' | unique}", ["v": .text(words)])?.count == 30_000)
  }

  @Test func `what would grow without end is refused`() throws {
    let longer = "replace: 'a', '" + String(repeating: "a", count: 1000) + "'"
    let input = RecordValue.text(String(repeating: "a", count: 300))
    #expect(try text("{v | \(longer) | \(longer)}", ["v": input]).code == .itemTooLarge)
    #expect(try title("{v | \(longer)}", ["v": input])?.count == 300_000)
  }

  @Test func `names that double each other are refused before they fill the memory`() throws {
    let names = (1...40).map { "  n\($0): \"{n\($0 - 1)}{n\($0 - 1)}\"" }.joined(separator: "\n")
    let mapped = try map(
      "let:\n  n0: \"{v}\"\n\(names)\nitem: { id: x, title: \"{n40}\" }", [["v": "x"]])
    #expect(mapped[0].code == .itemTooLarge)
  }
}
