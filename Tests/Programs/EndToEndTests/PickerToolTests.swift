import FootlightPlatform
import TestSupport
import Testing

/// The built tool at a terminal, as a person sits at it.
struct PickerToolTests {
  private func workspace() throws -> BuiltTool {
    let tool = try BuiltTool()
    try tool.write(
      "domains/data/rules.csv",
      "id,title\n12,Defenses and objections\n13,Counterclaims\n14,Third parties\n")
    try tool.write(
      "domains/rules.yaml",
      """
      domain: rules
      label: Federal Rules
      version: 1
      source: { kind: csv, path: data/rules.csv }
      item:
        id: "rule {id}"
        title: "{title}"
        aliases: ["Rule {id}"]
        url: "https://rules.example/{id}"
      """)
    #expect(try tool.run(["sync"]).code == 0)
    try tool.write("bin/xdg-open", "#!/bin/sh\nprintf '%s\\n' \"$@\" >> opened\n")
    try tool.makeExecutable("bin/xdg-open")
    return tool
  }

  private func session(
    _ tool: BuiltTool, _ arguments: [String], environment: [String: String] = [:],
    output: String? = nil
  ) throws -> TerminalSession {
    let path = try #require(BuiltTool.path)
    let variables = ["PATH": "\(tool.workspace)/bin:/usr/bin:/bin"].merging(environment) { $1 }
    return try TerminalSession(
      path, arguments, in: tool.workspace, environment: variables, output: output)
  }

  @Test func `the tool alone on a terminal searches at every key, and Enter opens`() throws {
    let tool = try workspace()
    var session = try session(tool, [])
    try session.wait("the start") {
      $0.isAlternate && $0.lines.joined().contains("3 items in 1 domain")
    }
    try session.press("rule 1")
    try session.wait("three hits") { $0.lines[0].hasSuffix("3 hits") }
    try session.press("3")
    try session.wait("one hit") {
      $0.lines[0].hasPrefix("> rule 13 ") && $0.lines[0].hasSuffix(" 1 hit")
    }
    #expect(session.screen.lines[2].hasPrefix("> Counterclaims"))
    #expect(session.screen.lines[3].hasPrefix("    = Rule 13"))
    try session.press("\r")
    #expect(try session.end() == 0)
    #expect(!session.screen.isAlternate && session.screen.unknown.isEmpty)
    #expect(try tool.read("opened") == "https://rules.example/13\n")
    // It is a visit for what was typed, and for the beginnings of that.
    #expect(try tool.run(["history", "--json"]).output.contains("\"rule 13\""))
    #expect(try tool.run(["query", "--ids", "rule 1"]).lines.first == "rules:rule%2013")
  }

  @Test func `before anything is typed there is what was used last`() throws {
    let tool = try workspace()
    #expect(try tool.run(["visit", "rules:rule 14"]).code == 0)
    var session = try session(tool, ["pick", "--print"], output: "\(tool.workspace)/picked")
    try session.wait("what was used") {
      $0.lines[0].hasSuffix("used lately") && $0.lines[2].hasPrefix("> Third parties")
    }
    try session.press("\r")
    #expect(try session.end() == 0)
    #expect(try tool.read("picked") == "rules:rule%2014\n")
  }

  @Test func `what is picked is printed for a script, and nothing else`() throws {
    let tool = try workspace()
    for (arguments, printed) in [
      (["pick", "--print", "third"], "rules:rule%2014\n"),
      (["pick", "--format", "{url}", "third"], "https://rules.example/14\n"),
    ] {
      let output = "\(tool.workspace)/picked"
      var session = try session(tool, arguments, output: output)
      try session.wait("the hit") { $0.lines[2].hasPrefix("> Third parties") }
      try session.press("\r")
      #expect(try session.end() == 0)
      #expect(try tool.read("picked") == printed)
    }
  }

  @Test func `who leaves picks nothing, and finds the screen as it was`() throws {
    let tool = try workspace()
    for keys in ["\u{3}", "\u{1B}"] {
      var session = try session(
        tool, ["pick", "--print", "rule"], output: "\(tool.workspace)/picked")
      try session.wait("hits") { $0.lines[0].hasSuffix("3 hits") }
      try session.press(keys)
      #expect(try session.end() == 130)
      #expect(!session.screen.isAlternate && session.screen.showsCursor)
      #expect(try tool.read("picked") == "")
    }
    var session = try session(tool, ["pick", "rule"])
    try session.wait("hits") { $0.lines[0].hasSuffix("3 hits") }
    session.send(signal: 15)
    #expect(try session.end() == 130)
    #expect(!session.screen.isAlternate)
  }

  @Test func `another size is drawn at once`() throws {
    let tool = try workspace()
    var session = try session(tool, ["pick", "rule"])
    try session.wait("hits") { $0.lines[0].hasSuffix("3 hits") }
    session.resize(TerminalSize(columns: 40, rows: 12))
    try session.wait("a line of 40 columns") { $0.lines[1] == String(repeating: "─", count: 40) }
    try session.wait("its last row") { $0.lines[11].hasPrefix("Enter open") }
    try session.press("\u{3}")
    #expect(try session.end() == 130)
  }

  @Test func `pasted text is one query`() throws {
    let tool = try workspace()
    var session = try session(tool, ["pick"])
    try session.wait("the start") { $0.lines.joined().contains("3 items") }
    try session.press("\u{1B}[200~third\nparties\u{1B}[201~")
    try session.wait("the hit") {
      $0.lines[0].hasPrefix("> third parties") && $0.lines[0].hasSuffix("1 hit")
    }
    try session.press("\u{3}")
    #expect(try session.end() == 130)
  }

  @Test func `NO_COLOR leaves weight and inversion alone`() throws {
    let tool = try workspace()
    var session = try session(tool, ["pick", "rule"], environment: ["NO_COLOR": "1"])
    try session.wait("hits") { $0.lines[0].hasSuffix("3 hits") }
    for look in session.screen.cells.joined().map(\.look) {
      #expect(look.split(separator: ";").allSatisfy { ["1", "2", "4", "7"].contains($0) })
    }
    try session.press("\u{3}")
    #expect(try session.end() == 130)
  }

  @Test func `a dumb terminal and none at all are told`() throws {
    let tool = try workspace()
    for arguments in [["pick", "rule"], []] {
      var session = try session(tool, arguments, environment: ["TERM": "dumb"])
      #expect(try session.end() == 2)
      let said = String(decoding: session.sent, as: UTF8.self)
      #expect(
        said.contains("'dumb'") && said.contains("footlight query") && !said.contains("\u{1B}"))
    }
    let run = try tool.run(["pick", "rule"], environment: ["TERM": "xterm"])
    #expect(run.code == 2 && run.talk.contains("pick.no-terminal"))
    #expect(try tool.run([]).talk.contains("Usage"))
  }

  @Test func `without a workspace the tool alone prints its help`() throws {
    let folder = try TemporaryFolder()
    let path = try #require(BuiltTool.path)
    var session = try TerminalSession(path, [], in: folder.path, environment: [:])
    #expect(try session.end() == 2)
    #expect(String(decoding: session.sent, as: UTF8.self).contains("Usage"))
  }

  @Test func `a key puts what is picked into the command line of the shell`() throws {
    let tool = try workspace()
    let source = Path.join(
      (0..<4).reduce(#filePath) { path, _ in Path.parent(of: path) ?? "" }, "Shell")
    let path = try #require(BuiltTool.path)
    let folder = try #require(Path.parent(of: path))
    let environment = ["PATH": "\(folder):/usr/bin:/bin", "PS1": "$ ", "INPUTRC": "/dev/null"]
    for (shell, arguments) in [
      ("/bin/bash", ["--norc", "--noprofile", "-i"]), ("/usr/bin/zsh", ["-f", "-i"]),
    ] where (try? FileStatus.of(shell)) != nil {
      let name = Path.name(of: shell)
      var session = try TerminalSession(
        shell, arguments, in: tool.workspace, environment: environment)
      try session.press("source \(source)/pick.\(name); echo rea''dy\r")
      try session.waitForText("ready")
      try session.press("echo ,\u{18}f")
      try session.waitForText("type to search")
      try session.press("third")
      try session.waitForText("Third parties")
      try session.press("\r")
      try session.waitForText(",rules:rule%2014")
      try session.press(",; exit\r")
      _ = try session.end()
      #expect(session.text.contains("\n,rules:rule%2014,"), "\(name)")
    }
  }
}
