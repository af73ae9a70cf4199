package import Footlight
package import FootlightPlatform
import JSONAnswers
import Synchronization

/// Tells the program of `on_match` what has come, changed and gone, as JSON lines on its standard input.
///
/// It counts as told when the program has ended with 0; until then it is told again the next time. Of several processes
/// one tells it: whoever finds another at it leaves the rest to that one.
package final class AlertDelivery: Sendable {
  /// So many alerts are handed over at once.
  private static let most = 1_000
  /// So long a program may take, in nanoseconds.
  private static let patience: Int64 = 60_000_000_000

  private let library: Library
  private let console: Console
  private let cancellation: Cancellation
  /// How many threads tell the program, or look whether another one does.
  private let busy = Atomic<Int>(0)

  /// Tells the program of a workspace, which is ended when the work is given up.
  package init(_ library: Library, _ console: Console, _ cancellation: Cancellation) {
    self.library = library
    self.console = console
    self.cancellation = cancellation
  }

  /// Tells the program everything that it was not told; what keeps it from that is said, and fails nothing else.
  package func deliver() throws(Failure) {
    if let failure = attempt() {
      try console.say(
        failure.diagnostics.map { diagnostic in
          var warning = diagnostic
          warning.severity = .warning
          return warning
        })
    }
  }

  /// Tells it on a thread of its own, so that a program that takes its time holds up nothing.
  package func begin() {
    busy.wrappingAdd(1, ordering: .relaxed)
    Workers.detach { [self] in
      try? deliver()
      busy.wrappingSubtract(1, ordering: .releasing)
    }
  }

  /// Waits until what has begun has ended, which the end of the work ends as well.
  package func wait() {
    while busy.load(ordering: .acquiring) > 0 { SystemServices.system.sleep(5_000_000) }
  }

  private func attempt() -> Failure? {
    guard !library.onMatch.isEmpty else { return nil }
    do throws(Failure) {
      // Whoever has changed something while this process told what it knew has left it here: so it looks again once
      // the others can have the lock.
      while try !library.alertsForProgram().alerts.isEmpty {
        guard let lock = try library.lockProgramAlerts() else { return nil }
        try tellAll()
        _ = consume lock
      }
      return nil
    } catch {
      return error
    }
  }

  private func tellAll() throws(Failure) {
    var left = try library.alertsForProgram().alerts[...]
    guard !left.isEmpty else { return }
    guard try library.allowsProgram() else {
      throw Failure(
        .alertProgram, "the program of 'on_match' may not run yet",
        remedy: "read footlight.yaml, then run `footlight allow footlight.yaml`")
    }
    while !left.isEmpty {
      let part = left.prefix(AlertDelivery.most)
      try tell(part)
      if let last = part.last { try library.noteProgramTold(upTo: last.sequence) }
      left = left.dropFirst(part.count)
    }
  }

  private func tell(_ alerts: ArraySlice<Alert>) throws(Failure) {
    var json = JSONWriter()
    for alert in alerts { json.line(JSONObjects.alert, alert) }
    var input = try ScratchFile()
    try input.write(json.bytes, json.bytes.all)
    input.rewind()
    let standard: ScratchFile? = consume input
    let folder = library.workspace.folder
    let name = library.onMatch[0]
    let path = console.variable("PATH") ?? SystemServices.usualPath
    guard let program = Subprocess.find(name, in: folder, path: path) else {
      throw Failure(
        .alertProgram, "there is no program '\(visible(name))'",
        remedy: "install it, or write its path")
    }
    var running = try PipedProcess(
      Subprocess(program, Array(library.onMatch.dropFirst())), in: folder, feeding: standard)
    let end = console.clock() + AlertDelivery.patience
    func again(_ what: String, remedy: String = "") -> Failure {
      Failure(
        .alertProgram, "'\(visible(name))' \(what)",
        remedy: remedy + "it is told the same the next time")
    }
    while true {
      if let code = try running.exitCode(waiting: 20) {
        guard code != 0 else { return }
        let said = running.errorLines.last.map { ": \(visible($0))" } ?? ""
        throw again("ended with \(code)\(said)")
      }
      guard !cancellation.isCancelled else { throw again("was ended with the work") }
      guard console.clock() < end else {
        throw again(
          "did not end within a minute",
          remedy: "let it start what takes long in the background (`&`); ")
      }
    }
  }
}
