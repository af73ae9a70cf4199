#if PostgresStore
  import FootlightPlatform
  import StoreTestSupport
  import Synchronization
  import TestSupport
  import Testing

  /// `footlight-store` is killed at every piece that it sends, before the server has it or after.
  ///
  /// With `FOOTLIGHT_TORTURE` set each piece is tried, otherwise every few.
  @Suite struct KilledProgramTests {
    /// What it does.
    enum Work: CaseIterable, Sendable { case publish, change, pull, sweep }

    @Test(arguments: Work.allCases)
    func
      `a program that is killed leaves the old state or the new one, and the next one ends its work`(
        _ work: Work
      ) throws
    {
      let team = try Team()
      let socket = try TemporaryFolder()
      let proxy = try InterruptingProxy(in: socket.path, to: team.server.folder)
      defer { proxy.stop() }
      let address = "host=\(socket.path) user=postgres dbname=\(team.database)"
      try team.addMachine("writer", domains: 1)
      try team.addMachine("reader", domains: 0)
      #expect(try team.run("footlight-store", ["sync"], on: "writer").code == 0)
      let stride = SystemServices.system.environment("FOOTLIGHT_TORTURE") == nil ? 4 : 1
      var edition = 1
      var isThrough = false
      for piece in Swift.stride(from: 1, through: 400, by: stride) where !isThrough {
        for isBefore in [true, false] {
          let victim = work == .pull ? "victim\(piece)\(isBefore)" : "victim"
          var old = edition
          if work == .publish || work == .change { edition += 1 }
          let version = work == .change ? 1 : edition
          try team.addMachine(
            victim, domains: work == .pull ? 0 : 1, edition: edition, version: version)
          try team.folder.write("\(victim)/footlight.yaml", "store: \(address)\n")
          if work == .sweep {
            for _ in 0..<2 {
              #expect(try team.run("footlight-store", ["rebuild", "d0"], on: "writer").code == 0)
            }
          }
          if work == .pull { old = 0 }
          let end = KillSwitch()
          proxy.set(isBefore ? .cutBefore(piece) : .cutAfter(piece)) { end.kill() }
          let process = try team.process("footlight-store", work.words, on: victim).start()
          end.hold(process)
          let code = try process.wait()
          isThrough = proxy.count < piece
          // Who waits for no answer any more may end before it is killed.
          #expect(code == 0 || code == 137 && !isThrough, "\(work) \(piece): \(code)")
          proxy.set(.none)
          try team.execute(
            """
            UPDATE footlight.domain SET lease = clock_timestamp() - interval '1 second'
            WHERE lease IS NOT NULL
            """)
          // Everybody else has one state, and a whole one.
          #expect(try team.run("footlight-store", ["pull"], on: "reader").code == 0)
          let seen = try editions(team, "reader")
          #expect(
            seen == [edition] || code == 137 && seen == [old], "\(work) \(piece): \(seen)")
          if work == .pull {
            let own = try editions(team, victim)
            #expect(own.isEmpty || own == [edition], "\(piece): \(own)")
          }
          let again = try team.run("footlight-store", work.words, on: victim)
          #expect(again.code == 0, "\(work) \(piece): \(again.talk)")
          #expect(try team.run("footlight-store", ["pull"], on: "reader").code == 0)
          #expect(try editions(team, "reader") == [edition], "\(work) \(piece)")
          if work == .pull { #expect(try editions(team, victim) == [edition]) }
        }
      }
      #expect(isThrough)
      if work == .sweep {
        #expect(try team.number("SELECT count(*) FROM footlight.generation") == 1)
        #expect(try team.number("SELECT count(DISTINCT file) FROM footlight.extent") == 1)
      }
    }

    /// The editions of which a machine finds items; forty of each, or the test fails.
    private func editions(_ team: borrowing Team, _ machine: String) throws -> Set<Int> {
      let dump = try team.run("footlight", ["dump", "d0"], on: machine)
      guard dump.code == 0 else { return [] }
      var found: [Int: Int] = [:]
      for line in dump.output.split(separator: "\n") {
        let words = line.split(separator: " ")
        guard let place = words.firstIndex(of: "edition"), place + 1 < words.count,
          let edition = Int(words[place + 1])
        else { continue }
        found[edition, default: 0] += 1
      }
      #expect(found.values.allSatisfy { $0 == 40 }, "\(machine): \(found)")
      return Set(found.keys)
    }
  }

  extension KilledProgramTests.Work {
    var words: [String] {
      switch self {
      case .publish, .change: ["sync"]
      case .pull: ["pull"]
      case .sweep: ["store", "sweep", "--grace", "0"]
      }
    }
  }

  /// A process that is started in one thread and killed in another one.
  private final class KillSwitch: Sendable {
    private let running = Mutex<RunningProcess?>(nil)

    func hold(_ process: RunningProcess) { running.withLock { $0 = process } }

    func kill() {
      for _ in 0..<2_000 {
        if let process = running.withLock({ $0 }) {
          process.send(signal: 9)
          return
        }
        SystemServices.system.sleep(1_000_000)
      }
    }
  }
#endif
