#if PostgresStore
  import FootlightDiagnostics
  import FootlightPlatform
  import StoreTestSupport
  import TestSupport
  import Testing

  @Suite struct StoreProgramTests {
    @Test func `the tool publishes through footlight-store, and a laptop finds it`() throws {
      let team = try Team()
      try team.addMachine("indexer", domains: 2)
      let built = try team.run("footlight", ["sync"], on: "indexer")
      #expect(built.code == 0, "\(built.talk)")
      #expect(built.output.contains("d0") && built.output.contains("built"))
      // A laptop needs no declarations.
      try team.folder.write(
        "laptop/footlight.yaml", "store: \(team.server.address(team.database))\n")
      let pulled = try team.run("footlight", ["pull"], on: "laptop")
      #expect(pulled.code == 0, "\(pulled.talk)")
      let found = try team.run("footlight", ["query", "--ids", "title 7 of 1"], on: "laptop")
      #expect(found.output.hasPrefix("d1:7\n"), "\(found.output) \(found.talk)")
      let status = try team.run("footlight", ["status", "--json"], on: "laptop")
      #expect(status.output.contains("\"pulled\":\"2"), "\(status.output) \(status.talk)")
      let again = try team.run("footlight", ["sync"], on: "indexer")
      #expect(again.code == 0 && again.output.contains("up to date"))
    }

    @Test func `a copy is not changed by the tool alone, and --fresh fetches what is new`() throws {
      let team = try Team()
      try team.addMachine("one", domains: 1)
      try team.addMachine("two", domains: 1)
      #expect(try team.run("footlight", ["sync"], on: "one").code == 0)
      #expect(try team.run("footlight", ["pull"], on: "two").code == 0)
      try team.addMachine("one", domains: 1, records: 60, edition: 2)
      #expect(try team.run("footlight", ["sync"], on: "one").code == 0)
      let words = ["query", "--ids", "--count", "exact", "-n", "0", "title"]
      let old = try team.run("footlight", ["query", "--ids", "-n", "100", "title"], on: "two")
      let new = try team.run(
        "footlight", ["query", "--fresh", "--ids", "-n", "100", "title"], on: "two")
      #expect(old.output.split(separator: "\n").count == 40, "\(words)")
      #expect(new.output.split(separator: "\n").count == 60, "\(new.talk)")
      // Without the file that names the store it is a copy all the same.
      try FileOperations.system.remove(team.folder.path("two/footlight.yaml"))
      let alone = try team.run("footlight", ["rebuild", "d0"], on: "two")
      #expect(alone.code == 2 && alone.talk.contains("store.copy"), "\(alone.talk)")
    }

    @Test func `a follower has what is published a moment later, and ends when it is told to`()
      throws
    {
      let team = try Team()
      try team.addMachine("one", domains: 1)
      try team.addMachine("two", domains: 1)
      let follower = try team.process("footlight-store", ["pull", "--follow"], on: "two").start()
      #expect(try team.run("footlight-store", ["sync"], on: "one").code == 0)
      var isFound = false
      for _ in 0..<600 where !isFound {
        World.system.sleep(100_000_000)
        isFound = try team.run("footlight", ["query", "--ids", "title"], on: "two").code == 0
      }
      #expect(isFound)
      follower.send(signal: 15)
      #expect(try follower.wait() == 0)
    }

    @Test func `mistakes are told with their remedies`() throws {
      let team = try Team()
      try team.addMachine("one", domains: 1)
      let cases: [(String, [String], String)] = [
        ("store: host=/nowhere dbname=x", ["sync"], "store.unreachable"),
        ("store: postgresql://a:secret@host/x", ["sync"], "store.password"),
        ("stroe: x", ["sync"], "did you mean 'store'?"),
        ("store: [x]", ["sync"], "workspace.settings"),
        ("", ["pull"], "store.address"), ("store: nonsense", ["pull"], "store.address"),
        ("", ["store", "sweeep"], "did you mean 'sweep'?"),
      ]
      for (settings, words, said) in cases {
        try team.folder.write("one/footlight.yaml", settings + "\n")
        let run = try team.run("footlight", words, on: "one")
        #expect(run.code != 0 && run.talk.contains(said), "\(settings): \(run.talk)")
        #expect(!run.talk.contains("secret"))
      }
    }

    @Test func `a store is made, shown and swept`() throws {
      let team = try Team()
      try team.addMachine("one", domains: 1)
      let blank = team.server.address(try team.server.makeDatabase(isBlank: true))
      #expect(
        try team.run("footlight", ["store", "status", "--store", blank], on: "one").talk.contains(
          "store.blank"))
      let made = try team.run("footlight", ["store", "init", "--store", blank], on: "one")
      #expect(made.code == 0 && made.output == "the store is made\n", "\(made.talk)")
      #expect(try team.run("footlight", ["sync", "--store", blank], on: "one").code == 0)
      let status = try team.run("footlight", ["store", "status", "--store", blank], on: "one")
      #expect(status.output.hasPrefix("d0  "), "\(status.talk)")
      #expect(try team.run("footlight", ["rebuild", "d0", "--store", blank], on: "one").code == 0)
      let swept = try team.run(
        "footlight", ["store", "sweep", "--grace", "0", "--store", blank], on: "one")
      #expect(swept.output == "files deleted: 1\n", "\(swept.talk)")
      let citus = try team.run(
        "footlight", ["store", "init", "--citus", "--store", blank], on: "one")
      #expect(citus.code == 2 && citus.talk.contains("store.extension"))
    }
  }
#endif
