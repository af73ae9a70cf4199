import FootlightPlatform
import Testing

/// A workspace from its first minute to a raised version.
struct MainJobTests {
  private static let declaration = """
    domain: things
    label: All Things
    version: 1
    source: { kind: csv, path: data/things.csv }
    item:
      id: "{id}"
      title: "{name}"
      description: "{note}"
      aliases: ["thing {id}"]
      url: "{url}"

    """

  private static let records = """
    id,name,note,url
    1,alpha,first letter,https://example.org/1
    a b,beta,second letter,javascript:alert(1)
    3,"gamma \u{1B}[31mred\u{1B}[0m \u{7}bell",third \u{202E}letter,

    """

  private func workspace() throws -> BuiltTool {
    let tool = try BuiltTool()
    try tool.write("domains/data/things.csv", Self.records)
    try tool.write("domains/things.yaml", Self.declaration)
    return tool
  }

  private func built() throws -> BuiltTool {
    let tool = try workspace()
    let run = try tool.run(["sync"])
    try #require(run.code == 0, "\(run.talk)")
    return tool
  }

  @Test func `a started workspace works at once`() throws {
    let tool = try BuiltTool()
    #expect(try tool.run(["init", "shelf"]).lines.count == 3)
    #expect(try tool.run(["check"], in: "shelf").code == 0)
    #expect(try tool.run(["sync"], in: "shelf").code == 0)
    #expect(
      try tool.run(["query", "--ids", "verne"], in: "shelf").output == "books:103\nbooks:164\n")
    #expect(try tool.run(["init", "a shelf's"]).talk.contains(#"cd 'a shelf'\''s' && "#))
    let again = try tool.run(["init", "shelf"])
    #expect(again.code == 2 && again.talk.contains("workspace.exists"))
  }

  @Test func `0 is found, 1 is not found, 2 is the caller's mistake`() throws {
    let tool = try built()
    #expect(try tool.run(["query", "alpha"]).code == 0)
    #expect(try tool.run(["query", "omega"]).code == 1)
    #expect(try tool.run(["query", "alpha", "--domain", "thing"]).code == 2)
    #expect(try tool.run(["show", "things:1"]).code == 0)
    #expect(try tool.run(["show", "things:9"]).code == 1)
    #expect(try tool.run(["rebuild", "nothing"]).code == 2)
  }

  @Test func `a search that nobody built for finds nothing and says why`() throws {
    let run = try workspace().run(["query", "alpha"])
    #expect(run.code == 1 && run.output.isEmpty && run.talk.contains("things"))
  }

  @Test func `people see title, domain, address, description and the alias that matched`() throws {
    let run = try built().run(["query", "thing", "1"])
    #expect(
      run.output == """
        alpha
          All Things  things:1
          = thing 1
          first letter

        """)
  }

  @Test func `a pipe gets titles whole, however long they are`() throws {
    let tool = try BuiltTool()
    let title = Array(repeating: "title", count: 60).joined(separator: " ")
    try tool.write("domains/data/things.csv", "id,name,note,url\n1,\(title),,\n")
    try tool.write("domains/things.yaml", Self.declaration)
    #expect(try tool.run(["sync"]).code == 0)
    #expect(try tool.run(["query", "title"]).lines.first == title[...])
  }

  @Test func `no character of data commands the terminal`() throws {
    let tool = try built()
    for arguments in [
      ["query", "gamma"], ["query", "gamma", "--json"], ["show", "things:3"],
      ["show", "things:3", "--json"], ["check"],
    ] {
      let run = try tool.run(arguments)
      #expect(run.code == 0 && run.output.contains("gamma"), "\(arguments)")
      for character in ["\u{1B}", "\u{7}", "\u{202E}"] {
        #expect(!(run.output + run.talk).contains(character), "\(arguments)")
      }
    }
    #expect(try tool.run(["query", "gamma"]).output.hasPrefix("gamma ␛[31mred␛[0m ␇bell\n"))
  }

  @Test func `colours come when they are asked for`() throws {
    let tool = try built()
    #expect(!(try tool.run(["query", "alpha"])).output.contains("\u{1B}"))
    let run = try tool.run(["query", "alpha", "--color", "always"])
    #expect(run.output.contains("\u{1B}[1;31malpha\u{1B}[0m"), "the words of the query stand out")
  }

  @Test func `an identifier printed by query is one that show reads`() throws {
    let tool = try built()
    let ids = try tool.run(["query", "--ids", "beta"])
    #expect(ids.output == "things:a%20b\n")
    for id in ["things:a%20b", "things:a b", "things:%61%20b"] {
      #expect(try tool.run(["show", id, "--json"]).output.contains(#""id":"a b""#))
    }
    #expect(
      try tool.run(["show", "https://example.org/1", "--json"]).output.contains(#""id":"1""#))
  }

  @Test func `closed standard streams are no failure and harm no file`() throws {
    let tool = try built()
    let path = try #require(BuiltTool.path)
    let line = "'\(path)' rebuild things <&- >&- 2>&- && '\(path)' query --ids alpha"
    let run = try tool.run(["-c", line], program: "/bin/sh")
    #expect(run.code == 0 && run.output == "things:1\n")
    #expect(try !tool.names(".footlight").isEmpty)
  }

  @Test func `a batch answers line by line from a file or a pipe`() throws {
    let tool = try built()
    try tool.write("queries.txt", "alph\nalph \nbeta")
    let run = try tool.run(["query", "--batch", "queries.txt", "--json"])
    #expect(run.code == 0 && run.lines.count == 3)
    #expect(run.lines[1].contains(#""query":"alph ""#) && run.lines[1].contains(#""hits":[]"#))
    let piped = try tool.run(["query", "--batch", "-", "--ids"], input: "omega\nalpha\n")
    #expect(piped.code == 0 && piped.output == "things:1\n")
    #expect(try tool.run(["query", "--batch", "-", "--ids"], input: "omega\n").code == 1)
    #expect(try tool.run(["query", "--batch", "missing.txt"]).code == 2)
  }

  @Test func `the workspace is found upward, by variable and by option, the option first`() throws {
    let tool = try built()
    let other = try BuiltTool()
    #expect(try tool.run(["query", "--ids", "alpha"], in: "domains/data").output == "things:1\n")
    let variable = ["FOOTLIGHT_WORKSPACE": tool.workspace]
    #expect(try other.run(["query", "--ids", "alpha"], environment: variable).code == 0)
    let run = try other.run(
      ["query", "--ids", "alpha", "--workspace", tool.workspace],
      environment: ["FOOTLIGHT_WORKSPACE": "/nowhere"])
    #expect(run.output == "things:1\n")
    let elsewhere = ["FOOTLIGHT_INDEX": other.workspace + "/index"]
    #expect(try tool.run(["query", "--ids", "alpha"], environment: elsewhere).code == 1)
  }

  @Test func `a raised version is built anew, and the decision says so`() throws {
    let tool = try built()
    #expect(try tool.run(["sync", "--json"]).output.contains(#""decision":"none""#))
    try tool.write(
      "domains/things.yaml", Self.declaration.replacing("version: 1", with: "version: 2"))
    let dry = try tool.run(["sync", "--json", "--dry-run"])
    #expect(dry.output.contains(#""decision":"rebuild""#) && dry.output.contains(#""version":1"#))
    #expect(try tool.run(["status"]).output.contains("1 → 2"))
    let run = try tool.run(["sync", "--json"])
    #expect(run.output.contains(#""decision":"rebuild""#) && run.output.contains(#""version":2"#))
  }

  @Test func `a removed domain is gone until the next sync, or for good`() throws {
    let tool = try built()
    let run = try tool.run(["remove", "things"])
    #expect(run.code == 0 && run.talk.contains("next sync"))
    #expect(try tool.run(["query", "alpha"]).code == 1)
    #expect(try tool.run(["sync"]).code == 0)
    #expect(try tool.run(["query", "alpha"]).code == 0)
    #expect(try tool.run(["remove", "things", "--declaration"]).code == 0)
    #expect(try tool.run(["domains"]).output.isEmpty)
  }

  @Test func `open prints the url, or hands it to the desktop without a shell`() throws {
    let tool = try built()
    #expect(try tool.run(["open", "--print", "things:1"]).output == "https://example.org/1\n")
    try tool.write("bin/xdg-open", "#!/bin/sh\nprintf '%s' \"$1\" >opened\n")
    try tool.makeExecutable("bin/xdg-open")
    let path = ["PATH": tool.workspace + "/bin"]
    #expect(try tool.run(["open", "things:1"], environment: path).code == 0)
    #expect(try tool.read("opened") == "https://example.org/1")
    let refused = try tool.run(["open", "things:a b"], environment: path)
    #expect(refused.code == 2 && refused.talk.contains("item.url-refused"))
    #expect(try tool.run(["open", "things:3"], environment: path).code == 2, "it has no url")
    #expect(try tool.run(["open", "things:9"], environment: path).code == 2, "unknown")
    #expect(try tool.run(["open", "things:1"], environment: ["PATH": "/nowhere"]).code == 3)
  }

  @Test func `an interrupted sync exits with 130 and leaves the index as it was`() throws {
    let tool = try built()
    let before = try tool.names(".footlight")
    var records = "id,name,note,url\n"
    for number in 0..<300_000 { records += "\(number),name \(number),a note to read,\n" }
    try tool.write("domains/data/things.csv", records)
    let run = try tool.run(["rebuild", "things"]) { process in
      // Half-built files show that the work has begun.
      var rounds = 0
      while try tool.names(".footlight") == before, rounds < 2_000 {
        try pause(milliseconds: 5)
        rounds += 1
      }
      process.send(signal: 2)
    }
    #expect(run.code == 130, "\(run.talk)")
    #expect(try tool.names(".footlight") == before)
    #expect(try tool.run(["query", "--ids", "alpha"]).output == "things:1\n")
  }

  private func pause(milliseconds: Int) throws {
    _ = try Subprocess("/bin/sleep", ["0.\(milliseconds < 10 ? "00" : "0")\(milliseconds)"]).run()
  }
}
