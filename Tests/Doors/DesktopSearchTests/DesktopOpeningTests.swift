#if Complete
  @testable import DesktopSearch
  import Footlight
  import FootlightPlatform
  import TestSupport
  import Testing

  @Suite(.enabled(if: PrivateBus.isAvailable, DesktopSession.needsBus))
  struct DesktopOpeningTests {
    @Test func `without a portal a result is opened by xdg-open, once (RA-18)`() throws {
      let session = try DesktopSession(programs: ["xdg-open", "gio"])
      var client = try session.client()
      _ = try activate("law.rules:FRCP%2012", &client)
      let first = "xdg-open https://rules.example/FRCP/12#text"
      try eventually("it is opened") { session.bus.started == [first] }
      _ = try client.ask(
        "Run", [.text("law.rules:FRE%203"), .text("")], path: "/runner",
        interface: "org.kde.krunner1")
      let second = "xdg-open https://rules.example/FRE/3#text"
      try eventually("it is opened") { session.bus.started == [first, second] }
    }

    @Test func `what is unknown, or has no address that is opened, is refused`() throws {
      let session = try DesktopSession(programs: ["xdg-open"])
      var client = try session.client()
      for id in [
        "law.rules:FRCP%20999", "nobody:1", "", "frcp 12", "law.rules:FRAP 1",
        "law.rules:FRAP 2", "https://rules.example/FRE/3#text",
      ] {
        #expect(throws: Failure.self, "\(id)") { try activate(id, &client) }
      }
      _ = try activate("law.rules:FRE 4", &client)
      let opened = ["xdg-open https://rules.example/FRE/4#text"]
      try eventually("it is opened") { session.bus.started == opened }
    }

    @Test func `a portal opens where there is one, and xdg-open where it refuses`() throws {
      let session = try DesktopSession(programs: ["xdg-open"])
      var portal = try session.connect()
      #expect(try portal.takeName("org.freedesktop.portal.Desktop"))
      var client = try session.client()
      _ = try activate("law.rules:FRE 5", &client)
      let first = try asked(&portal)
      #expect(first.interface == "org.freedesktop.portal.OpenURI")
      #expect(first.text(1) == "https://rules.example/FRE/5#text")
      try portal.reply(to: first, [.path("/org/freedesktop/portal/desktop/request/1/t")])
      _ = try client.ask(
        "SetActivationToken", [.text("token")], path: "/runner", interface: "org.kde.krunner1")
      _ = try activate("law.rules:FRE 6", &client)
      try portal.refuse(asked(&portal), "org.freedesktop.DBus.Error.Failed", "not today")
      let opened = ["xdg-open https://rules.example/FRE/6#text"]
      try eventually("it is opened") { session.bus.started == opened }
    }

    @Test
    func
      `all results are shown by the picker in a terminal; no shell reads the words (TB-11, RA-19)`()
      throws
    {
      let session = try DesktopSession(programs: ["konsole", "xterm"])
      var client = try session.client()
      let folder = session.library.workspace.folder
      for words in [["scope"], ["a'b\"c; touch x", "$(x)"], ["-n", "5"], []] {
        _ = try client.ask("LaunchSearch", [.texts(words), .number(0)])
        let text = words.isEmpty ? "" : " -- " + words.joined(separator: " ")
        let wanted =
          "konsole -e /opt/footlight pick --workspace \(folder) --index \(folder)/.footlight\(text)"
        // It may be seen half written.
        try eventually("the terminal starts") { session.bus.started.last == wanted }
      }
      #expect(session.bus.started.count == 4)
    }

    @Test func `where the page is served, all results are shown there`() throws {
      let session = try DesktopSession(programs: ["xdg-open", "xterm"])
      var client = try session.client()
      let page = try ServedPage.tell(
        "http://localhost:8420/", of: session.library.workspace.folder, session.bus.system)
      _ = try client.ask("LaunchSearch", [.texts(["a'b&", "é"]), .number(0)])
      let opened = ["xdg-open http://localhost:8420/?q=a%27b%26%20%C3%A9"]
      try eventually("it is opened") { session.bus.started == opened }
      _ = consume page
      _ = try client.ask("LaunchSearch", [.texts(["scope"]), .number(0)])
      try eventually("the terminal starts") {
        session.bus.started.last?.hasPrefix("xterm -e /opt/footlight pick") == true
      }
    }

    @Test func `what is opened is recorded, for what was asked (MA-8)`() throws {
      let session = try DesktopSession(programs: ["xdg-open"])
      var client = try session.client()
      #expect(try client.search("scope").first != "law.rules:FRE%2030")
      _ = try activate("law.rules:FRE%2030", &client)
      try eventually("it comes first again") {
        try client.search("scope").first == "law.rules:FRE%2030"
      }
      #expect(try session.library.history().map(\.id) == ["FRE 30"])
    }

    @Test func `without a terminal a launch is refused`() throws {
      let session = try DesktopSession()
      var client = try session.client()
      #expect(throws: Failure.self) {
        try client.ask("LaunchSearch", [.texts(["scope"]), .number(0)])
      }
    }

    private func activate(_ id: String, _ client: inout DesktopClient) throws -> BusMessage {
      try client.ask("ActivateResult", [.text(id), .texts(["scope"]), .number(0)])
    }

    /// The next call that somebody makes of the portal.
    private func asked(_ portal: inout BusConnection) throws -> BusMessage {
      for _ in 0..<300 {
        while let message = try portal.next() {
          if case .call = message.kind { return message }
        }
        try portal.wait(milliseconds: 100)
      }
      throw DesktopClient.Late()
    }
  }
#endif
