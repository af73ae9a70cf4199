import Footlight
import FootlightPlatform
import Synchronization
import TestSupport
import Testing

/// One oracle for life: whatever happens to a source, its declaration, its clock and its index, one sync afterwards the
/// index holds what a naive reading of the source yields, or says that it does not.
@Suite struct LifeTests {
  /// So many steps of each life; `FOOTLIGHT_TORTURE` makes them longer, for an hour in all.
  private static var steps: Int {
    SystemServices.system.environment("FOOTLIGHT_TORTURE") == nil ? 25 : 4_000
  }

  @Test(arguments: LivingSource.Kind.allCases)
  func `random life of a source`(_ kind: LivingSource.Kind) async throws {
    var random = SeededRandom.announced("life of \(kind)")
    let clock = LifeClock()
    let source = try LivingSource(kind)
    let path: String = source.folder.path
    var system = LivingSource.system(path)
    system.now = { clock.now.withLock { $0 } }
    var history: [String] = []
    try source.declare()
    for _ in 0..<LifeTests.steps {
      let step = LifeStep.allCases.randomElement(using: &random) ?? .change
      history.append("\(step)")
      let told = "\(kind), seed \(random.seed), after \(history.suffix(12).joined(separator: ", "))"
      switch step {
      case .change: try source.change(&random)
      case .kill:
        try source.change(&random)
        try source.declare()
        await LifeTests.killSync(
          in: path, at: 1 + random.below(150), isTorn: random.oneIn(2),
          now: clock.now.withLock { $0 })
      case .sameLook: try source.changeUnseen(&random)
      case .keepCopy: try source.keepCopy()
      case .putBack: try source.putBack()
      case .fork:
        try source.putBack()
        try source.change(&random)
      case .raiseVersion: source.version += 1
      case .otherMapping: source.mapping += 1
      case .clockAhead: clock.now.withLock { $0 = 1_700_000_000 + 3_650 * 86_400 }
      case .clockBack: clock.now.withLock { $0 = 1_700_000_000 }
      case .olderIndex: try source.putIndexBack()
      case .keepIndex: try source.keepIndex()
      case .swapGenerations: try source.swapGenerations()
      }
      try source.declare()
      let library = try Library(workspace: path, system: system)
      var report = try library.sync(
        options: SyncOptions(allowsShrink: true, collectsFailures: true))
      if report.failures.contains(where: { $0.message.contains("last copy") }) {
        // A file of pushes of another history is told of; whoever gives it up pushes all again.
        var giving = SyncOptions(allowsShrink: true, collectsFailures: true)
        giving.forgetsPushed = true
        report = try library.sync(options: giving)
        try source.pushAll(library)
      }
      try source.push(library)
      if step == .raiseVersion || source.mustPushAgain { try source.pushAll(library) }
      #expect(report.failures.isEmpty, "\(told)")
      var found: [String: String] = [:]
      try library.dump(["life"]) { item in found[item.item.id] = item.item.title }
      let now = clock.now.withLock { $0 }
      let wanted = source.items(now: now)
      #expect(found == wanted, "\(told)")
      guard found == wanted else { return }
      #expect(try library.verify(["life"]).exitCode == 0, "\(told)")
    }
  }

  /// A sync in a process of its own that dies at its n-th change of a file, or after the last one.
  private static func killSync(in path: String, at step: Int, isTorn: Bool, now: Int64) async {
    await #expect(processExitsWith: .signal(SIGKILL), "killed at step \(step)") {
      [path = path as String, step = step as Int, isTorn = isTorn as Bool, now = now as Int64] in
      try LifeTests.sync(path, Faults(at: step, isTorn ? .tornKill : .kill), now: now)
      kill(getpid(), SIGKILL)
    }
  }

  /// The sync of the child: on one thread, so that its steps have one order.
  private static func sync(_ path: String, _ faults: Faults, now: Int64) throws {
    try faults.observeSQLite()
    var system = LivingSource.system(path)
    system.files = faults.files
    system.now = { now }
    try Library(workspace: path, system: system).sync(
      options: SyncOptions(allowsShrink: true, threads: 1, collectsFailures: true))
  }
}

/// A thing that happens.
enum LifeStep: CaseIterable {
  case change, kill, sameLook, keepCopy, putBack, fork, raiseVersion, otherMapping, clockAhead,
    clockBack
  case olderIndex, keepIndex, swapGenerations
}

/// The clock of a life.
private final class LifeClock: Sendable {
  let now = Mutex<Int64>(1_700_000_000)
}
