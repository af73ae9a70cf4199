#if PostgresStore
  import FootlightPlatform
  import StoreTestSupport
  import TestSupport
  import Testing

  /// Copies on a disk that is really full: a small one in memory, mounted where nobody else sees it.
  @Suite struct FullCopyTests {
    /// Whether file systems can be mounted here.
    private static let mayMount: Bool = {
      var probe = Subprocess("/bin/sh", ["-c", "unshare -m mount -t tmpfs none /mnt"])
      probe.output = "/dev/null"
      probe.errors = "/dev/null"
      return (try? probe.run()) == 0
    }()

    /// Runs a script on a laptop whose disk holds so much; returns its output with all that was said.
    private func run(_ script: String, on size: String, _ team: borrowing Team) throws -> Team.Run {
      try team.folder.write(
        "laptop/footlight.yaml", "store: \(team.server.address(team.database))\n")
      var shell = Subprocess(
        "/bin/sh",
        [
          "-c",
          """
          unshare -m sh -c 'set -e
          cd "$1"; mkdir full; mount -t tmpfs -o size=\(size) none full
          cp footlight.yaml full; cd full; export HOME=$PWD XDG_STATE_HOME=$PWD
          fill() { ! cat /dev/zero >filler 2>/dev/null; }
          tool() { code=0; "$TOOL" "$@" || code=$?; echo "code $code"; }
          \(script)' sh "$0" 2>&1
          """, team.folder.path("laptop"),
        ])
      let path = try #require(BuiltProgram.path("footlight"))
      shell.environment = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "TOOL=\(path)"]
      shell.output = team.folder.path("output")
      let code = try shell.run()
      return Team.Run(code: code, output: try team.folder.text("output"), talk: "")
    }

    private func published() throws -> Team {
      let team = try Team()
      try team.addMachine("indexer", domains: 2)
      try team.folder.write(
        "indexer/domains/large.yaml",
        """
        domain: large
        version: 1
        shards: 4
        source: { kind: csv, path: data/large.csv }
        item: { id: "{id}", title: "{title}" }

        """)
      var text = "id,title\n"
      for record in 0..<50_000 { text += "\(record),Long title \(record)\n" }
      try team.folder.write("indexer/domains/data/large.csv", text)
      let built = try team.run("footlight", ["sync"], on: "indexer")
      try #require(built.code == 0, "\(built.talk)")
      return team
    }

    @Test(.enabled(if: mayMount), arguments: ["true", "rm -rf .footlight/*.scratch"])
    func `less is kept in the room of what has not come whole`(_ before: String) throws {
      let team = try published()
      let run = try run(
        """
        tool pull >/dev/null 2>&1; \(before); fill
        ls .footlight | grep large >/dev/null
        tool pull --disk 1MB
        tool query --ids -n 1 "title 7"
        """, on: "2m", team)
      #expect(run.code == 0, "\(run.output)")
      #expect(run.output.contains("store.room"), "\(run.output)")
      #expect(run.output.hasSuffix("code 0\n") && run.output.contains(":7\n"), "\(run.output)")
      #expect(!run.output.contains("full"), "\(run.output)")
    }

    @Test(.enabled(if: mayMount))
    func `where other files have filled the disk, a search answers and it is said how to go on`()
      throws
    {
      let team = try published()
      let run = try run(
        """
        tool pull >/dev/null; fill
        tool pull --domain d0
        tool query --ids -n 1 "title 7 of 1"
        truncate -s -1M filler
        tool pull --domain d0
        ls .footlight
        """, on: "8m", team)
      let said = run.output.components(separated: "code ")
      #expect(said.count == 4, "\(run.output)")
      #expect(said[0].contains("file.disk-full") && said[0].contains("free some megabytes"))
      #expect(said[1].hasPrefix("3\n") && said[1].contains("d1:7"), "\(run.output)")
      #expect(said[3].hasPrefix("0\n") && !said[3].contains("d1."), "\(run.output)")
    }
  }

  extension String {
    fileprivate func components(separated by: String) -> [String] {
      var parts = [""]
      var rest = self[...]
      while !rest.isEmpty {
        if rest.hasPrefix(by) {
          parts.append("")
          rest = rest.dropFirst(by.count)
        } else {
          parts[parts.count - 1].append(rest.removeFirst())
        }
      }
      return parts
    }
  }
#endif
