#if PostgresStore
  import FootlightPlatform
  import StoreTestSupport
  import TestSupport
  import Testing

  @Suite struct SixBuildersTests {
    /// Six machines index forty domains side by side; two are killed and one is stopped for a while.
    @Test func `every domain is published once, and equal to what a single machine builds`() throws
    {
      let team = try Team()
      let domains = 40
      var random = SeededRandom.announced("six builders")
      let names = (1...6).map { "m\($0)" }
      for name in names + ["reader"] { try team.addMachine(name, domains: domains, records: 400) }
      var running: [String: RunningProcess] = [:]
      for name in names {
        running[name] = try team.process("footlight-store", ["sync", "--wait"], on: name).start()
      }
      // Where each of them is then differs from run to run; that every state is fine is what is shown.
      SystemServices.system.sleep(Int64(200_000_000 + random.below(600_000_000)))
      for name in ["m1", "m2"] {
        running[name]?.send(signal: 9)
        _ = try running[name]?.wait()
      }
      running["m3"]?.send(signal: 19)
      SystemServices.system.sleep(300_000_000)
      // The killed ones and the stalled one lose their rights, as when half a minute has passed.
      try team.execute(
        """
        UPDATE footlight.domain SET lease = clock_timestamp() - interval '1 second'
        WHERE lease IS NOT NULL
        """)
      for name in ["m4", "m5", "m6"] {
        let code = try running[name]?.wait()
        let said = try team.folder.text("\(name).errors")
        #expect(code == 0, "\(said)")
      }
      running["m3"]?.send(signal: 18)
      _ = try running["m3"]?.wait()
      // The killed ones come back.
      for name in names {
        let run = try team.run("footlight-store", ["sync", "--wait"], on: name)
        #expect(run.code == 0, "\(name): \(run.talk)")
      }
      #expect(
        try team.number("SELECT count(*) FROM footlight.domain WHERE generation IS NOT NULL")
          == domains)
      // Once each: a look of a source may be stored on top of it, but no domain was built twice.
      #expect(
        try team.number("SELECT count(*) FROM footlight.generation WHERE state = 'retired'") == 0)
      try team.addMachine("alone", domains: domains, records: 400)
      try FileOperations.system.remove(team.folder.path("alone/footlight.yaml"))
      #expect(try team.run("footlight", ["sync"], on: "alone").code == 0)
      #expect(try team.run("footlight-store", ["pull"], on: "reader").code == 0)
      for number in 0..<domains {
        let left = try team.run("footlight", ["dump", "d\(number)"], on: "reader")
        let right = try team.run("footlight", ["dump", "d\(number)"], on: "alone")
        #expect(left.code == 0 && left.output == right.output, "d\(number)")
      }
    }
  }
#endif
