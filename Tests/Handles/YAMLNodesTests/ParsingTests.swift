import FileHandles
import FootlightPlatform
import Testing

struct ParsingTests {
  @Test func `a document becomes nodes in the order of the file`() throws {
    let document = try #require(
      YAMLNode.parse(
        """
        domain: law.rules   # a comment
        list: [1, "two", three]
        nested:
          z: 1
          a: {}
        text: |
          one
          two

        """, file: "f.yaml"
      ).first)
    #expect(document.pairs?.map(\.name) == ["domain", "list", "nested", "text"])
    #expect(document["list"]?.elements?.map(\.text) == ["1", "two", "three"])
    #expect(document["nested"]?.pairs?.map(\.name) == ["z", "a"])
    #expect(document["nested"]?["a"]?.pairs?.isEmpty == true)
    #expect(document["text"]?.text == "one\ntwo\n")
    #expect(document["text"]?.scalar?.style == .literal)
  }

  @Test func `several documents come apart and comments alone are none`() throws {
    #expect(try YAMLNode.parse("--- a\n--- b\n...\n", file: "f").map(\.text) == ["a", "b"])
    #expect(try YAMLNode.parse("# nothing\n\n", file: "f").isEmpty)
    #expect(try YAMLNode.parse("", file: "f").isEmpty)
    #expect(try YAMLNode.parse("---\n", file: "f").map(\.isNull) == [true])
  }

  @Test(arguments: [
    ("", YAMLMeaning.null), ("~", .null), ("null", .null), ("Null", .text), ("true", .yes),
    ("false", .no), ("yes", .text), ("no", .text), ("on", .text), ("True", .text), ("0", .number),
    ("-0", .number), ("12", .number), ("012", .text), ("+1", .text), ("1.5", .number),
    ("1.", .text), (".5", .text), ("1e3", .number), ("1E+03", .number), ("1e", .text),
    ("-", .text), ("1_000", .text), ("0x10", .text), ("12:30", .text), (".inf", .text),
    ("2021-09-01", .text), ("1.2.3", .text), ("<<", .text), ("-1.25e-7", .number),
  ])
  func `a plain scalar means little`(_ text: String, _ meaning: YAMLMeaning) {
    #expect(YAMLMeaning(plain: text) == meaning)
    #expect(YAMLScalar(text, style: .doubleQuoted).meaning == .text)
  }

  @Test func `a place counts lines from 1 and columns in bytes from 1`() throws {
    let text = "\u{FEFF}ä: {ü: x, 漢: y}\r\n# c\r\n  \r\nlast: z\n"
    let document = try #require(YAMLNode.parse(text, file: "dir/f.yaml").first)
    #expect(document.location.description == "dir/f.yaml:1:1")
    let inner = try #require(document["ä"]?.pairs)
    #expect(inner.map(\.key.location.column) == [6, 13])
    #expect(inner.map(\.value.location.column) == [10, 18])
    #expect(document["last"]?.location.description == "dir/f.yaml:4:7")
  }

  @Test func `a part of an arena keeps the lines of its file`() throws {
    let bytes = ByteArena("---\ntitle: A\ndraft: true\n---\nbody")
    let range = ByteRange(start: 4, count: 21)
    let document = try #require(
      YAMLNode.parse(bytes, range, file: "f.md", firstLine: 2).first)
    #expect(document["title"]?.text == "A")
    #expect(document["draft"]?.location.description == "f.md:3:8")
  }

  @Test func `a long list on one line is read in linear time`() throws {
    let elements = 40_000
    let text = "[" + String(repeating: "é, ", count: elements) + "]"
    let document = try #require(YAMLNode.parse(text, file: "f").first)
    #expect(document.elements?.count == elements)
    #expect(document.elements?.last?.location.column == 2 + 4 * (elements - 1))
  }
}
