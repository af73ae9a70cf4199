#if Complete
  import FootlightPlatform
  import TestSupport
  import Testing

  /// The built programs on a bus of their own.
  @Suite(.enabled(if: PrivateBus.isAvailable, "dbus-daemon is not installed"))
  struct DesktopToolTests {
    @Test(.enabled(if: BuiltTool.path != nil))
    func `what is installed is started by the bus, and gone when it is uninstalled`() throws {
      let bus = try PrivateBus()
      let tool = try BuiltTool()
      try tool.write(
        "domains/rules.yaml",
        """
        domain: law.rules
        version: 1
        source: { kind: csv, path: rules.csv }
        item: { id: "{id}", title: "{title}" }

        """)
      try tool.write("domains/rules.csv", "id,title\n1,Scope of rules\n")
      func run(_ words: String...) throws -> BuiltTool.Run {
        try tool.run(words, environment: bus.environment)
      }
      #expect(try run("sync").code == 0)
      #expect(try run("desktop", "status").code == 1, "nothing is installed")

      let installed = try run("desktop", "install")
      #expect(installed.code == 0, "\(installed.talk)")
      #expect(installed.output.contains("searched from the desktop: \(tool.workspace)\n"))
      let files = installed.output.split(separator: "\n").map(String.init).filter {
        $0.hasPrefix(bus.path("share"))
      }
      #expect(files.count == 4)
      let status = try run("desktop", "status")
      #expect(status.code == 0, "\(status.talk)")
      #expect(status.output.contains("answers"))
      #expect(try run("desktop", "install").output == installed.output)

      let removed = try run("desktop", "uninstall")
      #expect(removed.code == 0, "\(removed.talk)")
      #expect(try files.allSatisfy { try !FileOperations.system.exists($0) })
      let after = try run("desktop", "status")
      #expect(after.code == 1)
      #expect(after.talk.contains("desktop.silent"), "\(after.talk)")
    }

    @Test(.enabled(if: BuiltTool.path != nil))
    func `without a bus it says so, and what it does not know is a mistake`() throws {
      let tool = try BuiltTool()
      try tool.write("domains/none.txt", "")
      let folder = try TemporaryFolder()
      let environment = [
        "HOME": folder.path, "XDG_DATA_DIRS": folder.path, "XDG_RUNTIME_DIR": folder.path,
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path("nowhere"))",
      ]
      let installed = try tool.run(["desktop", "install"], environment: environment)
      #expect(installed.code == 3)
      #expect(installed.talk.contains("bus.unreachable"))
      let served = try tool.run(["desktop", "serve"], environment: environment)
      #expect(served.code == 3)
      let unknown = try tool.run(["desktop", "instal"], environment: environment)
      #expect(unknown.code == 2)
      #expect(unknown.talk.contains("did you mean 'install'?"))
      let written = try tool.run(
        ["desktop", "install", "--files", "stage", "--program", "/p q"], environment: environment)
      #expect(written.code == 0, "\(written.talk)")
      #expect(
        try tool.read("stage/dbus-1/services/io.github.footlight.Search.service")
          .contains("Exec=\"/p q\" serve"))
    }
  }
#endif
