import DeclaredRecords
public import FootlightPlatform
import Synchronization

/// Indexes what a program changes in its own objects, in one of three ways.
///
///     let queue = library.records(of: "notes").queue(.onChange)
///     try queue.changed(["id": "7", "title": "Buy milk"])
///     try queue.deleted(id: "8")
///
/// Changes are applied in their order, each batch of them whole or not at all: a batch that is
/// refused is told and forgotten. What waits is not stored, so a program that ends says
/// ``indexChanges(waiting:)`` first.
///
/// `push.waits` is told like a failure, since nothing is found yet; but then all of the batch is
/// stored, and comes with the next sync or push: there is nothing to tell again. Other warnings go to
/// ``PushHooks/didWarn``. In a hook, calls that would wait for the batch that the hook belongs to fail
/// with `push.within-hook`.
public final class IndexQueue: Sendable {
  /// When changes are applied.
  public enum Mode: Sendable, Hashable {
    /// Within the call that tells of a change.
    case byHand
    /// When ``IndexQueue/indexChanges(waiting:)`` asks for it.
    case onDemand
    /// On a thread of the queue, soon after each change.
    case onChange
  }

  /// The domain.
  public let domain: String
  /// When changes are applied.
  public let mode: Mode
  private let open: OpenWorkspace
  private let options: PushOptions
  /// Itself, for its hooks.
  private let owner = HookOwner()
  private let state: Mutex<QueueState>

  init(_ mode: Mode, of domain: String, in open: OpenWorkspace, _ options: PushOptions) {
    self.open = open
    self.domain = domain
    self.mode = mode
    var options = options
    options.hooks = options.hooks.owned(by: owner, isThroughout: true)
    self.options = options
    state = Mutex(QueueState(cancellation: options.cancellation))
  }

  /// Tells of a record that is new or different.
  ///
  /// - Throws: with ``Mode/byHand``, what ``DomainRecords/index(_:)`` throws.
  public func changed(_ record: Record) throws(Failure) {
    try take(.record(record))
  }

  /// Tells of a record that is gone, by its id within the domain.
  ///
  /// - Throws: with ``Mode/byHand``, what ``DomainRecords/delete(ids:)`` throws.
  public func deleted(id: String) throws(Failure) {
    try take(.deletion(id))
  }

  /// How many batches wait or run.
  public var operations: Int {
    state.withLock { $0.waiting.count + ($0.running == nil ? 0 : 1) }
  }

  /// How many changes were told of and are in no batch yet.
  public var pending: Int { state.withLock { $0.changes.count } }

  /// Keeps batches from beginning, or lets them begin.
  public func suspend(_ isSuspended: Bool) {
    state.withLock { $0.isSuspended = isSuspended }
    start()
  }

  /// Makes one batch of all changes so far, and applies it on the thread of the queue; when
  /// `waiting`, the call returns once that and what was before it is done, on this thread if no
  /// other one is at it, even while the queue is suspended.
  ///
  /// - Throws: when waiting, what went wrong with this batch.
  public func indexChanges(waiting: Bool) throws(Failure) {
    if waiting { try owner.check() }
    let last = state.withLock { state -> QueueOperation? in
      state.makeBatch(isAwaited: waiting)
      let last = state.waiting.last ?? state.running
      // Its failure is thrown here, and by nobody else.
      if waiting { last?.await() }
      return last
    }
    guard let last else { return }
    guard waiting else { return start() }
    try wait(for: last)
  }

  /// Waits until a batch is over, and applies what waits meanwhile, unless another thread is at it.
  private func wait(for operation: QueueOperation) throws(Failure) {
    while true {
      if let outcome = operation.outcome { return try outcome.get() }
      if let next = state.withLock({ $0.beginNext() }) { finish(next) } else { Workers.pause() }
    }
  }

  /// Ends all batches that wait or run: of those that are not stored yet nothing is.
  public func cancelAll() {
    state.withLock { state in
      for operation in state.waiting {
        if operation.isOpen { state.changes.removeAll() }
        operation.cancel()
      }
      state.running?.cancellation.cancel()
      state.waiting.removeAll()
    }
  }

  /// Waits until no batch runs, and none waits unless the queue is suspended; throws what went wrong
  /// since the last time and was thrown by no other call.
  public func waitUntilDone() throws(Failure) {
    try owner.check()
    while state.withLock({ $0.running != nil || !$0.isSuspended && !$0.waiting.isEmpty }) {
      Workers.pause()
    }
    let failures = state.withLock { state in
      defer { state.failures.removeAll() }
      return state.failures
    }
    if let failure = Failure(failures.flatMap(\.diagnostics)) { throw failure }
  }

  private func take(_ change: QueueChange) throws(Failure) {
    if mode == .byHand { try owner.check() }
    let own = state.withLock { state -> QueueOperation? in
      state.changes.append(change)
      switch mode {
      case .byHand:
        // Made in the same step, so that no other thread gets what comes of it.
        state.makeBatch(isAwaited: true)
        return state.waiting.last
      case .onDemand: break
      case .onChange:
        // A batch that waits at the end takes all changes until it begins.
        let hasOpen = state.waiting.last?.isOpen ?? false
        if !hasOpen { state.waiting.append(state.operation()) }
      }
      return nil
    }
    if let own { return try wait(for: own) }
    if mode == .onChange { start() }
  }

  /// Begins the next batch on a thread of the queue, unless there is one.
  private func start() {
    let begins = state.withLock { state in
      guard !state.hasThread, !state.isSuspended, !state.waiting.isEmpty else { return false }
      state.hasThread = true
      return true
    }
    guard begins else { return }
    Workers.detach { self.drain() }
  }

  private func drain() {
    while true {
      let (isOver, next) = state.withLock { state -> (Bool, QueueOperation?) in
        guard !state.isSuspended, !state.waiting.isEmpty else {
          state.hasThread = false
          return (true, nil)
        }
        return (false, state.beginNext())
      }
      if isOver { return }
      // A waiting caller may be at it.
      if let next { finish(next) } else { Workers.pause() }
    }
  }

  /// Applies the batch that was begun.
  private func finish(_ operation: QueueOperation) {
    let changes = operation.changes
    let outcome: Result<Void, Failure>
    do throws(Failure) {
      let report =
        changes.isEmpty ? PushReport() : try apply(changes, operation.cancellation)
      outcome = report.waiting.map { .failure($0) } ?? .success(())
    } catch {
      outcome = .failure(error)
    }
    state.withLock { state in
      state.running = nil
      if case .failure(let failure) = outcome, !operation.isAwaited,
        !operation.cancellation.isRaised
      {
        state.failures.append(failure)
      }
    }
    operation.end(outcome)
  }

  private func apply(
    _ changes: [QueueChange], _ cancellation: Cancellation
  ) throws(Failure) -> PushReport {
    try open.told(options) { () throws(Failure) in
      let declared = try open.external(domain)
      var options = options
      options.cancellation = cancellation
      // Another thread of this program may be indexing.
      options.waits = true
      var spool = try PushSpool()
      var intake = try PushIntake(declared, open.system, options)
      var records: [Record] = []
      for change in changes {
        try cancellation.check()
        switch change {
        case .record(let record):
          records.append(declared.definition.identified(record))
        case .deletion(let id):
          try intake.take(records, isMerging: false, into: &spool)
          records.removeAll()
          try spool.add(PushSpool.Entry(domain: domain, action: .delete, id: id, line: 0))
        }
      }
      try intake.take(records, isMerging: false, into: &spool)
      return try PushRun(open: open, options: options).perform(spool, [declared])
    }
  }
}

extension PushReport {
  /// The failure for a caller who expects to find pushed records; nil when they are found.
  fileprivate var waiting: Failure? {
    guard waits else { return nil }
    return Failure(
      warnings.drop { $0.code != .pushWaits }.map { warning in
        var warning = warning
        warning.severity = .error
        return warning
      })
  }
}

/// A batch or a queue whose calls wait for each other: one that comes from a hook of it would wait
/// for itself.
final class HookOwner: Sendable {
  /// A hook that is being called; a task that it starts outlives it.
  private final class Stay: Sendable {
    let owner: HookOwner
    let isOver = Atomic<Bool>(false)

    init(_ owner: HookOwner) { self.owner = owner }
  }

  /// The hooks in which this thread is.
  @TaskLocal private static var present: [Stay] = []

  /// Throws when this thread is in a hook of the owner.
  func check() throws(Failure) {
    guard isPresent else { return }
    throw Failure(
      .pushWithinHook, "a hook has called the batch or the queue that waits for it",
      remedy: "note what is to be done, and do it when the call has returned")
  }

  /// Whether this thread is in a hook of the owner.
  var isPresent: Bool {
    HookOwner.present.contains { $0.owner === self && !$0.isOver.load(ordering: .relaxed) }
  }

  fileprivate func during<Result>(_ hook: () -> Result) -> Result {
    let stay = Stay(self)
    defer { stay.isOver.store(true, ordering: .relaxed) }
    return HookOwner.$present.withValue(HookOwner.present + [stay]) { hook() }
  }
}

extension PushHooks {
  /// The same hooks, in which their owner is known.
  ///
  /// - Parameter isThroughout: whether it also waits for those that are told of the end of a push.
  func owned(by owner: HookOwner, isThroughout: Bool) -> PushHooks {
    var owned = self
    if let shouldIndex {
      owned.shouldIndex = { record in owner.during { shouldIndex(record) } }
    }
    if let didIndex { owned.didIndex = { id in owner.during { didIndex(id) } } }
    guard isThroughout else { return owned }
    if let didFail { owned.didFail = { failure in owner.during { didFail(failure) } } }
    if let didWarn { owned.didWarn = { warning in owner.during { didWarn(warning) } } }
    return owned
  }
}
