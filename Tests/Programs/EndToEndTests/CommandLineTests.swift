import Testing

/// What holds before any index exists.
struct CommandLineTests {
  @Test func `help and version go to standard output and succeed`() throws {
    let tool = try BuiltTool()
    for arguments in [["--help"], ["help"], ["query", "--help"], ["--version"]] {
      let run = try tool.run(arguments)
      #expect(run.code == 0 && !run.output.isEmpty && run.talk.isEmpty, "\(arguments)")
    }
  }

  @Test func `mistakes go to standard error and exit with 2`() throws {
    let tool = try BuiltTool()
    for (arguments, hint) in [
      (["qeury"], "'query'"), (["query", "a", "--limt", "3"], "'--limit'"), (["query"], "TEXT"),
      ([], "Usage"), (["show"], "ID"), (["sync", "--memory", "lots"], "256M"),
    ] {
      let run = try tool.run(arguments)
      #expect(run.code == 2 && run.output.isEmpty && run.talk.contains(hint), "\(arguments)")
    }
  }

  @Test func `a full disk behind standard output is the machine's fault`() throws {
    let tool = try BuiltTool()
    #expect(try tool.run(["--help"], output: "/dev/full").code == 3)
  }

  @Test func `a folder without domains is no workspace, and says how to start one`() throws {
    let tool = try BuiltTool()
    let run = try tool.run(["status", "--workspace", "/dev"])
    #expect(run.code == 2 && run.talk.contains("footlight init"))
  }

  @Test func `a reader that goes away is no failure`() throws {
    let tool = try BuiltTool()
    let path = try #require(BuiltTool.path)
    let line = "'\(path)' query --help | head -c 1; exit ${PIPESTATUS[0]}"
    let run = try tool.run(["-c", line], program: "/bin/bash")
    #expect(run.code == 0 && run.talk.isEmpty)
  }

  @Test func `another program of PATH is a command, with its arguments`() throws {
    let tool = try BuiltTool()
    try tool.write("bin/footlight-hello", "#!/bin/sh\nprintf '%s|' \"$@\"\nexit 5\n")
    try tool.makeExecutable("bin/footlight-hello")
    let path = ["PATH": "\(tool.workspace)/bin:/usr/bin:/bin"]
    let run = try tool.run(["hello", "--flag", "two words", ""], environment: path)
    #expect(run.code == 5 && run.output == "--flag|two words||", "\(run)")
    #expect(try tool.run(["hello"]).code == 2)
  }
}
