import TestSupport
import Testing

@testable import FootlightPlatform

#if canImport(Glibc)
  import Glibc

  /// What a process can do no more that has locked itself in: in processes of their own, which end with it.
  ///
  /// Each ends with 0, or else with the number of what it could do all the same; with 99 where it was not locked in.
  @Suite(.enabled(if: Confinement.isOffered, "the kernel has no Landlock"))
  struct ConfinementTests {
    @Test func `a process that is locked in reads what is open, and nothing else`() async {
      await #expect(processExitsWith: .success) {
        let file = try File(path: "/etc/passwd")
        let confinement = Confinement.enter(network: false)
        guard confinement.holdsFiles, confinement.holdsCalls else { exit(99) }
        var bytes = ByteArena()
        guard try file.read(into: &bytes, at: 0, upTo: 10) == 10 else { exit(1) }
        if (try? File(path: "/etc/passwd")) != nil { exit(2) }
        if (try? FileOperations.system.create("/tmp/footlight-locked-in")) != nil { exit(3) }
        if (try? Subprocess("/bin/true").run()) == 0 { exit(4) }
        for family in [AF_INET, AF_INET6, AF_UNIX] {
          if socket(family, Int32(SOCK_STREAM.rawValue), 0) >= 0 { exit(5) }
        }
        if kill(getppid(), 0) == 0 { exit(6) }
        if (try? ForkedWork.texts(seconds: 1, limit: 9) { $0("") }) != nil { exit(9) }
        if unsafe chmod("/tmp", 0o1777) == 0 || utimensat(AT_FDCWD, "/tmp", nil, 0) == 0 { exit(7) }
        if (try? FileOperations.system.remove("/tmp/footlight-locked-in")) == true { exit(8) }
        exit(0)
      }
    }

    @Test func `of what root may do nothing is left`() async {
      await #expect(processExitsWith: .success) {
        let confinement = Confinement.enter(network: false)
        guard confinement.holdsFiles, confinement.holdsCalls else { exit(99) }
        guard getuid() == 0 else { exit(0) }
        // CAP_SYS_RESOURCE raises again what was lowered.
        let core = __rlimit_resource_t(UInt32(RLIMIT_CORE.rawValue))
        var limits = rlimit(rlim_cur: 0, rlim_max: 0)
        guard unsafe setrlimit(core, &limits) == 0 else { exit(1) }
        limits.rlim_max = 1
        if unsafe setrlimit(core, &limits) == 0 { exit(2) }
        exit(0)
      }
    }

    @Test func `a process that it starts is as locked in, and stays in its group`() async {
      await #expect(processExitsWith: .success) {
        let confinement = Confinement.enter(network: false, processes: true)
        guard confinement.holdsFiles, confinement.holdsCalls else { exit(99) }
        let told = try ForkedWork.texts(seconds: 9, limit: 99) { hand in
          hand("\(setsid() < 0) \(setpgid(0, 0) < 0)")
          hand((try? File(path: "/etc/passwd")) == nil ? "locked" : "")
          hand((try? ForkedWork.texts(seconds: 1, limit: 9) { $0("") }) == nil ? "alone" : "")
        }
        exit(told == ["true true", "locked", "alone"] ? 0 : 1)
      }
    }

    @Test func `work that takes too much time, hands over too much or crashes gives nothing`() async
    {
      await #expect(processExitsWith: .success) {
        func gives(_ work: (_ hand: (String) -> Void) -> Void) throws -> Bool {
          try ForkedWork.texts(seconds: 1, limit: 1_000, work) != nil
        }
        guard try gives({ $0("") }), try gives({ _ in }) else { exit(1) }
        if try gives({ _ in while getppid() > 0 {} }) { exit(2) }
        // More than a pipe holds: it ends when nobody reads on, long before its time is over.
        let start = time(nil)
        if try gives({ hand in for _ in 0..<1_000_000 { hand("more") } }) { exit(3) }
        if time(nil) - start > 30 { exit(5) }
        if try gives({ _ in abort() }) { exit(4) }
        exit(0)
      }
    }

    @Test func `with the network it may ask, and nothing else`() async {
      await #expect(processExitsWith: .success) {
        let confinement = Confinement.enter(network: true)
        guard confinement.holdsFiles, confinement.holdsCalls else { exit(99) }
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard connection >= 0 else { exit(1) }
        if socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) >= 0 { exit(2) }
        if listen(connection, 1) == 0 { exit(3) }
        var pair: [Int32] = [0, 0]
        if unsafe socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0, &pair) == 0 { exit(4) }
        if (try? File(path: "/etc/passwd")) != nil { exit(5) }
        if (try? Subprocess("/bin/true").run()) == 0 { exit(6) }
        exit(0)
      }
    }
  }
#endif
