import CKernel
import Synchronization

/// A program that was started, and all that it has started itself, wherever that has gone.
///
/// A process group is left by `setsid`, and a parent by a second fork. So the program gets a variable
/// in its environment that nobody else has; whoever bears it belongs to the family, and so does who
/// descends from it by `/proc`. Where the process has taken in orphans
/// (``Process/adoptOrphans()``), those that belong to nobody are the family's, too. Without `/proc`
/// – on macOS – the group is all.
///
/// C: kill, waitpid; proc(5).
struct ProcessFamily: Sendable {
  /// The variable of the environment.
  static let variable = "FOOTLIGHT_PROGRAM"
  /// Its value.
  let mark: String

  /// The programs that were started, and not waited for yet.
  private static let running = Mutex<Set<pid_t>>([])
  private static let adopts = Atomic<Bool>(false)
  /// How often the table of processes is read: each time all are killed that are found, so that only
  /// who forks faster than that can stay.
  private static let rounds = 16
  /// How often an empty environment is looked at again, half a millisecond later.
  private static let patience = 40

  /// A mark that no other program has.
  init() {
    let digits = UInt64.random(in: 0 ... .max)
    mark = "\(getpid())-\(String(digits, radix: 16))"
  }

  /// Notes that a program was started: it is nobody's orphan.
  ///
  /// Called while ``Subprocess/launching`` is held, so that no process is seen before it is noted.
  static func began(_ process: pid_t) {
    running.withLock { _ = $0.insert(process) }
  }

  /// Waits for the end of a program that was started and collects it; its exit code, 128 + n when signal n
  /// ended it, or nil with `errno`.
  ///
  /// C: waitid, waitpid.
  static func collect(_ process: pid_t) -> Int32? {
    var told = unsafe siginfo_t()
    _ = uninterrupted { Int(unsafe waitid(P_PID, id_t(process), &told, WEXITED | WNOWAIT)) }
    // Once it is collected its number may be another's.
    running.withLock { _ = $0.remove(process) }
    var status: Int32 = 0
    guard uninterrupted({ unsafe waitpid(process, &status, 0) }) == process else { return nil }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  /// Ends a program with its group and collects it, and those of the group that this process has taken in: its exit code,
  /// as above.
  static func endGroup(of process: pid_t) -> Int32? {
    // As long as the program is not collected its number, and so its group's, belongs to nobody else.
    kill(-process, SIGKILL)
    let code = collect(process)
    let error = errno
    if adopts.load(ordering: .relaxed) { collect(orphan: -process) }
    errno = error
    return code
  }

  static func adoptOrphans() {
    if footlight_adopt_orphans() == 0 { adopts.store(true, ordering: .relaxed) }
  }

  /// Ends the whole family but the program itself, which is ended with its group and stays to be
  /// waited for.
  func end(of process: pid_t) {
    kill(-process, SIGKILL)
    #if os(Linux)
      var killed: Set<pid_t> = []
      var patience = ProcessFamily.patience
      for _ in 0..<ProcessFamily.rounds {
        let members = members(of: process, &patience).filter { !killed.contains($0) }
        if members.isEmpty { break }
        for member in members {
          kill(member, SIGKILL)
          killed.insert(member)
        }
      }
      // Those that are children of this process now are nobody else's to wait for.
      for member in killed { ProcessFamily.collect(orphan: member) }
    #endif
  }

  #if os(Linux)
    /// The fields of a process that decide whether it belongs to the family.
    private struct Entry {
      var parent: pid_t
      /// When it was started, in ticks since the system was.
      var started: UInt64
    }

    private func members(of process: pid_t, _ patience: inout Int) -> Set<pid_t> {
      let start = ProcessFamily.entry(of: process, evenIfEnded: true)?.started ?? 0
      var entries: [pid_t: Entry] = [:]
      for entry in (try? Folder.entries(of: "/proc")) ?? [] {
        guard let number = pid_t(entry.name), let found = ProcessFamily.entry(of: number) else {
          continue
        }
        entries[number] = found
      }
      let own = getpid()
      // After the lock, what was seen and is being started is noted.
      let others = Subprocess.launching.withLock { _ in ProcessFamily.running.withLock { $0 } }
      let isAlone =
        others.isSubset(of: [process]) && ProcessFamily.adopts.load(ordering: .relaxed)
      var found: Set<pid_t> = []
      for (number, entry) in entries where number != own && number != process {
        guard !others.contains(number) else { continue }
        var ancestor = entry.parent
        var steps = 0
        while ancestor > 1, ancestor != process, steps < 64 {
          ancestor = entries[ancestor]?.parent ?? 0
          steps += 1
        }
        let isOrphan = entry.parent == own && isAlone
        // A process that started before the program is none of its children.
        let isLater = entry.started >= start
        if isOrphan || isLater && (ancestor == process || bearsMark(number, &patience)) {
          found.insert(number)
        }
      }
      return found
    }

    /// Whether a process has the variable of this family.
    ///
    /// The environment of one that is just becoming another program is empty for a moment.
    private func bearsMark(_ process: pid_t, _ patience: inout Int) -> Bool {
      while true {
        var bytes = ByteArena()
        do throws(Failure) {
          let file = try File(path: "/proc/\(process)/environ")
          _ = try file.read(into: &bytes, at: 0, upTo: 1 << 21)
        } catch {
          // It has gone meanwhile, or is somebody else's.
          return false
        }
        if bytes.count == 0, patience > 0, ProcessFamily.entry(of: process) != nil {
          patience -= 1
          usleep(500)
          continue
        }
        return bytes.bytes(bytes.all).split(separator: 0).contains {
          $0.elementsEqual("\(ProcessFamily.variable)=\(mark)".utf8)
        }
      }
    }

    /// A process that still runs; nil for one that has ended.
    private static func entry(of process: pid_t, evenIfEnded: Bool = false) -> Entry? {
      guard let bytes = try? File.readWhole("/proc/\(process)/stat", limit: 4096) else {
        return nil
      }
      // The name stands in parentheses and may hold anything, also a parenthesis.
      let text = bytes.text(bytes.all)
      guard let end = text.lastIndex(of: ")") else { return nil }
      let fields = text[end...].dropFirst().split(separator: " ")
      guard fields.count > 19, evenIfEnded || fields[0] != "Z" && fields[0] != "X",
        let parent = pid_t(fields[1])
      else { return nil }
      return Entry(parent: parent, started: UInt64(fields[19]) ?? 0)
    }

  #endif

  /// Waits for the end of a process that was killed, if it is a child of this one; of all such processes of a group where its
  /// number is given as a negative one.
  private static func collect(orphan process: pid_t) {
    var waited = 0
    while waited < 200 {
      var status: Int32 = 0
      let found = unsafe waitpid(process, &status, WNOHANG)
      if found < 0 || found == process { return }
      if found == 0 {
        waited += 1
        usleep(1_000)
      }
    }
  }
}

extension Process {
  /// Has the system give the children of programs that ended to this process, so that none of them
  /// is lost sight of.
  ///
  /// For a process that starts no children of its own beside those of this package: any other that
  /// it is given is ended when the last program has ended.
  ///
  /// C: prctl with PR_SET_CHILD_SUBREAPER (Linux 3.4).
  package static func adoptOrphans() { ProcessFamily.adoptOrphans() }
}
