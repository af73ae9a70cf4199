import FootlightPlatform
import TestSupport
import Testing

@testable import DeclaredRecords

struct DocumentTests {
  private static let plan = FieldPlan("title", "body", "path", "folder", "name", "tags[]", "n.x")

  private func read(_ text: String, frontMatter: Bool = true) throws -> Seen {
    let folder = try TemporaryFolder()
    try folder.write("data/civil/rule-12.md", text)
    let source = FileSource(folder.selection("data/*/*.md"), .documents(frontMatter: frontMatter))
    return readAll(try source.open(DocumentTests.plan), slots: DocumentTests.plan.paths.count)
  }

  @Test func `front matter becomes fields, the text is the body, and the file names itself`() throws
  {
    let seen = try read(
      "---\ntitle: \"A: b\"\ntags: [x, 2]\nn: { x: ~ }\n---\n\n# Text\n\nEnd.  \n\n")
    #expect(
      seen.values == [
        [
          ["\"A: b\""], ["\"# Text\n\nEnd.\""], ["\"data/civil/rule-12.md\""], ["\"civil\""],
          ["\"rule-12\""], ["\"x\"", "number 2"], ["null"],
        ]
      ])
  }

  @Test func `plain scalars are typed by a small set of rules`() throws {
    for (written, value) in [
      ("no", "\"no\""), ("true", "yes"), ("012", "\"012\""), ("1e3", "number 1e3"), ("~", "null"),
      ("'12'", "\"12\""), ("2021-09-01", "\"2021-09-01\""), ("", "null"), ("[a]", "[\"a\"]"),
    ] {
      #expect(try read("---\ntitle: \(written)\n---\n").values.first?[0] == [value])
    }
  }

  @Test func `a file without front matter is all body`() throws {
    for text in ["# Title\n---\n", "--- x\n", "---\nno end\n", "----\n", ""] {
      let body = text.hasSuffix("\n") ? String(text.dropLast()) : text
      #expect(try read(text).values.first?[1] == ["\"\(body)\""], "\(text)")
    }
  }

  @Test func `line ends may be CRLF, a byte order mark may lead, and dots may close`() throws {
    let seen = try read("\u{FEFF}---\r\ntitle: x\r\n...\r\nText\r\n")
    #expect(seen.values.first?[0] == ["\"x\""] && seen.values.first?[1] == ["\"Text\""])
  }

  @Test func `the file's own names win over front matter`() throws {
    let seen = try read("---\nname: other\nbody: other\npath: other\nfolder: other\n---\nText")
    #expect(
      seen.values.first?[1...4].flatMap { $0 } == [
        "\"Text\"", "\"data/civil/rule-12.md\"", "\"civil\"", "\"rule-12\"",
      ])
  }

  @Test func `one file that cannot be read is one bad record beside the others`() throws {
    let folder = try TemporaryFolder()
    let whole = Packed.gzip(Array(String(repeating: "Text with words. ", count: 500).utf8))
    try folder.write("a.md", "one")
    try folder.write("b.md.gz", bytes: whole.dropLast(9))
    try folder.write("c.md", "three")
    let files = try folder.selection("*.md*").files()
    let broken = try DocumentReader(
      files, DocumentTests.plan, readsFrontMatter: true, rootName: "")
    let seen = readAll(broken, slots: DocumentTests.plan.paths.count)
    #expect(seen.failure == nil)
    #expect(seen.values.map { $0[1] } == [["\"one\""], ["\"three\""]])
    #expect(seen.problems.map { $0.location?.file } == ["b.md.gz"])
  }

  @Test func `of a folder of JSON, one file that cannot be read ends the read`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.json", "{\"n\": 1}")
    try folder.write("b.json.gz", bytes: Packed.gzip(Array("{\"n\": 2}".utf8)).dropLast(9))
    let source = FileSource(folder.selection("*.json*"), .array(path: []))
    let seen = readAll(try source.open(FieldPlan("n")), slots: 1)
    #expect(seen.failure?.diagnostics.first?.location?.file.hasSuffix("b.json.gz") == true)
  }

  @Test func `a file that nobody may read is one bad record`() throws {
    // The superuser may read everything.
    guard getuid() != 0 else { return }
    let folder = try TemporaryFolder()
    try folder.write("a.md", "one")
    _ = unsafe chmod(try folder.write("b.md", "two"), 0)
    let source = FileSource(folder.selection("*.md"), .documents(frontMatter: true))
    let seen = readAll(try source.open(DocumentTests.plan), slots: DocumentTests.plan.paths.count)
    #expect(seen.failure == nil && seen.records.count == 1)
    #expect(seen.problems.map(\.code) == [.fileForbidden])
  }

  @Test func `the kind text reads no front matter`() throws {
    let seen = try read("---\ntitle: x\n---\n", frontMatter: false)
    #expect(seen.values.first?[0] == [] && seen.values.first?[1] == ["\"---\ntitle: x\n---\""])
  }

  @Test func `a mistake in the front matter is a bad record with its line`() throws {
    let seen = try read("---\ntitle: x\ntags: [a\n---\nText")
    #expect(seen.records.isEmpty && seen.problems.count == 1)
    #expect(seen.problems.first?.location?.line == 3 || seen.problems.first?.location?.line == 4)
    #expect(seen.problems.first?.location?.file == "data/civil/rule-12.md")
    #expect(try read("---\n- a\n---\n").problems.count == 1)
  }

  @Test func `front matter in TOML has its numbers and dates, and refuses what TOML refuses`()
    throws
  {
    for (written, value) in [
      ("7", "number 7"), ("-1_000", "number -1000"), ("0x1F", "number 31"), ("0.5", "number 0.5"),
      ("inf", "null"), ("-nan", "null"), ("07:32:00", "\"07:32:00\""),
      ("2021-09-01", "\"2021-09-01\""),
    ] {
      #expect(try read("+++\ntitle = \(written)\n+++\n").values.first?[0] == [value], "\(written)")
    }
    for written in [
      "title = 007", "title = -01.5", "title = infinity", "title = 0x1p3", "title = 1\ntitle = 2",
      "title = { a = 1, a = 2 }", "a.b = 1\na.b = 2",
    ] {
      let seen = try read("+++\n\(written)\n+++\n")
      #expect(seen.records.isEmpty && seen.problems.count == 1, "\(written)")
    }
  }

  @Test func `a file that is not text is a bad record with the place of the first wrong byte`()
    throws
  {
    #expect(try read("a\nb\0").places == ["2:2"])
    let folder = try TemporaryFolder()
    try folder.write("a.md", bytes: [0x61, 0x0A, 0xC3, 0x28])
    let seen = readAll(
      try FileSource(folder.selection("*.md"), .documents(frontMatter: true)).open(
        FieldPlan("body")),
      slots: 1)
    #expect(seen.problems.map(\.code) == [.recordEncoding] && seen.places == ["2:1"])
  }

  @Test func `files are records in the byte order of their paths, and a giant one is left out`()
    throws
  {
    let folder = try TemporaryFolder()
    for name in ["b/1.md", "a/2.md", "a-b/3.md", "a/é.md", "a/Z.md"] {
      try folder.write(name, name)
    }
    try folder.write("a/giant.md", String(repeating: "x", count: 5000))
    let files = try folder.selection("**/*.md").files()
    let reader = try DocumentReader(
      files, FieldPlan("path", "folder"), readsFrontMatter: true,
      rootName: "root", blockSize: 16, fileLimit: 4096)
    let seen = readAll(reader, slots: 2)
    #expect(
      seen.values.map { $0[0][0] } == [
        "\"a-b/3.md\"", "\"a/2.md\"", "\"a/Z.md\"", "\"a/é.md\"", "\"b/1.md\"",
      ])
    #expect(seen.problems.map(\.code) == [.recordTooLong])
    #expect(seen.problems.first?.location?.file == "a/giant.md")
    #expect(reader.location(ofRecord: 6).file == "b/1.md")
  }

  @Test func `a file beside the declaration lies in the declaration's folder`() throws {
    let folder = try TemporaryFolder()
    try folder.write("note.txt", "x")
    let seen = readAll(
      try FileSource(folder.selection("note.txt"), .documents(frontMatter: false))
        .open(FieldPlan("folder")), slots: 1)
    #expect(seen.values == [[["\"\(Path.name(of: folder.path))\""]]])
  }
}
