import CProcessControl
import FootlightDiagnostics
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

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

  /// A mark that no other program has.
  init() {
    let digits = UInt64.random(in: 0 ... .max)
    mark = "\(getpid())-\(String(digits, radix: 16))"
  }

  /// Notes that a program was started, and that orphans may turn up.
  static func began(_ process: pid_t) {
    running.withLock { _ = $0.insert(process) }
  }

  static func ended(_ process: pid_t) {
    running.withLock { _ = $0.remove(process) }
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
      for _ in 0..<ProcessFamily.rounds {
        let members = members(of: process).filter { !killed.contains($0) }
        if members.isEmpty { break }
        for member in members {
          kill(member, SIGKILL)
          killed.insert(member)
        }
      }
      // Those that are children of this process now are nobody else's to wait for.
      for member in killed { collect(member) }
    #endif
  }

  #if os(Linux)
    private func members(of process: pid_t) -> Set<pid_t> {
      var parents: [pid_t: pid_t] = [:]
      for entry in (try? Folder.entries(of: "/proc")) ?? [] {
        guard let number = pid_t(entry.name), let parent = ProcessFamily.parent(of: number) else {
          continue
        }
        parents[number] = parent
      }
      let own = getpid()
      let others = ProcessFamily.running.withLock { $0 }
      var found: Set<pid_t> = []
      for (number, parent) in parents where number != own && number != process {
        var ancestor = parent
        var steps = 0
        while ancestor > 1, ancestor != process, steps < 64 {
          ancestor = parents[ancestor] ?? 0
          steps += 1
        }
        let isOrphan =
          parent == own && others.isSubset(of: [process])
          && ProcessFamily.adopts.load(ordering: .relaxed)
        if ancestor == process || isOrphan || bearsMark(number) { found.insert(number) }
      }
      return found
    }

    /// Whether a process has the variable of this family.
    private func bearsMark(_ process: pid_t) -> Bool {
      do throws(Failure) {
        let file = try File(path: "/proc/\(process)/environ")
        var bytes = ByteArena()
        _ = try file.read(into: &bytes, at: 0, upTo: 1 << 21)
        return bytes.bytes(bytes.all).split(separator: 0).contains {
          $0.elementsEqual("\(ProcessFamily.variable)=\(mark)".utf8)
        }
      } catch {
        // It has gone meanwhile, or is somebody else's.
        return false
      }
    }

    /// The parent of a process that still runs; nil for one that has ended.
    private static func parent(of process: pid_t) -> pid_t? {
      guard let bytes = try? File.readWhole("/proc/\(process)/stat", limit: 4096) else {
        return nil
      }
      // The name stands in parentheses and may hold anything, also a parenthesis.
      let text = bytes.text(bytes.all)
      guard let end = text.lastIndex(of: ")") else { return nil }
      let fields = text[end...].dropFirst().split(separator: " ")
      guard fields.count > 1, fields[0] != "Z", fields[0] != "X" else { return nil }
      return pid_t(fields[1])
    }

    /// Waits for the end of a process that was killed, if it is a child of this one.
    private func collect(_ process: pid_t) {
      for _ in 0..<200 {
        var status: Int32 = 0
        if unsafe waitpid(process, &status, WNOHANG) != 0 { return }
        usleep(1_000)
      }
    }
  #endif
}

extension Process {
  /// Has the system give the children of programs that ended to this process, so that none of them
  /// is lost sight of.
  ///
  /// For a process that starts no children of its own beside those of this package: any other that
  /// it is given is ended when the last program has ended.
  ///
  /// C: prctl with PR_SET_CHILD_SUBREAPER (Linux 3.4).
  public static func adoptOrphans() { ProcessFamily.adoptOrphans() }
}
