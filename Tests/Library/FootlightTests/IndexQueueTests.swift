import DeclaredRecords
import Footlight
import FootlightPlatform
import Synchronization
import TestSupport
import Testing

@Suite struct IndexQueueTests {
  /// Lives as long as the test.
  private let work: TestWorkspace

  init() throws {
    work = try TestWorkspace()
  }

  private func library() throws -> Library {
    try work.folder.write(
      "domains/notes.yaml",
      """
      domain: notes
      version: 1
      source: { kind: external }
      item: { id: "{id}", title: "{title}" }
      analysis: { stop_words: [is] }

      """)
    return try work.library()
  }

  private let note: Record = ["id": "1", "title": "This is my name"]

  @Test func `by hand, a change is found when the call returns (RK-14, RK-15)`() throws {
    let library = try library()
    let queue = library.records(of: "notes").queue(.byHand)
    try queue.changes(note)
    for word in ["this", "my", "name"] { #expect(try library.ids(word) == ["1"]) }
    try queue.deleted(id: "1")
    #expect(try library.ids("name").isEmpty)
  }

  @Test func `on change, it is found soon after (RK-16, RK-17)`() throws {
    let library = try library()
    let queue = library.records(of: "notes").queue(.onChange)
    for number in 1..<40 {
      try queue.changed(["id": .text("\(number % 7)"), "title": .text("name \(number)")])
    }
    try queue.ends()
    #expect(queue.pending == 0 && queue.operations == 0)
    #expect(try library.ids("name").count == 7)
    #expect(try library.item("notes:0")?.item.title == "name 35")
  }

  @Test func `on demand, it is found when that was asked for (RK-18, RK-19)`() throws {
    let library = try library()
    try library.sync()
    let queue = library.records(of: "notes").queue(.onDemand)
    try queue.changed(note)
    #expect(try library.ids("name").isEmpty)
    try queue.indexes()
    #expect(try library.ids("name") == ["1"])
    try queue.changed(["id": "1", "title": "other"])
    try queue.indexChanges(waiting: false)
    try queue.ends()
    #expect(try library.ids("name").isEmpty)
    #expect(try library.ids("other") == ["1"])
  }

  @Test func `a suspended queue holds one operation, which can be cancelled (RK-20)`() throws {
    let library = try library()
    try library.sync()
    let queue = library.records(of: "notes").queue(.onDemand)
    queue.suspend(true)
    try queue.changed(note)
    try queue.indexChanges(waiting: false)
    #expect(queue.operations == 1)
    queue.cancelAll()
    queue.suspend(false)
    try queue.ends()
    #expect(queue.operations == 0)
    #expect(try library.ids("name").isEmpty)
  }

  @Test func `a bad change is told, and refuses its batch`() throws {
    let library = try library()
    let failed = Mutex(0)
    let queue = library.records(
      of: "notes",
      options: PushOptions(hooks: PushHooks(didFail: { _ in failed.withLock { $0 += 1 } }))
    ).queue(.onDemand)
    try queue.changed(note)
    try queue.changed(["id": "2"])
    try queue.indexChanges(waiting: false)
    #expect(throws: Failure.self) { try queue.ends() }
    #expect(failed.withLock { $0 } == 1)
    try library.sync()
    #expect(try library.ids("name").isEmpty)
  }

  @Test func `who waits gets what was told before, in its order, even while suspended`() throws {
    let library = try library()
    let queue = library.records(of: "notes").queue(.onDemand)
    queue.suspend(true)
    try queue.changed(["id": "1", "title": "older"])
    try queue.indexChanges(waiting: false)
    try queue.changed(["id": "1", "title": "newer"])
    try queue.indexes()
    #expect(queue.operations == 0)
    #expect(try library.ids("older").isEmpty)
    #expect(try library.ids("newer") == ["1"])
    try queue.ends()
  }

  @Test func `changes of one record end as the last one, whoever indexes them`() throws {
    let library = try library()
    let queue = library.records(of: "notes").queue(.onChange)
    for number in 0..<30 {
      try queue.changed(["id": "1", "title": .text("name \(number)")])
      if number % 7 == 3 { try queue.indexes() }
      if number % 7 == 5 { try queue.deleted(id: "1") }
    }
    try queue.ends()
    #expect(try library.item("notes:1")?.item.title == "name 29")
  }

  @Test func `cancelling takes what waits for the thread, and nobody hears of it`() throws {
    let library = try library()
    try library.sync()
    let queue = library.records(of: "notes").queue(.onChange)
    queue.suspend(true)
    try queue.changed(note)
    #expect(queue.operations == 1)
    queue.cancelAll()
    #expect(queue.operations == 0 && queue.pending == 0)
    queue.suspend(false)
    try queue.ends()
    #expect(try library.ids("name").isEmpty)
    try queue.changed(note)
    try queue.ends()
    #expect(try library.ids("name") == ["1"])
  }

  @Test func `by hand, each thread gets what comes of its own change`() throws {
    let library = try library()
    try library.sync()
    let queue = library.records(of: "notes").queue(.byHand)
    let mistakes = Mutex<[String]>([])
    Workers.run(2) { thread in
      for round in 0..<60 {
        var record: Record = ["id": .text("\(thread)")]
        if thread == 0 { record["title"] = .text("good \(round)") }
        let code = failureCode { try queue.changed(record) }
        // A record without a title is refused, and nobody else hears of it.
        if code != (thread == 0 ? nil : .pushRefused) {
          mistakes.withLock { $0.append("\(thread) \(round): \(code?.name ?? "indexed")") }
        }
      }
    }
    #expect(mistakes.withLock { $0 } == [])
    try queue.ends()
    #expect(try library.item("notes:0")?.item.title == "good 59")
  }

  @Test func `who waits for a batch gets its end, whoever asks for another one meanwhile`() throws {
    let library = try library()
    try library.sync()
    let queue = library.records(of: "notes").queue(.onChange)
    Workers.run(3) { thread in
      for round in 0..<40 {
        switch thread {
        case 0: try? queue.indexes()
        case 1: try? queue.changed(["id": "1", "title": .text("name \(round)")])
        default: try? queue.indexChanges(waiting: round % 2 == 0)
        }
      }
    }
    try queue.ends()
    #expect(queue.operations == 0 && queue.pending == 0)
    #expect(try library.item("notes:1")?.item.title == "name 39")
  }

  @Test func `a failure is thrown by who waits for it, and by nobody else`() throws {
    let library = try library()
    let queue = library.records(of: "notes").queue(.onDemand)
    queue.suspend(true)
    try queue.changed(["id": "1"])
    try queue.indexChanges(waiting: false)
    #expect(failureCode { try queue.indexes() } == .pushRefused)
    queue.suspend(false)
    try queue.ends()
  }

  @Test func `a program can stop its queue while it waits for another indexer`() throws {
    let library = try library()
    try library.sync()
    let cancellation = Cancellation()
    let queue = library.records(
      of: "notes",
      options: PushOptions(
        cancellation: cancellation,
        progress: { update in if update.phase == .waiting { cancellation.cancel() } })
    ).queue(.onDemand)
    let held = try FileLock(path: work.folder.path(".footlight/lock"))
    try queue.changed(note)
    #expect(failureCode { try queue.indexes() } == .cancelled)
    _ = consume held
    #expect(try library.ids("name").isEmpty)
  }

  /// A queue that ends all its batches when it is asked whether a record with the word `last` is to be
  /// indexed, or told that it was.
  private func stopping(
    _ library: Library, _ mode: IndexQueue.Mode, when isIndexed: Bool
  ) -> (queue: IndexQueue, failures: () -> [DiagnosticCode], end: () -> Void) {
    let queue = Mutex<IndexQueue?>(nil)
    let failures = Mutex<[DiagnosticCode]>([])
    let stop: @Sendable () -> Void = { queue.withLock { $0 }?.cancelAll() }
    let hooks = PushHooks(
      shouldIndex: { record in
        if !isIndexed, record["title"] == .text("last") { stop() }
        return true
      },
      didIndex: { _ in if isIndexed { stop() } },
      didFail: { failure in
        failures.withLock { $0 += failure.diagnostics.map(\.code) }
      })
    let made = library.records(of: "notes", options: PushOptions(hooks: hooks)).queue(mode)
    queue.withLock { $0 = made }
    // The hooks hold the queue.
    return (made, { failures.withLock { $0 } }, { queue.withLock { $0 = nil } })
  }

  @Test
  func `a batch that is cancelled while it runs has done nothing, and only who waits hears it`()
    throws
  {
    let library = try library()
    try library.sync()
    let (queue, failures, end) = stopping(library, .onDemand, when: false)
    defer { end() }
    try queue.changed(note)
    try queue.changed(["id": "2", "title": "last"])
    #expect(failureCode { try queue.indexes() } == .cancelled)
    #expect(failures() == [.cancelled])
    #expect(try library.ids("name").isEmpty && queue.operations == 0)
    try queue.changed(["id": "2", "title": "last"])
    try queue.indexChanges(waiting: false)
    try queue.ends()
    #expect(try library.ids("last").isEmpty)
    // What follows is not cancelled with it.
    try queue.changed(note)
    try queue.indexes()
    #expect(try library.ids("name") == ["1"])
  }

  @Test func `a batch that is cancelled too late is done`() throws {
    let library = try library()
    try library.sync()
    let (queue, failures, end) = stopping(library, .onDemand, when: true)
    defer { end() }
    try queue.changed(note)
    try queue.indexes()
    #expect(failures().isEmpty && queue.operations == 0)
    #expect(try library.ids("name") == ["1"])
  }

  @Test func `who waits for a batch that is cancelled before it begins is told`() throws {
    let library = try library()
    try library.sync()
    let queue = library.records(of: "notes").queue(.onDemand)
    let lock = work.folder.path(".footlight/lock")
    let held = Mutex<FileLock?>(try FileLock(path: lock))
    try queue.changed(note)
    try queue.indexChanges(waiting: false)
    #expect(Waiting.until { queue.operations > 0 })
    // The first one waits for the other indexer, the second one for the first.
    try queue.changed(["id": "2", "title": "second"])
    let code = Mutex<[DiagnosticCode?]>([])
    Workers.detach {
      let found = failureCode { try queue.indexes() }
      code.withLock { $0 = [found] }
    }
    #expect(Waiting.until { queue.pending == 0 })
    queue.cancelAll()
    #expect(Waiting.until { code.withLock { !$0.isEmpty } })
    held.withLock { $0 = nil }
    #expect(code.withLock { $0 } == [.cancelled])
    try queue.ends()
    #expect(try library.ids("name").isEmpty && library.ids("second").isEmpty)
  }
}

extension IndexQueue {
  /// Waits for the end of what was asked for, and not for ever.
  func ends() throws(Failure) {
    try Waiting.ends { () throws(Failure) in try self.waitUntilDone() }
  }

  /// Tells of a change, which a queue by hand indexes at once; not for ever.
  func changes(_ record: Record) throws(Failure) {
    try Waiting.ends { () throws(Failure) in try self.changed(record) }
  }

  /// Indexes what waits, and waits for it, but not for ever.
  func indexes() throws(Failure) {
    try Waiting.ends { () throws(Failure) in try self.indexChanges(waiting: true) }
  }
}
