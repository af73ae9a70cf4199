#if WebInterface
  import FootlightPlatform
  import Testing

  /// The server, started as people start it.
  struct ServeTests {
    @Test func `it prints one address when it answers, and ends whole when it is told to`() throws {
      let tool = try BuiltTool()
      try tool.write(
        "domains/notes.yaml",
        """
        domain: notes
        version: 1
        source: { kind: external }
        item: { id: "{id}", title: "{title}" }

        """)
      let said = Path.join(tool.workspace, "said")
      let run = try tool.run(["serve", "--port", "0"], output: said) { process in
        for _ in 0..<600 where try (FileStatus.of(said)?.size ?? 0) == 0 {
          World.system.sleep(50_000_000)
        }
        process.send(signal: 15)
      }
      #expect(run.code == 0 && run.talk.isEmpty, "\(run.talk)")
      let lines = try tool.read("said").split(separator: "\n")
      #expect(
        lines.count == 1 && lines[0].hasPrefix("http://127.0.0.1:") && lines[0].hasSuffix("/"))
    }

    @Test func `what cannot be served is told`() throws {
      let tool = try BuiltTool()
      try tool.write("domains/.keep", "")
      for (arguments, hint) in [
        (["--port", "70000"], "65535"), (["--address", "nowhere.invalid"], "IP address"),
        (["--base-url", "ftp://x/"], "http"), (["--cors", "nonsense"], "origin"),
        (["--address", "0.0.0.0", "--port", "0"], "key"),
      ] {
        let run = try tool.run(["serve"] + arguments)
        #expect(
          run.code == 2 && run.output.isEmpty && run.talk.contains(hint), "\(arguments) \(run)")
      }
    }

    @Test func `a key is printed once, listed without its secret, and revoked`() throws {
      let tool = try BuiltTool()
      try tool.write("domains/.keep", "")
      let made = try tool.run(["key", "create", "reader", "--action", "search"])
      let secret = try #require(made.lines.first)
      #expect(made.code == 0 && made.lines.count == 1 && secret.count >= 40)
      let listed = try tool.run(["key", "list"])
      #expect(listed.output.contains("reader") && !listed.output.contains(secret))
      #expect(try tool.run(["key", "create", "reader", "--action", "push"]).code == 2)
      #expect(try tool.run(["key", "create", "other"]).talk.contains("--action"))
      #expect(try tool.run(["key", "revoke", "reader"]).code == 0)
      #expect(try tool.run(["key", "revoke", "reader"]).code == 2)
    }
  }
#endif
