import DeclaredRecords
import FileHandles
import Footlight
import FootlightPlatform
import Synchronization
import TestSupport
import Testing

/// Hooks that call back.
@Suite struct PushHookTests {
  private let work: TestWorkspace
  private let library: Library

  init() throws {
    work = try TestWorkspace()
    for domain in ["notes", "others"] {
      try work.folder.write(
        "domains/\(domain).yaml",
        """
        domain: \(domain)
        version: 1
        source: { kind: external }
        item: { id: "{id}", title: "{title}" }

        """)
    }
    library = try work.library()
    try library.sync()
  }

  private let note: Record = ["id": "1", "title": "name"]

  @Test func `a hook of a batch cannot use the batch that waits for it, and nothing hangs`() throws
  {
    let batch = Mutex<PushBatch?>(nil)
    let codes = Mutex<[DiagnosticCode?]>([])
    let hooks = PushHooks(
      shouldIndex: { record in
        guard let open = batch.withLock({ $0 }) else { return true }
        let attempts: [() throws -> Void] = [
          { try open.index([record]) }, { try open.delete(ids: ["1"]) },
          { try open.endBatch(clientState: "x") },
        ]
        for attempt in attempts { codes.withLock { $0.append(failureCode(attempt)) } }
        return true
      },
      didIndex: { _ in
        guard let open = batch.withLock({ $0 }) else { return }
        codes.withLock { $0.append(failureCode { try open.merge(partialRecords: []) }) }
      })
    let open = try library.records(of: "notes", options: PushOptions(hooks: hooks)).beginBatch("b")
    batch.withLock { $0 = open }
    try open.index([note])
    try Waiting.ends { () throws(Failure) in _ = try open.endBatch(clientState: "1") }
    #expect(codes.withLock { $0 } == [DiagnosticCode?](repeating: .pushWithinHook, count: 4))
    #expect(try library.ids("name") == ["1"])
    batch.withLock { $0 = nil }
  }

  @Test func `a hook can abandon its batch`() throws {
    for isTold in [false, true] {
      let batch = Mutex<PushBatch?>(nil)
      let abandon: @Sendable () -> Void = { batch.withLock { $0 }?.abandon() }
      let hooks = PushHooks(
        shouldIndex: { _ in
          if !isTold { abandon() }
          return true
        },
        didFail: { _ in abandon() })
      let open = try library.records(of: "notes", options: PushOptions(hooks: hooks)).beginBatch(
        "b")
      batch.withLock { $0 = open }
      try open.index([note])
      if isTold {
        #expect(failureCode { try open.endBatch(clientState: "1", expected: "0") } != nil)
      }
      #expect(failureCode { try open.endBatch(clientState: "1") } == .batchOver)
      try library.records(of: "notes").beginBatch("b").abandon()
      batch.withLock { $0 = nil }
    }
    #expect(try library.ids("name").isEmpty)
  }

  @Test func `a hook can push elsewhere, and as soon as it is told also where it comes from`()
    throws
  {
    let library = library
    let failures = Mutex<[Failure]>([])
    @Sendable func push(_ record: Record, _ domain: String) {
      do {
        // It must not wait for the push that it is told of.
        try library.records(of: domain, options: PushOptions(waits: true)).index([record])
      } catch {
        failures.withLock { $0.append(error) }
      }
    }
    let hooks = PushHooks(
      shouldIndex: { record in
        push(record, "others")
        return true
      },
      didIndex: { id in push(["id": .text("after \(id)"), "title": "after"], "notes") })
    try Waiting.ends { [note] () throws(Failure) in
      _ = try library.records(of: "notes", options: PushOptions(hooks: hooks)).index([note])
    }
    #expect(failures.withLock { $0.isEmpty })
    #expect(try library.ids("name", ["others"]) == ["1"])
    #expect(try library.ids("after", ["notes"]) == ["after 1"])
  }

  @Test func `a hook of a queue cannot wait for the queue, and can tell it of changes`() throws {
    for mode in [IndexQueue.Mode.byHand, .onDemand] {
      let queue = Mutex<IndexQueue?>(nil)
      let codes = Mutex<[DiagnosticCode?]>([])
      let call: @Sendable () -> Void = {
        guard let queue = queue.withLock({ $0 }) else { return }
        let attempts: [() throws -> Void] = [
          { try queue.waitUntilDone() }, { try queue.indexChanges(waiting: true) },
          { try queue.changed(["id": "2", "title": "second"]) },
        ]
        for attempt in attempts { codes.withLock { $0.append(failureCode(attempt)) } }
      }
      let made = library.records(
        of: "notes",
        options: PushOptions(hooks: PushHooks(didIndex: { _ in call() }, didFail: { _ in call() }))
      ).queue(mode)
      queue.withLock { $0 = made }
      try made.changes(note)
      try made.indexes()
      let refused = failureCode {
        try made.changes(["id": "3"])
        try made.indexes()
      }
      #expect(refused == .pushRefused)
      let last: DiagnosticCode? = mode == .byHand ? .pushWithinHook : nil
      let told = codes.withLock { $0 }
      #expect(told.count == 6, "one record was indexed, one batch refused")
      for (number, code) in told.enumerated() {
        #expect(code == (number % 3 == 2 ? last : .pushWithinHook))
      }
      queue.withLock { $0 = nil }
    }
  }

  /// What a hook and the task that it starts have in common.
  private final class Started: Sendable {
    let queue = Mutex<IndexQueue?>(nil)
    let task = Mutex<Task<[DiagnosticCode?], Never>?>(nil)
    let hasTried = Atomic<Bool>(false)

    /// Uses the queue within the hook, and again when that and its batch are over.
    func run() async -> [DiagnosticCode?] {
      guard let queue = queue.withLock({ $0 }) else { return [] }
      var codes = [failureCode { try queue.waitUntilDone() }]
      hasTried.store(true, ordering: .relaxed)
      guard await Waiting.until({ queue.operations == 0 }) else { return codes }
      codes.append(failureCode { try queue.changed(["id": "2", "title": "second"]) })
      codes.append(failureCode { try queue.indexChanges(waiting: true) })
      return codes
    }
  }

  @Test func `a task that a hook starts is free once the hook has ended`() async throws {
    let started = Started()
    let hooks = PushHooks(didIndex: { id in
      guard id == "1" else { return }
      let task = Task(priority: .high) { await started.run() }
      started.task.withLock { $0 = task }
      _ = Waiting.until { started.hasTried.load(ordering: .relaxed) }
    })
    let queue = library.records(of: "notes", options: PushOptions(hooks: hooks)).queue(.onDemand)
    started.queue.withLock { $0 = queue }
    try queue.changed(note)
    try queue.indexChanges(waiting: false)
    #expect(await Waiting.until { started.task.withLock { $0 != nil } })
    let task = started.task.withLock { $0 }
    #expect(await task?.value == [.pushWithinHook, nil, nil])
    #expect(try library.ids("second") == ["2"])
    started.queue.withLock { $0 = nil }
  }

  /// Keeps changes from being published.
  private func block(_ isBlocked: Bool) throws {
    let connection = try Connection(
      path: work.folder.path(".footlight/catalog.sqlite"), mode: .readWrite)
    for step in ["INSERT", "UPDATE"] {
      try connection.execute(
        isBlocked
          ? """
          CREATE TRIGGER no_\(step) BEFORE \(step) ON domain
          BEGIN SELECT RAISE(ABORT, 'not now'); END
          """ : "DROP TRIGGER no_\(step)")
    }
  }

  @Test func `a queue tells what is stored and cannot be found yet`() throws {
    let warned = Mutex<[DiagnosticCode]>([])
    let hooks = PushHooks(didWarn: { warning in warned.withLock { $0.append(warning.code) } })
    let queue = library.records(of: "notes", options: PushOptions(hooks: hooks)).queue(.byHand)
    try block(true)
    let failure = failure { try queue.changed(note) }
    #expect(failure?.diagnostics.first?.code == .pushWaits)
    #expect(failure?.exitCode == 3)
    #expect(warned.withLock { $0.first } == .pushWaits)
    let later = library.records(of: "others").queue(.onChange)
    try later.changed(["id": "2", "title": "second"])
    #expect(failureCode { try later.ends() } == .pushWaits)
    #expect(try library.ids("name").isEmpty)
    try block(false)
    try library.sync()
    #expect(try library.ids("name") == ["1"] && library.ids("second") == ["2"])
    // What else should be known is told, too, and is no failure.
    try work.folder.write(
      "domains/notes.yaml",
      """
      domain: notes
      version: 2
      source: { kind: external }
      item: { id: "{id}", title: "{title}" }

      """)
    warned.withLock { $0 = [] }
    try queue.changed(note)
    #expect(warned.withLock { $0 } == [.pushAgain])
  }

  @Test func `a push that cannot be applied says so in its report`() throws {
    try block(true)
    #expect(try library.records(of: "notes").index([note]).waits)
    try block(false)
    #expect(try !library.records(of: "notes").index([note]).waits)
    #expect(try library.ids("name") == ["1"])
  }
}
