import FileHandles
package import FootlightPlatform
import Synchronization

/// Lets the n-th change of a file go wrong, whether SQLite makes it or the platform does.
///
/// Count first with no fault, then run again with the fault at 1, 2, 3 … up to the count.
package final class Faults: Sendable {
  /// What happens at the chosen step.
  package enum Kind: Sendable, Hashable {
    /// The disk is full at this step only.
    case diskFull
    /// The disk is full from this step on.
    case diskStaysFull
    /// The step fails.
    case failure
    /// Half of a write reaches the file, then the process dies; other steps die as in `kill`.
    case tornKill
    /// The process dies before the step, as by `kill -9`.
    case kill
  }

  private struct State {
    var count = 0
    var steps: [String] = []
  }

  private let state = Mutex(State())
  private let chosen: Int
  private let kind: Kind

  /// A fault at the n-th step, counted from 1; with 0, none: the steps are only counted.
  package init(at chosen: Int = 0, _ kind: Kind = .failure) {
    self.chosen = chosen
    self.kind = kind
  }

  /// How many steps there were.
  package var count: Int { state.withLock { $0.count } }

  /// The steps, for messages of tests.
  package var steps: [String] { state.withLock { $0.steps } }

  /// File operations that count and fail.
  package var files: FileOperations {
    FileOperations { (step) throws(Failure) in
      guard step.changesDisk, let fault = self.reach("\(step)") else { return }
      switch fault {
      case .kill, .tornKill: Faults.die()
      case .diskFull, .diskStaysFull: throw .system(ENOSPC, "write", "\(step)")
      case .failure: throw .system(EIO, "write", "\(step)")
      }
    }
  }

  /// Makes every SQLite connection that is opened from now on, in this whole process, count and
  /// fail: meant for a process that runs one test, as exit tests do.
  package func observeSQLite() throws(Failure) {
    let name = "observed-\(UInt(bitPattern: ObjectIdentifier(self)))"
    _ = try ObservedFilesystem(name: name, isDefault: true) { self.verdict($0) }
  }

  /// Registers a SQLite file system of this name that counts and fails.
  package func registerSQLite(as name: String) throws(Failure) {
    _ = try ObservedFilesystem(name: name) { self.verdict($0) }
  }

  private func verdict(_ step: ObservedFilesystem.Step) -> ObservedFilesystem.Verdict {
    guard let fault = reach("\(step)") else { return .proceed }
    switch fault {
    case .kill: Faults.die()
    case .tornKill:
      if case .write(_, _, let bytes) = step { return .tear(bytes / 2) { Faults.die() } }
      Faults.die()
    case .diskFull, .diskStaysFull: return .diskFull
    case .failure: return .failure
    }
  }

  private func reach(_ step: String) -> Kind? {
    state.withLock { state in
      state.count += 1
      state.steps.append(step)
      if chosen == 0 { return nil }
      if kind == .diskStaysFull { return state.count >= chosen ? kind : nil }
      return state.count == chosen ? kind : nil
    }
  }

  /// Ends the process at once, as a power cut would: nothing is flushed or cleaned up.
  private static func die() -> Never {
    kill(getpid(), SIGKILL)
    while true { pause() }
  }
}

extension Faults {
  /// The steps of some work at which a test ends or refuses it.
  ///
  /// With `FOOTLIGHT_TORTURE` these are all. Else a seed chooses one of each `parts` stretches of the work, and
  /// `ends` of its last six steps, so that many short runs try every step.
  package static func steps(of count: Int, parts: Int, ends: Int, _ test: String) -> [Int] {
    guard SystemServices.system.environment("FOOTLIGHT_TORTURE") == nil else {
      return Array(1...count)
    }
    var random = SeededRandom.announced(test)
    let last = max(0, count - 6)
    let chosen = (0..<min(parts, last)).map { part in
      let start = 1 + part * last / parts
      return start + random.below((part + 1) * last / parts - start + 1)
    }
    return chosen + Array((last + 1...count).shuffled(using: &random).prefix(ends)).sorted()
  }
}

extension FileOperations.Step {
  /// Whether the step can leave another state on the disk.
  package var changesDisk: Bool {
    switch self {
    case .list, .look: false
    default: true
    }
  }
}
