import FileHandles
import FootlightPlatform
import TestSupport
import Testing

@testable import DeclaredRecords

/// Records of YAML files.
struct YAMLTests {
  private func read(_ text: String, _ paths: String..., at path: [String] = []) throws -> Seen {
    let plan = FieldPlan(paths.map { FieldPath($0) ?? FieldPath([.key($0)]) })
    return try RecordsTests.read(text, as: .yaml(path: path), plan)
  }

  @Test func `the elements of a list are records, and scalars mean what JSON would mean`() throws {
    let seen = try read(
      """
      - { id: 1, code: 012, on: yes, rate: 1e3, tags: [a, "2"] }
      - id: "1"
        on: true
        code: ~
        text: |
          two
          lines
      """, "id", "code", "on", "rate", "tags[]", "text")
    #expect(
      seen.values == [
        [["number 1"], ["\"012\""], ["\"yes\""], ["number 1e3"], ["\"a\"", "\"2\""], []],
        [["\"1\""], ["null"], ["yes"], [], [], ["\"two\nlines\""]],
      ])
  }

  @Test func `every document that is a mapping is a record, empty ones are none`() throws {
    let seen = try read("---\na: 1\n---\n---\na: 2\n...\n---\n- a: 3\n- a: 4\n", "a")
    #expect(seen.values == [[["number 1"]], [["number 2"]], [["number 3"]], [["number 4"]]])
  }

  @Test func `records may lie under keys`() throws {
    let text =
      "other: [1, { x: 2 }]\ndata:\n  note: hi\n  items:\n    - a: 1\n    - a: 2\n  more: 3\n"
    let seen = try read(text, "a", at: ["data", "items"])
    #expect(seen.values == [[["number 1"]], [["number 2"]]])
    for (path, code) in [
      (["data", "itms"], DiagnosticCode.yamlSyntax), (["other"], .recordUnreadable),
      (["data", "note"], .yamlSyntax), (["data", "more", "x"], .yamlSyntax),
    ] {
      let seen = try read(text, "a", at: path)
      let told = (seen.failure?.diagnostics ?? []) + seen.problems
      #expect(told.first?.code == code)
      #expect(told.allSatisfy { $0.remedy != nil && $0.location?.line != nil })
    }
  }

  @Test func `a mistake in one of the lists under keys costs the record in whose lines it stands`()
    throws
  {
    let plan = FieldPlan([FieldPath([.key("name")])])
    let seen = try RecordsTests.read(
      """
      A:
        - name: One
        - name: Two
          name: Again
        - name: Three
      B:
        - name: Four
      """, as: .yaml(path: [], takesMappings: true, areGrouped: true), plan)
    #expect(seen.values == [[["\"One\""]], [["\"Three\""]], [["\"Four\""]]])
    #expect(seen.problems.map(\.code) == [.yamlDuplicateKey])
  }

  @Test func `what YAML hides makes one record bad, with its place`() throws {
    let seen = try read(
      "- a: &x 1\n- a: *x\n- a: !!str 2\n- a: 1\n  a: 2\n- ? [b]\n  : 1\n- just text\n- a: 7\n", "a"
    )
    #expect(seen.values == [[["number 7"]]])
    #expect(
      seen.problems.map(\.code) == [
        .yamlAnchor, .yamlAnchor, .yamlTag, .yamlDuplicateKey, .yamlKeyNotScalar,
        .recordUnreadable,
      ])
    #expect(seen.places == ["1:6", "2:6", "3:6", "5:3", "6:5", "8:3"])
    #expect(seen.problems.allSatisfy { $0.remedy != nil })
    #expect(seen.records.map(\.number) == [7])
  }

  @Test(arguments: [
    "- a: [1", "- a: 1\n b: 2\n", "a: b: c", "\t- a: 1", "%TAG ! x\n---\na: 1\n",
    "- a: \u{1}", "&x\n- a: 1\n", "--- !t\n- a: 1\n", "{",
  ])
  func `what is no YAML ends the file with a place`(text: String) throws {
    let seen = try read(text, "a")
    #expect(seen.failure?.diagnostics.first?.location?.line != nil)
    #expect(seen.failure?.diagnostics.first?.code.side == .caller)
  }

  @Test func `a record that is too deep or too large is refused, and so is a giant file`() throws {
    let deep = "- a: " + String(repeating: "[", count: 100_000)
    #expect(try read(deep, "a").failure?.diagnostics.first?.code == .yamlTooLarge)
    let wide = "- a: [" + String(repeating: "1,", count: 100_001) + "]"
    #expect(try read(wide, "a").failure?.diagnostics.first?.code == .yamlTooLarge)
    let folder = try TemporaryFolder()
    try folder.write("file", "- a: 1\n")
    let reader = try YAMLReader(
      folder.selection("file").files(), FieldPlan("a"), path: [], fileLimit: 5)
    #expect(readAll(reader, slots: 1).failure?.diagnostics.first?.code == .fileTooLarge)
  }

  @Test func `a long list takes several batches, and every record knows its line`() throws {
    let folder = try TemporaryFolder()
    let text = (1...60_000).map { "- a: record number \($0) of the list\n" }.joined()
    try folder.write("a.yaml", text)
    try folder.write("b.yaml", "# a comment\n\n- a: last\n")
    let source = FileSource(folder.selection("*.yaml"), .yaml(path: []))
    let reader = try source.open(FieldPlan("a"))
    let seen = readAll(reader, slots: 1)
    #expect(seen.records.count == 60_001 && seen.failure == nil)
    #expect(reader.location(ofRecord: 59_999) == SourceLocation(file: "a.yaml", line: 59_999))
    #expect(reader.location(ofRecord: 60_001) == SourceLocation(file: "b.yaml", line: 3))
  }
}
