#if Complete
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
          SystemServices.system.sleep(50_000_000)
        }
        process.send(signal: 15)
      }
      #expect(run.code == 0 && run.talk.isEmpty, "\(run.talk)")
      let lines = try tool.read("said").split(separator: "\n")
      #expect(
        lines.count == 1 && lines[0].hasPrefix("http://127.0.0.1:") && lines[0].hasSuffix("/"))
    }

    @Test(.enabled(if: Subprocess.find("python3", path: "/usr/bin:/bin") != nil))
    func `the client for Python pushes, searches, exports and tells what is wrong`() throws {
      let tool = try BuiltTool()
      try tool.write(
        "domains/notes.yaml",
        """
        domain: notes
        version: 1
        source: { kind: external }
        item: { id: "{id}", title: "{title}" }

        """)
      try tool.write(
        "trial.py",
        """
        import sys
        sys.path.insert(0, sys.argv[3])
        from footlight_client import Footlight, FootlightError
        footlight = Footlight(sys.argv[1], key=sys.argv[2])
        footlight.push("notes", [{"id": f"n/{i}", "title": f"Lantern {i}"} for i in range(25)], batch="b", state="s1")
        assert footlight.batch_state("notes", "b") == "s1" and footlight.batch_state("notes", "c") is None
        assert footlight.search("lantern ", limit=3)["total"] == 25
        assert footlight.item("notes", "n/7")["title"] == "Lantern 7"
        assert len(list(footlight.items("notes", limit=10))) == 25
        many = footlight.search_many(["lantern ", {"q": "x", "limit": "many"}])
        assert many[0]["total"] == 25 and many[1]["error"]["place"] == "queries[1].limit"
        footlight.delete("notes", "n/1", "n/2")
        assert footlight.domain("notes")["items"] == 23
        try:
            footlight.search("x", limt=3)
        except FootlightError as error:
            assert error.status == 400 and "limit" in error.remedy
        else:
            raise AssertionError("a wrong parameter was taken")
        print("fine")

        """)
      let key = try #require(
        try tool.run(["key", "create", "all", "--action", "search", "--action", "push"]).lines.first
      )
      let root = try #require(Path.parent(of: #filePath))
      let clients = Path.normalized(Path.join(root, "../../../Clients"))
      let said = Path.join(tool.workspace, "said")
      var code: Int32 = -1
      _ = try tool.run(["serve", "--port", "0"], output: said) { process in
        for _ in 0..<600 where try (FileStatus.of(said)?.size ?? 0) == 0 {
          SystemServices.system.sleep(50_000_000)
        }
        let address = try tool.read("said").split(separator: "\n").first.map(String.init) ?? ""
        let arguments = [Path.join(tool.workspace, "trial.py"), address, String(key), clients]
        let python = Subprocess.find("python3", path: "/usr/bin:/bin") ?? ""
        code = try Subprocess(python, arguments).run()
        process.send(signal: 15)
      }
      #expect(code == 0)
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
