import FootlightPlatform
import Synchronization
import Testing

struct ProcessTests {
  @Test func `every worker runs once, whatever the number`() {
    for count in [0, 1, 2, 9] {
      let seen = Mutex<[Int]>([])
      Workers.run(count) { number in seen.withLock { $0.append(number) } }
      #expect(seen.withLock { $0.sorted() } == Array(0..<count))
    }
    #expect(Workers.processors >= 1)
  }

  @Test func `a raised flag stops whoever asks`() {
    let cancellation = Cancellation()
    #expect(throws: Never.self) { try cancellation.check() }
    cancellation.cancel()
    let failure = #expect(throws: Failure.self) { try cancellation.check() }
    #expect(failure?.exitCode == 130)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `the first signal raises the flag`(_ signal: Int32) async {
    await #expect(processExitsWith: .exitCode(7)) { [signal] in
      let following = Cancellation(followsSignals: true)
      let other = Cancellation()
      Signals.install()
      if following.isCancelled { exit(1) }
      // The threads of a pool may have signals blocked: the process is asked, not the thread.
      kill(getpid(), signal)
      for _ in 0..<2_000 where Signals.caught == nil { usleep(1_000) }
      exit(following.isCancelled && !other.isCancelled && Signals.caught == signal ? 7 : 2)
    }
  }

  @Test func `the second signal ends the process`() async {
    await #expect(processExitsWith: .signal(SIGINT)) {
      Signals.install()
      kill(getpid(), SIGINT)
      for _ in 0..<2_000 where Signals.caught == nil { usleep(1_000) }
      kill(getpid(), SIGINT)
      usleep(2_000_000)
    }
  }

  @Test func `a program that is ended leaves nothing that it had started, as a zombie neither`()
    async
  {
    await #expect(processExitsWith: .exitCode(7)) {
      Process.adoptOrphans()
      let program = Subprocess("/bin/sh", ["-c", "sleep 60 & sleep 60 & echo ready; wait"])
      let limits = Subprocess.Limits(memory: 1 << 30, seconds: 60, output: 1 << 20)
      var process = try SpooledProcess(program, in: "/", limits: limits)
      var text = ByteArena()
      for _ in 0..<5_000 where text.count < 6 {
        _ = try process.read(into: &text, upTo: 16)
        usleep(1_000)
      }
      _ = consume process
      var status: Int32 = 0
      let found = unsafe waitpid(-1, &status, WNOHANG)
      exit(text.count == 6 && found == -1 ? 7 : 2)
    }
  }

  @Test func `the machine has a clock and an environment`() {
    let system = SystemServices.system
    #expect(system.now() > 1_600_000_000)
    let before = system.monotonic()
    #expect(system.monotonic() >= before)
    #expect(system.environment("PATH") != nil)
    #expect(system.environment("FOOTLIGHT_NOT_SET_BY_ANYBODY") == nil)
    #expect(system.terminal().width > 0)
  }
}
