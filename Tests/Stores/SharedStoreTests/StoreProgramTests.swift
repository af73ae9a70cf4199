#if PostgresStore
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
        SystemServices.system.sleep(100_000_000)
        isFound = try team.run("footlight", ["query", "--ids", "title"], on: "two").code == 0
      }
      #expect(isFound)
      follower.send(signal: 15)
      #expect(try follower.wait() == 0)
    }

    @Test func `a laptop keeps what it names, and a search says what it lacks`() throws {
      let team = try Team()
      try team.addMachine("one", domains: 3)
      try team.addMachine("two", domains: 0)
      #expect(try team.run("footlight", ["sync"], on: "one").code == 0)
      let unknown = try team.run("footlight", ["pull", "--domain", "d9", "-d", "dd"], on: "two")
      #expect(unknown.code == 2 && unknown.talk.contains("'d9'") && unknown.talk.contains("'dd'"))
      let pulled = try team.run("footlight", ["pull", "--domain", "d1"], on: "two")
      #expect(pulled.code == 0, "\(pulled.talk)")
      let found = try team.run("footlight", ["query", "--ids", "-n", "200", "title"], on: "two")
      #expect(found.output.split(separator: "\n").allSatisfy { $0.hasPrefix("d1:") })
      for name in ["d0", "d2"] {
        #expect(found.talk.contains("\(name) was not searched"), "\(found.talk)")
      }
      #expect(!found.talk.contains("d1 was not"))
      let json = try team.run("footlight", ["query", "--json", "title"], on: "two")
      #expect(json.output.contains("store.lacking"), "\(json.output)")
      // It stays so, until all are wanted again.
      #expect(try team.run("footlight", ["query", "--fresh", "title 3"], on: "two").code == 0)
      #expect(try team.run("footlight", ["dump", "d0"], on: "two").code != 0)
      #expect(try team.run("footlight", ["pull", "--all"], on: "two").code == 0)
      let all = try team.run("footlight", ["query", "--ids", "-n", "200", "title"], on: "two")
      #expect(all.output.split(separator: "\n").count == 120 && !all.talk.contains("not searched"))
    }

    @Test func `where the first pull was cut a search says what has not come`() throws {
      let team = try Team()
      try team.addMachine("one", domains: 2, records: 20_000)
      try team.addMachine("one", domains: 1)
      try team.addMachine("two", domains: 0)
      #expect(try team.run("footlight", ["sync"], on: "one").code == 0)
      let program = try #require(BuiltProgram.path("footlight-store"))
      // No file may be larger than 600 KB: the system ends who writes on.
      let cut = Subprocess(
        "/bin/sh",
        [
          "-c", #"ulimit -f 1200; exec "$0" pull --workspace "$1""#, program,
          team.folder.path("two"),
        ])
      #expect(try cut.run() != 0)
      let found = try team.run("footlight", ["query", "--json", "title"], on: "two")
      #expect(found.code == 0 && found.output.contains("d1 was not searched"), "\(found.output)")
      #expect(!found.output.contains("d0 was not searched"))
      #expect(found.output.contains(#""at_least":true"#))
      #expect(try team.run("footlight", ["pull"], on: "two").code == 0)
      let all = try team.run("footlight", ["query", "--json", "title"], on: "two")
      #expect(!all.output.contains("not searched"))
    }

    @Test func `a laptop keeps what fits into its disk, and everybody says what does not`() throws {
      let team = try Team()
      try team.addMachine("one", domains: 2)
      try team.addMachine("one", domains: 1, records: 20_000)
      try team.addMachine("two", domains: 0)
      #expect(try team.run("footlight", ["sync"], on: "one").code == 0)
      for wrong in ["20", "much", "-1GB", "0"] {
        let refused = try team.run("footlight", ["pull", "--disk=\(wrong)"], on: "two")
        #expect(refused.code == 2 && refused.talk.contains("--disk 500MB"), "\(refused.talk)")
      }
      for words in [["pull", "--disk", "1MB"], ["pull"]] {
        let pulled = try team.run("footlight", words, on: "two")
        #expect(pulled.code == 3 && pulled.talk.contains("store.room"), "\(pulled.talk)")
        #expect(pulled.talk.contains("d0 was not pulled: it would take"), "\(pulled.talk)")
      }
      let found = try team.run("footlight", ["query", "--json", "title"], on: "two")
      #expect(found.output.contains("\"total\":40,\"at_least\":true"), "\(found.output)")
      #expect(found.output.contains("d0 was not searched: it does not fit"), "\(found.output)")
      let all = try team.run("footlight", ["pull", "--disk", "none"], on: "two")
      #expect(all.code == 0 && all.talk.isEmpty, "\(all.talk)")
      let more = try team.run("footlight", ["query", "--ids", "-n", "50", "title"], on: "two")
      #expect(!more.talk.contains("not searched") && more.output.contains("d0:"))
    }

    @Test func `a machine that keeps a part syncs that part, and says what it passes over`() throws
    {
      let team = try Team()
      try team.addMachine("one", domains: 3)
      try team.addMachine("two", domains: 0)
      #expect(try team.run("footlight", ["sync"], on: "one").code == 0)
      #expect(try team.run("footlight", ["pull", "--domain", "d1"], on: "two").code == 0)
      try team.addMachine("two", domains: 3, edition: 2)
      let synced = try team.run("footlight", ["sync", "--json"], on: "two")
      #expect(synced.code == 0, "\(synced.talk)")
      let lines = synced.output.split(separator: "\n")
      #expect(lines.count { $0.contains("\"decision\":\"left-out\"") } == 2, "\(synced.output)")
      #expect(lines.contains { $0.contains("\"d1\"") && $0.contains("\"rebuild\"") })
      let named = try team.run("footlight", ["sync", "d0"], on: "two")
      #expect(named.code == 2 && named.talk.contains("store.copy"), "\(named.talk)")
      let rebuilt = try team.run("footlight", ["rebuild", "d0"], on: "two")
      #expect(rebuilt.code == 2 && rebuilt.talk.contains("store.copy"), "\(rebuilt.talk)")
      // Who only asks is told the same with the name and without it.
      for words in [["sync", "--dry-run"], ["status"]] {
        let told = try team.run("footlight", words + ["--json", "d0"], on: "two")
        #expect(
          told.output.contains("\"decision\":\"left-out\""), "\(words) \(told.output) \(told.talk)")
      }
      for names in [[], ["d0"]] {
        let verified = try team.run("footlight", ["verify"] + names, on: "two")
        #expect(verified.code == 0, "\(verified.output) \(verified.talk)")
      }
      #expect(try team.number("SELECT count(*) FROM footlight.domain WHERE version = 2") == 1)
    }

    @Test func `of a domain that is kept in part nothing is compared or built`() throws {
      let team = try Team()
      for machine in ["one", "two"] {
        try team.addMachine(machine, domains: 1)
        try team.folder.write(
          "\(machine)/domains/d0.yaml",
          """
          domain: d0
          version: 1
          shards: 4
          source: { kind: csv, path: data/d0.csv }
          item: { id: "{id}", title: "{title}", body: "{text}" }

          """)
      }
      #expect(try team.run("footlight", ["sync"], on: "one").code == 0)
      #expect(try team.run("footlight", ["pull", "--shards", "1-2"], on: "two").code == 0)
      for names in [[], ["d0"]] {
        let verified = try team.run("footlight", ["verify"] + names, on: "two")
        #expect(verified.code == 0, "\(names) \(verified.output) \(verified.talk)")
      }
      #expect(try team.run("footlight", ["sync"], on: "two").code == 0)
      let named = try team.run("footlight", ["sync", "d0"], on: "two")
      #expect(named.code == 2 && named.talk.contains("pull --all"), "\(named.talk)")
    }

    @Test func `the status of a store tells who builds which shards`() throws {
      let team = try Team()
      try team.addMachine("one", domains: 1)
      #expect(try team.run("footlight", ["sync"], on: "one").code == 0)
      try team.execute(
        """
        SELECT count(*) FROM footlight.take_shares('d0', 'k', (SELECT token FROM footlight.domain), 9, 4, 'first', 60);
        SELECT count(*) FROM footlight.take_shares('d0', 'k', (SELECT token FROM footlight.domain), 9, 3, 'second', 60);
        UPDATE footlight.share SET lease = NULL, owner = NULL WHERE shard = 1
        """)
      let told = try team.run("footlight", ["store", "status"], on: "one")
      #expect(told.code == 0, "\(told.talk)")
      #expect(told.output.contains("0 of 9 shards built"), "\(told.output)")
      #expect(told.output.contains("  first builds shards 0, 2-3 since 2"), "\(told.output)")
      #expect(told.output.contains("  second builds shards 4-6 since 2"), "\(told.output)")
      let json = try team.run("footlight", ["store", "status", "--json"], on: "one")
      #expect(
        json.output.contains("{\"machine\":\"first\",\"shards\":[0,2,3],\"since\":\"2"),
        "\(json.output)")
      #expect(json.output.split(separator: "\n").count == 1)
      #expect(try team.run("footlight", ["store", "sweep", "--json"], on: "one").code == 2)
      // Numbers that cannot be are an error.
      try team.execute("UPDATE footlight.share SET shard = -2147483648 WHERE shard = 8")
      let senseless = try team.run("footlight", ["store", "status"], on: "one")
      #expect(
        senseless.code != 0 && senseless.talk.contains("shards of d0 that cannot be"),
        "\(senseless.output) \(senseless.talk)")
      // Another state is published: the build is over, and is swept away once nobody is at it.
      try team.execute(
        """
        UPDATE footlight.domain SET version = version + 1, token = footlight.new_token();
        UPDATE footlight.share SET lease = lease + interval '1 day'
        """)
      let after = try team.run("footlight", ["store", "status"], on: "one")
      #expect(after.code == 0 && !after.output.contains("shards"), "\(after.output) \(after.talk)")
      #expect(try team.run("footlight", ["store", "sweep"], on: "one").code == 0)
      #expect(try team.number("SELECT count(*) FROM footlight.share") == 6)
      try team.execute("UPDATE footlight.share SET lease = NULL")
      #expect(try team.run("footlight", ["store", "sweep"], on: "one").code == 0)
      #expect(try team.number("SELECT count(*) FROM footlight.share") == 0)
    }

    @Test func `two followers of one folder take turns`() throws {
      let team = try Team()
      try team.addMachine("one", domains: 1)
      try team.addMachine("two", domains: 0)
      var followers: [RunningProcess] = []
      for number in 0..<2 {
        var process = try team.process("footlight-store", ["pull", "--follow"], on: "two")
        process.output = team.folder.path("follower\(number).output")
        process.errors = team.folder.path("follower\(number).errors")
        followers.append(try process.start())
      }
      for edition in 1...5 {
        try team.addMachine("one", domains: 1, edition: edition)
        #expect(try team.run("footlight-store", ["sync"], on: "one").code == 0)
      }
      var isFound = false
      for _ in 0..<600 where !isFound {
        SystemServices.system.sleep(100_000_000)
        let found = try team.run("footlight", ["dump", "d0"], on: "two").output
        isFound = found.split(separator: "\n").filter { $0.contains("edition 5 and") }.count == 40
      }
      #expect(isFound)
      for (number, follower) in followers.enumerated() {
        follower.send(signal: 15)
        #expect(try follower.wait() == 0)
        #expect(try team.folder.text("follower\(number).errors") == "")
      }
    }

    @Test func `what is said of a copy sends its reader to pull`() throws {
      let team = try Team()
      try team.addMachine("one", domains: 2)
      try team.addMachine("two", domains: 2)
      let before = try team.run("footlight", ["query", "title"], on: "two")
      #expect(
        before.talk.contains("nothing was pulled yet; run `footlight store pull`"), "\(before.talk)"
      )
      #expect(try team.run("footlight", ["sync"], on: "one").code == 0)
      #expect(try team.run("footlight", ["pull"], on: "two").code == 0)
      // Older than its declaration; damaged; gone.
      try team.addMachine("two", domains: 3, edition: 2)
      let stale = try team.run("footlight", ["query", "title"], on: "two")
      #expect(stale.code == 0)
      #expect(
        stale.talk.contains("run `footlight store pull`, or `footlight sync` to publish it"),
        "\(stale.talk)")
      let index = "two/.footlight"
      for name in try team.folder.names(index)
      where name.hasSuffix(".sqlite") && name != "catalog.sqlite" {
        if name.hasPrefix("d0") {
          try FileOperations.system.remove(team.folder.path("\(index)/\(name)"))
        } else {
          try team.folder.write("\(index)/\(name)", "not a database")
        }
      }
      for words in [
        ["query", "title"], ["show", "d0:3"], ["dump", "d1"], ["status", "--check"],
      ] {
        let run = try team.run("footlight", words, on: "two")
        #expect(run.talk.contains("footlight store pull`"), "\(words): \(run.talk)")
        #expect(!run.talk.contains("run `footlight sync`"), "\(words): \(run.talk)")
        #expect(!run.talk.contains("run 'footlight sync'"), "\(words): \(run.talk)")
      }
      #expect(try team.run("footlight", ["pull"], on: "two").code == 0)
      #expect(
        try team.run("footlight", ["query", "--ids", "-n", "99", "title"], on: "two").code == 0)
      try team.folder.write(
        "two/.footlight/catalog.sqlite", "not a database at all, and long enough")
      let damaged = try team.run("footlight", ["query", "title"], on: "two")
      #expect(damaged.talk.contains("footlight store pull`"), "\(damaged.talk)")
      #expect(try team.run("footlight", ["pull"], on: "two").code == 0)
      #expect(try team.run("footlight", ["query", "--ids", "title"], on: "two").code == 0)
    }

    @Test func `the age of a copy is told, and an old one is noted`() throws {
      let team = try Team()
      try team.addMachine("one", domains: 1)
      try team.addMachine("two", domains: 0)
      #expect(try team.run("footlight", ["sync"], on: "one").code == 0)
      #expect(try team.run("footlight", ["pull"], on: "two").code == 0)
      let fresh = try team.run("footlight", ["query", "title"], on: "two")
      #expect(!fresh.talk.contains("store.old"), "\(fresh.talk)")
      let status = try team.run("footlight", ["status"], on: "two")
      #expect(status.output.contains("compared with the shared store"), "\(status.output)")
      // As when three days and some minutes have passed: the time of a slow run changes nothing.
      #expect(
        try Subprocess(
          "/usr/bin/touch", ["-d", "4330 minutes ago", team.folder.path("two/.footlight/pulled")]
        )
        .run() == 0)
      let old = try team.run("footlight", ["query", "title"], on: "two")
      #expect(old.talk.contains("3 days ago; run `footlight store pull`"), "\(old.talk)")
      let aged = try team.run("footlight", ["status"], on: "two")
      #expect(aged.output.contains(" 73 h ago"), "\(aged.output) \(aged.talk)")
      // What is declared elsewhere is not to be removed.
      #expect(!status.output.contains("remove"), "\(status.output)")
      #expect(try team.run("footlight", ["status", "--check"], on: "two").code == 0)
      // A server that is away keeps nobody from an answer.
      try team.folder.write("two/footlight.yaml", "store: host=/nowhere dbname=x\n")
      let away = try team.run("footlight", ["query", "--fresh", "--ids", "title 7"], on: "two")
      #expect(away.code == 0 && away.output.hasPrefix("d0:7\n"), "\(away.output) \(away.talk)")
      #expect(away.talk.contains("store.unreachable"), "\(away.talk)")
      try team.addMachine("two", domains: 0)
      let again = try team.run("footlight", ["query", "--fresh", "title"], on: "two")
      #expect(again.code == 0 && !again.talk.contains("store.old"), "\(again.talk)")
    }

    @Test func `a server of a copy does not pretend to keep it fresh`() throws {
      let team = try Team()
      try team.addMachine("one", domains: 1)
      let run = try team.run("footlight-serve", ["--port", "0", "--watch"], on: "one")
      #expect(run.code == 2 && run.talk.contains("footlight store pull --follow"), "\(run.talk)")
    }

    @Test func `an address with a password is told nowhere`() throws {
      let team = try Team()
      try team.addMachine("one", domains: 1)
      try team.folder.write("one/footlight.yaml", "store: postgresql://a:se-cret@host/x\n")
      for words in [
        ["sync"], ["pull"], ["store", "status"], ["query", "--fresh", "title"], ["query", "title"],
        ["status"], ["remove", "d0"],
      ] {
        let run = try team.run("footlight", words, on: "one")
        #expect(!(run.talk + run.output).contains("se-cret"), "\(words): \(run.talk)")
      }
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
