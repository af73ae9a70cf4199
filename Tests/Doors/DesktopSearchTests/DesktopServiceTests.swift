#if Complete
  @testable import DesktopSearch
  import Footlight
  import FootlightPlatform
  import TestSupport
  import Testing

  @Suite(.enabled(if: PrivateBus.isAvailable, DesktopSession.needsBus))
  struct DesktopServiceTests {
    @Test func `both desktops get what the library finds, in its order`() throws {
      let session = try DesktopSession()
      var client = try session.client()
      for text in ["rule 12", "scope", "frcp 1", "elan", "zzzz", "fre -scope", "\"rule 3", "st"] {
        var options = SearchOptions(limit: 50)
        options.marksMatches = false
        var hits = try session.library.search(text, options: options).hits
        if text.utf8.count == 2 { hits.removeAll { $0.tier > .starts } }
        let words = text.split(separator: " ").map(String.init)
        let wanted = hits.map(\.address)
        let first = try client.ask("GetInitialResultSet", [.texts(words)])
        #expect(first.texts(0) == wanted, "\(text)")
        let next = try client.ask("GetSubsearchResultSet", [.texts(["gone:1"]), .texts(words)])
        #expect(next.texts(0) == wanted, "\(text)")
        let matches = try client.ask(
          "Match", [.text(text)], path: "/runner", interface: "org.kde.krunner1")
        #expect(matches.signature == "a(sssida{sv})")
      }
      #expect(try client.search("r").isEmpty)
    }

    @Test func `metas come in the number and order asked, known or not`() throws {
      let session = try DesktopSession()
      var searcher = DesktopSearcher(system: session.bus.system)
      searcher.open([session.library.workspace])
      let asked = [
        "law.rules:FRCP%2012", "nobody:1", "law.rules:FRCP%2012", "", "%", "law.rules:",
        "https://rules.example/FRE/3#text", "law.rules:FRE 3", "nobody:%ff", "a\nb",
      ]
      let metas = searcher.metas(asked)
      #expect(metas.map(\.id) == asked)
      #expect(metas[0].name == "FRCP 12: Scope of 12")
      #expect(metas[0].description == "About Scope of 12")
      #expect(metas[0] == metas[2])
      #expect(metas[6].name == asked[6], "an url is no identifier here")
      #expect(metas[7].name == "FRE 3: Scope of 3")
      #expect(metas[9].name == "a b")
      var client = try session.client()
      let answer = try client.ask("GetResultMetas", [.texts(asked)])
      #expect(answer.signature == "aa{sv}")
      #expect(try client.ask("GetResultMetas", [.texts([])]).signature == "aa{sv}")
    }

    @Test func `of a burst of queries all are answered, and the newest with all that is found`()
      throws
    {
      let session = try DesktopSession()
      var client = try session.client()
      let wanted = try client.search("rule", "1")
      #expect(wanted.count > 2)
      var numbers: [UInt64] = []
      for count in 0..<200 {
        let words = ["r", "ru", "rul", "rule", "rule 1"][count % 5]
        numbers.append(
          try client.bus.send(DesktopClient.call("GetInitialResultSet", [.texts([words])])))
      }
      var lists: [UInt64: [String]] = [:]
      let deadline = SystemServices.system.monotonic() + 60_000_000_000
      while lists.count < numbers.count, SystemServices.system.monotonic() < deadline {
        while let message = try client.bus.next() {
          if case .reply(let number) = message.kind { lists[number] = message.texts(0) }
        }
        try client.bus.wait(milliseconds: 100)
      }
      #expect(lists.count == 200)
      #expect(lists[numbers.last ?? 0] == wanted)
      for (place, number) in numbers.enumerated() where place % 5 == 4 {
        let list = try #require(lists[number])
        #expect(list.isEmpty || list == wanted, "an older one is answered whole or not at all")
      }
    }

    @Test func `a call of a wrong shape is refused by name`() throws {
      let session = try DesktopSession(starts: true)
      var client = try session.client()
      let path = DesktopClient.path
      let wrong: [(BusCall, String)] = [
        (call(path, "GetInitialResultSet", [.text("rule")]), "InvalidArgs"),
        (call(path, "GetInitialResultSet", []), "InvalidArgs"),
        (call(path, "GetInitialResultSet", [.list(of: "i", [.signed(1)])]), "InvalidArgs"),
        (call(path, "GetSubsearchResultSet", [.texts(["a"])]), "InvalidArgs"),
        (call(path, "ActivateResult", [.text("law.rules:FRE 1")]), "InvalidArgs"),
        (call(path, "getinitialresultset", [.texts(["a"])]), "UnknownMethod"),
        (call("/nowhere", "GetInitialResultSet", [.texts(["a"])]), "UnknownObject"),
        (call("/runner", "GetInitialResultSet", [.texts(["a"])]), "UnknownInterface"),
        (
          DesktopClient.call(
            "Get", [.text("a"), .text("b")], interface: "org.freedesktop.DBus.Properties"),
          "UnknownProperty"
        ),
      ]
      for (call, name) in wrong {
        let answer = try client.answer(to: client.bus.send(call))
        guard case .refusal(_, let said, _) = answer.kind else {
          Issue.record("\(call) was answered")
          continue
        }
        #expect(said == "org.freedesktop.DBus.Error." + name, "\(call)")
      }
      let told = try client.ask(
        "Introspect", [], interface: "org.freedesktop.DBus.Introspectable")
      #expect(told.text(0).contains("<method name=\"GetResultMetas\">"))
      let root = try client.ask(
        "Introspect", [], path: "/", interface: "org.freedesktop.DBus.Introspectable")
      #expect(root.text(0).contains("<node name=\"runner\"/>"))
      let all = try client.ask(
        "GetAll", [.text(DesktopClient.gnome)], interface: "org.freedesktop.DBus.Properties")
      #expect(all.signature == "a{sv}")
    }

    @Test func `what is larger than anybody needs is cut or refused, and the service lives on`()
      throws
    {
      let session = try DesktopSession()
      var client = try session.client()
      let texts = [
        Array(repeating: "rule", count: 20_000), [String(repeating: "x", count: 1 << 21)],
        Array(repeating: "\"(", count: 20_000), [String(repeating: "é🦊", count: 50_000)],
        Array(repeating: "", count: 20_000), ["nul\0within"], ["\u{FFFD}\u{202E}"],
      ]
      for words in texts {
        let answer = try client.ask("GetInitialResultSet", [.texts(words)])
        #expect(answer.signature == "as")
        let next = try client.ask("GetSubsearchResultSet", [.texts(words), .texts(["frcp 12"])])
        #expect(next.texts(0).first == "law.rules:FRCP%2012")
      }
      let known = try client.ask(
        "GetResultMetas", [.texts(Array(repeating: "law.rules:FRE 1", count: 2_000))])
      #expect(known.signature == "aa{sv}")
      let many = DesktopClient.call(
        "GetResultMetas", [.texts(Array(repeating: "a:1", count: 10_001))])
      let refused = try client.answer(to: client.bus.send(many))
      guard case .refusal(_, "org.freedesktop.DBus.Error.LimitsExceeded", _) = refused.kind else {
        Issue.record("\(refused.kind)")
        return
      }
      #expect(try client.search("frcp", "12").first == "law.rules:FRCP%2012")
    }

    @Test func `nobody asks, and it goes; its name is free then`() throws {
      let session = try DesktopSession(idle: 300)
      try eventually("it goes") { session.hasServed == true }
      let connection = try session.connect()
      let names = try connection.ask(.bus("ListNames"), milliseconds: 30_000).texts(0)
      #expect(!names.contains("io.github.footlight.Search"))
      session.start()
      var client = try session.client()
      #expect(try !client.search("scope").isEmpty)
      _ = try client.ask("Leave", [], interface: "io.github.footlight.Search")
      try eventually("it goes when it is told") { session.hasServed == true }
    }

    @Test func `where another one serves, a second one goes at once`() throws {
      let session = try DesktopSession()
      _ = try session.client()
      var settings = DesktopServiceSettings()
      settings.busAddress = session.bus.address
      let second = try DesktopService(settings, system: session.bus.system)
      #expect(try second.run() == false)
      #expect(session.hasServed == nil)
    }

    @Test func `of several workspaces all are searched, and of one identifier the first`() throws {
      let session = try DesktopSession()
      let other = try TemporaryFolder()
      for (name, text) in DesktopSession.rules {
        try other.write(
          "domains/\(name)", text.replacing("FRE,1,Scope of 1,", with: "ZZZ,9,Quokka of,"))
      }
      let library = try Library(workspace: other.path, system: session.bus.system)
      try library.sync()
      try InstalledWorkspaces(session.bus.system).add(library.workspace)
      var client = try session.client()
      #expect(try client.search("quokka") == ["law.rules:ZZZ%209"])
      let both = try client.search("frcp", "12")
      #expect(both.count == Set(both).count)
      let told = try client.ask("Workspaces", [], interface: "io.github.footlight.Search").texts(0)
      #expect(told == [session.library.workspace.folder, other.path])
      _ = try InstalledWorkspaces(session.bus.system).remove(other.path)
      #expect(try client.search("quokka").isEmpty)
    }

    @Test func `what is not for the desktop is neither found nor told`() throws {
      let records = "id,title,secret\n1,Quokka open,\n2,Quokka secret,yes\n"
      let session = try DesktopSession([
        "hidden.yaml":
          "domain: hidden\nversion: 1\ndesktop: false\nsource: { kind: csv, path: a.csv }\nitem: { id: \"{id}\", title: \"{title}\" }\n",
        "part.yaml":
          "domain: part\nversion: 1\nsource: { kind: csv, path: a.csv }\nitem: { id: \"{id}\", title: \"{title}\", private: \"{secret}\" }\n",
        "a.csv": records,
      ])
      #expect(try session.library.search("quokka").hits.count == 4)
      var client = try session.client()
      #expect(try client.search("quokka") == ["part:1"])
      var searcher = DesktopSearcher(system: session.bus.system)
      searcher.open([session.library.workspace])
      let asked = ["hidden:1", "part:2", "part:1"]
      #expect(searcher.metas(asked).map(\.name) == ["hidden:1", "part:2", "Quokka open"])
      #expect(throws: Failure.self) {
        try client.ask("ActivateResult", [.text("hidden:1"), .texts(["quokka"]), .number(0)])
      }
    }

    @Test func `without a workspace, or without an index, nothing is found`() throws {
      let session = try DesktopSession(installs: false)
      var client = try session.client()
      #expect(try client.search("scope").isEmpty)
      let empty = try TemporaryFolder()
      try FileOperations.system.createFolder(empty.path("domains"))
      try InstalledWorkspaces(session.bus.system).add(Workspace(folder: empty.path))
      #expect(try client.search("scope").isEmpty)
      let metas = try client.ask("GetResultMetas", [.texts(["law.rules:FRE 1"])])
      #expect(metas.signature == "aa{sv}")
    }

    private func call(_ path: String, _ member: String, _ values: [BusValue]) -> BusCall {
      DesktopClient.call(member, values, path: path)
    }
  }
#endif
