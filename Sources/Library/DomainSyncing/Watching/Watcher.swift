import DeclaredRecords
public import FootlightPlatform
import SourceKinds

/// The life of a watching: it waits until something happens, and brings those domains up to date
/// that it concerns.
package struct Watcher: ~Copyable {
  let open: OpenWorkspace
  let selection: DomainSelection
  let options: WatchOptions
  let cancellation: Cancellation
  var watch = FileWatch()
  /// The declarations as they were last read.
  var declarations = Declarations()
  /// When they are read again although nothing was told.
  var reloadDue: Int64 = 0
  /// The domains that are watched, by name.
  var domains: [String: WatchedDomain] = [:]
  /// How fast programs are read, over all batches.
  let pace: RecordPace?
  /// The diagnostics that were told of the declarations last.
  var told: [Diagnostic] = []

  /// How long nothing must happen before a batch begins, in milliseconds, and how often that is
  /// waited for at most: a commit touches several files.
  private static let calm = 15
  private static let mostCalms = 10
  /// A flag that another thread raises wakes nobody: so long is slept at a time, in milliseconds.
  private static let nap = 100
  private static let second: Int64 = 1_000_000_000
  /// How often it is asked where the power comes from, in nanoseconds.
  private static let powerLook = second

  package init(open: OpenWorkspace, selection: DomainSelection, options: WatchOptions) {
    self.open = open
    self.selection = selection
    self.options = options
    cancellation = options.cancellation ?? Cancellation()
    pace = options.maxRate.map { RecordPace($0, open.system) }
  }

  package mutating func run() {
    while !cancellation.isCancelled {
      let now = open.system.monotonic()
      if now >= reloadDue { reload() }
      let due = domains.filter { $0.value.next <= now }.keys.sorted()
      if !due.isEmpty, isOnBattery { restOnBattery() }
      for name in passOver(due) where !cancellation.isCancelled {
        // Told before it is looked at: what happens meanwhile is told after it.
        take(watch.wait(milliseconds: 0))
        // Nothing is built from a declaration that is another one by now.
        if reloadDue == 0 { break }
        look(name)
      }
      wait()
    }
  }

  private var isOnBattery: Bool { options.pausesOnBattery && open.system.isOnBattery() }

  /// Waits until the machine has other power, and notes what happens meanwhile.
  private mutating func restOnBattery() {
    repeat {
      let look = open.system.monotonic() + Watcher.powerLook
      while open.system.monotonic() < look, !cancellation.isCancelled {
        take(watch.wait(milliseconds: Watcher.nap))
      }
    } while !cancellation.isCancelled && isOnBattery
  }

  /// How long to wait before something is looked at that told nothing: two seconds, or less where
  /// nothing is told; a hundredth of the time, or a tenth, is spent with looking at all of its kind, but after a
  /// minute it is time in any case: a long build says little of what the next look costs.
  func pause(isTold: Bool, cost: Int64, of count: Int = 1) -> Int64 {
    let longest = 60 * Watcher.second
    let all = min(cost, longest) * Int64(max(1, count))
    let pause = isTold ? max(2 * Watcher.second, 100 * all) : max(Watcher.second / 2, 10 * all)
    return min(pause, longest)
  }

  /// The same for a domain, beside all that are looked at in the same way.
  ///
  /// - Parameter cost: the cost of the look alone: a build happens once, and is no reason to look rarely.
  func pause(for domain: WatchedDomain, cost: Int64) -> Int64 {
    let alike = domains.values.count { $0.way == domain.way }
    return pause(isTold: domain.isTold, cost: cost, of: alike)
  }

  /// Watches where the declarations and the sources lie.
  mutating func watchFolders() {
    var all: Set<String> = [open.workspace.domains]
    for domain in domains.values { all.formUnion(domain.folders) }
    watch.watch(all)
  }

  /// Waits until something happens, or it is time to look all the same; then until it is calm.
  private mutating func wait() {
    var isCalm = true
    while isCalm, !cancellation.isCancelled {
      let next = domains.values.reduce(reloadDue) { min($0, $1.next) }
      let left = next - open.system.monotonic()
      guard left > 0 else { return }
      let events = watch.wait(milliseconds: min(Watcher.nap, Int(left / 1_000_000) + 1))
      isCalm = !take(events)
    }
    var calms = 0
    while calms < Watcher.mostCalms, !cancellation.isCancelled,
      take(watch.wait(milliseconds: Watcher.calm))
    {
      calms += 1
    }
  }

  /// Notes what has happened; whether it concerns somebody.
  @discardableResult
  private mutating func take(_ events: [FileEvent]) -> Bool {
    let now = open.system.monotonic()
    var concerns = false
    for event in events {
      let isDeclaration =
        event.folder == open.workspace.domains && event.name.hasSuffix(".yaml")
      if isDeclaration || event.folder.isEmpty {
        reloadDue = 0
        concerns = true
      }
      for name in domains.keys where domains[name]?.note(event, at: now) == true {
        concerns = true
      }
    }
    return concerns
  }
}

/// How domains are watched.
public struct WatchOptions: Sendable {
  /// About how much memory a batch may use in all, in bytes; nil for 256 MB.
  public var memory: Int?
  /// How many records a second are taken at most from the programs of `kind: command`, all of them
  /// together; nil for as many as they print.
  public var maxRate: Int?
  /// Looks at nothing while the machine runs on a battery; what happens meanwhile is done afterwards.
  public var pausesOnBattery = false
  /// Ends the watching when it is raised; a batch that is not published by then has not happened.
  public var cancellation: Cancellation?
  /// Is told how far a batch is, several times a second, from any thread.
  public var progress: (@Sendable (ProgressUpdate) -> Void)?
  /// Is told what came of each batch, on the thread of the watching.
  public var report: @Sendable (SyncReport) -> Void

  /// Makes options.
  public init(
    memory: Int? = nil, cancellation: Cancellation? = nil,
    report: @escaping @Sendable (SyncReport) -> Void = { _ in }
  ) {
    self.memory = memory
    self.cancellation = cancellation
    self.report = report
  }
}
