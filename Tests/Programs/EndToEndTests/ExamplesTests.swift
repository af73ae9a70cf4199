import FootlightPlatform
import TestSupport
import Testing

/// The programs in `Examples/`, as the build has left them beside the tool.
struct ExamplesTests {
  private func program(_ name: String) throws -> String {
    let tool = try #require(BuiltTool.path)
    return Path.join(try #require(Path.parent(of: tool)), name)
  }

  @Test func `the library client indexes its own records and marks what it finds`() throws {
    let tool = try BuiltTool()
    let program = try program("BookshelfExample")
    let first = try tool.run(["--index", ".", "jules", "ver"], program: program)
    #expect(first.code == 0 && first.output.contains("shelf: build, 3 items"))
    #expect(first.output.contains("Around the World in Eighty Days"))
    let again = try tool.run(["--index", ".", "the wha"], program: program)
    #expect(again.output.contains("shelf: none, 3 items"))
    #expect(again.output.contains("2  Moby-Dick") && again.output.contains("= The Whale"))
    let title = try tool.run(["--index", ".", "moby"], program: program)
    #expect(title.output.contains("[Moby]-Dick"))
    #expect(try tool.run(["--index", ".", "zzz"], program: program).code == 1)
  }

  @Test func `a kind of source of a program is declared like a built-in one`() throws {
    let tool = try BuiltTool()
    let program = try program("CalendarExample")
    let root = (0..<4).reduce(#filePath) { path, _ in Path.parent(of: path) ?? "" }
    for name in ["meetings.yaml", "meetings.ics"] {
      let bytes = try File.readWhole(Path.join(root, "Examples/Calendar/domains/\(name)"))
      try tool.write("domains/\(name)", bytes.text(bytes.all))
    }
    let found = try tool.run([".", "stand"], program: program)
    #expect(
      found.output == "meetings:1@example.org  Daily standup  2026-01-05T09:15:00Z\n", "\(found)")
    let folded = try tool.run([".", "what", "is", "in", "the", "way"], program: program)
    #expect(folded.output.hasPrefix("meetings:1@"))
    #expect(try tool.run([".", "zzz"], program: program).code == 1)
    try tool.write(
      "domains/meetings.yaml", "domain: meetings\nversion: 1\nsource: { kind: ical }\n")
    let broken = try tool.run([".", "stand"], program: program)
    #expect(broken.code == 2 && broken.output.contains("icalendar"), "\(broken)")
  }
}
