import FootlightPlatform
import TestSupport
import Testing

/// `verify`, `dump`, `compact` and `status --check`, as people and scripts call them.
struct InspectionTests {
  private func started() throws -> BuiltTool {
    let tool = try BuiltTool()
    try #require(try tool.run(["init", "."]).code == 0)
    try #require(try tool.run(["sync"]).code == 0)
    return tool
  }

  @Test func `verify prints what differs and exits with 1`() throws {
    let tool = try started()
    let well = try tool.run(["verify"])
    #expect(well.code == 0 && well.output.isEmpty && well.talk.contains("no differences"))
    let books = try tool.read("domains/data/books.csv").split(separator: "\n").filter {
      !$0.hasPrefix("11,")
    }
    try tool.write(
      "domains/data/books.csv",
      books.map { $0.hasPrefix("345,") ? "345,Drakula,,,,," : $0 }.joined(separator: "\n")
        + "\na b,New,,,,,\n")
    let run = try tool.run(["verify"])
    #expect(run.code == 1 && run.output == "books:11\nbooks:345\nbooks:a%20b\n")
    let json = try tool.run(["verify", "--json", "books"])
    #expect(
      json.output == """
        {"domain":"books","id":"11","difference":"surplus"}
        {"domain":"books","id":"345","difference":"different"}
        {"domain":"books","id":"a b","difference":"missing"}

        """)
    #expect(try tool.run(["verify", "bokks"]).code == 2)
  }

  @Test func `a dump is a jsonl source from which the same items come out`() throws {
    let tool = try started()
    let dump = try tool.run(["dump"])
    #expect(dump.code == 0 && dump.lines.count == 13)
    let shown = try tool.run(["show", "--json", "books:103"])
    #expect(dump.output.contains(shown.output))
    try tool.write("copy/domains/books.jsonl", dump.output)
    try tool.write(
      "copy/domains/books.yaml",
      """
      domain: books
      version: 1
      source: { kind: jsonl, path: books.jsonl }
      item:
        id: "{id}"
        title: "{title}"
        description: "{description}"
        body: "{body}"
        keywords: ["{keywords[]}"]
        aliases: ["{aliases[]}"]
        url: "{url}"
        attributes:
          author: "{attributes.author}"
          year: { value: "{attributes.year}", type: number }
        rank: "{rank}"
        expires: "{expires}"
      """)
    #expect(try tool.run(["sync"], in: "copy").code == 0)
    #expect(try tool.run(["dump"], in: "copy").output == dump.output)
  }

  @Test func `a dump into a pipe that is closed early is no failure`() throws {
    let tool = try started()
    let path = try #require(BuiltTool.path)
    let line = "'\(path)' dump | head -c 1; exit ${PIPESTATUS[0]}"
    let run = try tool.run(["-c", line], program: "/bin/bash")
    #expect(run.code == 0 && run.talk.isEmpty)
  }

  @Test func `a dump into SQLite overwrites nothing`() throws {
    let tool = try started()
    let run = try tool.run(["dump", "--sqlite", "books.db"])
    #expect(run.code == 0 && run.output.isEmpty && run.talk.contains("13 items"))
    let again = try tool.run(["dump", "--sqlite", "books.db"])
    #expect(again.code == 2 && again.talk.contains("dump.exists"))
  }

  @Test func `status --check says whether all is well, and what to do when it is not`() throws {
    let tool = try started()
    let well = try tool.run(["status", "--check"])
    #expect(well.code == 0 && well.talk.contains("all is well"))
    // What a build leaves that is killed before its first byte.
    try tool.write(".footlight/books.99.sqlite", "")
    try tool.write("domains/data/books.csv", "id,title\n1,One\n")
    let run = try tool.run(["status", "--check", "--json"])
    #expect(run.code == 1 && run.output.contains(#""findings":[{"code":"domain.stale""#))
    #expect(run.talk.contains("footlight compact") && run.talk.contains("footlight sync books"))
    let compact = try tool.run(["compact", "--json"])
    #expect(
      compact.output
        == #"{"domain":"books","segments":1,"deleted_files":1,"freed_bytes":0}"# + "\n")
  }
}
