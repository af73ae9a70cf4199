import FileHandles
import FootlightPlatform
import Testing

struct RemedyTests {
  @Test(arguments: [
    ("a:\n\tb: 1\n", "tabs"), ("a:\n  b: 1\n\tc: 2\n", "tabs"),
    ("id: {set} {rule}\n", "begins with {"), ("aliases:\n  - {set} {rule}\n", "begins with {"),
    ("title: Mission: Impossible\n", "“: ”"), ("title: @name\n", "quotes"),
    ("title: `name`\n", "quotes"), ("title: %name\n", "quotes"), ("title: *.md\n", "quotes"),
    ("title: &.md\n", "quotes"),
  ])
  func `a slip that declarations invite comes with its remedy`(_ text: String, _ part: String)
    throws
  {
    let failure = #expect(throws: Failure.self) { try YAMLNode.parse(text, file: "f") }
    let remedy = failure?.diagnostics.last?.remedy
    #expect(remedy?.contains(part) == true, "\(failure?.description ?? "")")
  }

  @Test func `a syntax error says where the broken part begins`() {
    let failure = #expect(throws: Failure.self) {
      try YAMLNode.parse("a: 1\nlist: [\n  1,\n  2\n\nb: 3\n", file: "f.yaml")
    }
    #expect(failure?.description.contains("that begins on line 2") == true)
  }
}
