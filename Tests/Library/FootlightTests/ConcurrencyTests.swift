import Footlight
import FootlightPlatform
import Synchronization
import TestSupport
import Testing

@Suite struct ConcurrencyTests {
  @Test func `a second indexer is told who holds the index, and readers are not blocked`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "alpha")])
    let library = try work.library()
    try library.sync()
    try work.declare("names", version: 2)
    do {
      let held = try FileLock(path: work.folder.path(".footlight/lock"))
      let failure = failure { _ = try library.sync() }
      #expect(failure?.diagnostics.first?.code == .lockHeld)
      #expect(failure?.exitCode == 3)
      #expect(
        FileLock.holder(held.path).map { failure?.description.contains("\($0)") ?? false } == true)
      #expect(try library.ids("alpha") == ["1"])
      #expect(try library.status().domains.first?.decision == .rebuild)
      let cancellation = Cancellation()
      cancellation.cancel()
      let patient = SyncOptions(waits: true, cancellation: cancellation)
      #expect(failureCode { _ = try library.sync(options: patient) } == .cancelled)
    }
    #expect(try library.decision("names") == .rebuild)
  }

  @Test func `nothing to do needs no lock`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "alpha")])
    let library = try work.library()
    try library.sync()
    let held = try FileLock(path: work.folder.path(".footlight/lock"))
    #expect(try library.decision("names") == SyncDecision.none)
    _ = consume held
  }

  @Test func `what another process does between the decision and the lock is not done again`()
    throws
  {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "alpha")])
    let other = try work.library()
    let isNext = Atomic<Bool>(true)
    work.system.files = FileOperations { (step) throws(Failure) in
      guard case .lock = step, isNext.exchange(false, ordering: .relaxed) else { return }
      try other.sync()
    }
    #expect(try work.library().decision("names") == SyncDecision.none)
    #expect(work.records.reads("names") == 1)
    #expect(try work.generations("names") == ["names.1.sqlite"])
    let wasAsked = !isNext.load(ordering: .relaxed)
    #expect(wasAsked)
  }

  @Test func `a cancelled build leaves the old index and nothing else`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "alpha")])
    let library = try work.library()
    try library.sync()
    let before = try work.files()
    work.put("names", (1...20_000).map { ($0, "beta \($0)") })
    let cancellation = Cancellation()
    work.records.whenRead("names") { if $0 == 9_000 { cancellation.cancel() } }
    let failure = failure {
      _ = try library.sync(options: SyncOptions(cancellation: cancellation))
    }
    #expect(failure?.exitCode == 130)
    #expect(try library.ids("alpha") == ["1"])
    #expect(
      try work.files().filter { !$0.hasPrefix("catalog") }
        == before.filter { !$0.hasPrefix("catalog") })
  }

  @Test func `a snapshot finds what it found, whatever is published later`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "alpha")])
    let library = try work.library()
    try library.sync()
    let pinned = try library.snapshot()
    work.put("names", [(2, "beta")])
    try work.declare("names", version: 2)
    try library.sync()
    #expect(try pinned.search("alpha").hits.map(\.id) == ["1"])
    #expect(try pinned.item("names:1")?.item.title == "alpha")
    #expect(try library.ids("alpha").isEmpty)
    #expect(try library.ids("beta") == ["2"])
  }

  @Test func `another process's changes are seen by the next search`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "alpha")])
    let reader = try work.library()
    #expect(try reader.ids("alpha").isEmpty)
    let writer = try work.library()
    try writer.sync()
    #expect(try reader.ids("alpha") == ["1"])
    try FileOperations.system.removeTree(work.folder.path(".footlight"))
    #expect(try reader.search("alpha").notes.map(\.code).contains(.nothingIndexed))
    try writer.sync()
    #expect(try reader.ids("alpha") == ["1"])
  }

  @Test func `readers see the old or the new at every moment of rebuilds`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", (1...500).map { ($0, "steady \($0)") })
    let writer = try work.library()
    try writer.sync()
    let reader = try work.library()
    let stop = Atomic<Bool>(false)
    let totals = Mutex<[Int: Int]>([:])
    let problems = Mutex<[String]>([])
    let path = work.folder.path
    _ = path
    Workers.run(3) { number in
      if number == 0 {
        for _ in 0..<6 {
          do { try writer.rebuild(["names"]) } catch { problems.withLock { $0.append("\(error)") } }
        }
        stop.store(true, ordering: .relaxed)
        return
      }
      while !stop.load(ordering: .relaxed) {
        do {
          let answer = try reader.search("steady", options: SearchOptions(limit: 1))
          totals.withLock { $0[answer.total, default: 0] += 1 }
        } catch {
          problems.withLock { $0.append("\(error)") }
        }
      }
    }
    #expect(problems.withLock { $0 } == [])
    #expect(totals.withLock { Array($0.keys) } == [500])
  }

  /// Half of the readers share what is open, the others open the index for themselves.
  @Test func `64 readers see whole states beside a writer that rebuilds, applies and compacts`()
    throws
  {
    let work = try TestWorkspace()
    try work.declare("names")
    let steady = (100..<300).map { ($0, "steady \($0)") }
    work.put("names", steady + (0..<20).map { ($0, "turn 0") })
    let writer = try work.library()
    try writer.sync()
    let shared = try work.library()
    let own = try (0..<32).map { _ throws in try work.library() }
    let stop = Atomic<Bool>(false)
    let begun = Atomic<Int>(0)
    let problems = Mutex<Set<String>>([])
    @Sendable func attempt(_ body: () throws -> Void) {
      do { try body() } catch { _ = problems.withLock { $0.insert("\(error)") } }
    }
    Workers.run(65) { [records = work.records] number in
      guard number == 0 else {
        let reader = number <= own.count ? own[number - 1] : shared
        var last = 0
        repeat {
          attempt {
            let found = try reader.search("turn", options: SearchOptions(limit: 30)).hits
            let turns = Set(found.map(\.title))
            let turn = turns.first.flatMap { Int($0.dropFirst("turn ".count)) } ?? -1
            let total = try reader.search("steady", options: SearchOptions(limit: 1)).total
            if turns.count != 1 || found.count != 20 || turn < last || total != 200 {
              let seen = "\(found.count) of \(turns.sorted()) after \(last), beside \(total)"
              _ = problems.withLock { $0.insert(seen) }
            }
            last = max(last, turn)
          }
          begun.add(1, ordering: .relaxed)
          SystemServices.system.sleep(50_000_000)
        } while !stop.load(ordering: .relaxed)
        return
      }
      // Each reader has opened what is there before it is replaced.
      _ = Waiting.until { begun.load(ordering: .relaxed) >= 64 }
      for turn in 1...9 {
        let changed = (0..<20).map { ($0, "turn \(turn)") }
        records.put(
          "names",
          (steady + changed).map { ["id": .number(String($0.0)), "title": .text($0.1)] })
        attempt {
          try writer.sync()
          if turn % 3 == 1 { try writer.rebuild(["names"]) }
          if turn % 3 == 2 { _ = try writer.compact() }
        }
      }
      stop.store(true, ordering: .relaxed)
    }
    #expect(problems.withLock { $0 } == [])
    #expect(try shared.ids("turn 9").count == 20)
  }

  @Test func `an index that was deleted and begun again is not answered from the deleted files`()
    throws
  {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "alpha")])
    let reader = try work.library()
    try reader.sync()
    #expect(try reader.ids("alpha") == ["1"])
    // Another label: the catalog is closed, the generation stays open.
    try work.declare("names", tail: "label: People")
    try reader.sync()
    try FileOperations.system.removeTree(work.folder.path(".footlight"))
    work.put("names", [(2, "beta")])
    try work.library().sync()
    #expect(try work.generations("names") == ["names.1.sqlite"])
    #expect(try reader.ids("alpha").isEmpty)
    #expect(try reader.ids("beta") == ["2"])
  }

  @Test func `nobody waits for the lock only to tidy`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "alpha")])
    let library = try work.library()
    try library.sync()
    try work.folder.write(".footlight/names.77.sqlite", "half-built by another process")
    let held = try FileLock(path: work.folder.path(".footlight/lock"))
    let cancellation = Cancellation()
    let hasWaited = Atomic<Bool>(false)
    let options = SyncOptions(waits: true, cancellation: cancellation) { update in
      guard update.phase == .waiting else { return }
      hasWaited.store(true, ordering: .relaxed)
      cancellation.cancel()
    }
    #expect(try library.decision("names", options) == SyncDecision.none)
    let waited = hasWaited.load(ordering: .relaxed)
    #expect(!waited)
    _ = consume held
  }
}
