import DeclaredRecords
import FootlightPlatform
import IndexStores
import SearchEngine
import TestSupport
import Testing

/// A batch of changes in a process that dies, or is refused something, at its n-th change of a file
/// leaves the old state or the new one – items, words, cursor and journal – and never a bit of each.
///
/// With `FOOTLIGHT_TORTURE` set every step is tried, otherwise some.
@Suite(.serialized) struct DeltaKillTests {
  /// What the child does to the domain.
  enum Form: Int, CaseIterable, Sendable {
    /// One more delta.
    case delta
    /// A delta that takes others in.
    case fullDeltas
    /// A new generation, since the batch is large.
    case generation

    /// How many items it changes.
    var items: Int { self == .generation ? 501 : 60 }
  }

  @Test(arguments: Form.allCases)
  func `a batch that is killed leaves the old or the new`(_ form: Form) async throws {
    let work = try Subject(form)
    for step in try await work.steps() {
      let turn = try work.prepare()
      let isTorn = step % 2 == 0
      await #expect(processExitsWith: .signal(SIGKILL), "step \(step)") {
        [
          path = work.folder.path as String, step = step as Int, isTorn = isTorn as Bool,
          form = form.rawValue as Int, turn = turn as Int,
        ] in
        try Subject.change(path, turn, form, Faults(at: step, isTorn ? .tornKill : .kill))
        kill(getpid(), SIGKILL)
      }
      try work.check(turn, "killed at step \(step)")
    }
  }

  @Test(arguments: Form.allCases)
  func `a batch that is refused a step fails as a whole or not at all`(_ form: Form) async throws {
    let work = try Subject(form)
    for step in try await work.steps() {
      let turn = try work.prepare()
      await #expect(processExitsWith: .success, "step \(step)") {
        [
          path = work.folder.path as String, step = step as Int, form = form.rawValue as Int,
          turn = turn as Int,
        ] in
        do {
          try Subject.change(path, turn, form, Faults(at: step, .failure))
        } catch {
          let code = (error as? Failure)?.exitCode
          if code != 3 {
            print("exit code \(code ?? -1): \(error)")
            exit(9)
          }
        }
      }
      try work.check(turn, "refused at step \(step)")
    }
  }

  /// An index with one domain.
  private final class Subject {
    let folder: TemporaryFolder
    private let form: Form
    private var turn = 1

    init(_ form: Form) throws {
      self.form = form
      folder = try TemporaryFolder()
      try store().publish("names", Subject.items(1, form))
      for _ in 0..<2 { _ = try commitTurn() }
    }

    private func store() -> EmbeddedStore { EmbeddedStore(path: folder.path("index")) }

    /// As many as a change of the form has: of very many a generation is made.
    static func items(_ turn: Int, _ form: Form) -> [Item] {
      (1...form.items).map { Item(id: "\($0)", title: "steady turn\(turn) item\($0)") }
    }

    private func commitTurn() throws -> Int {
      let turn = try record()
      try Subject.change(folder.path, turn, Form.delta.rawValue, nil)
      return turn
    }

    /// Brings about that the next change is of the form, and records it.
    func prepare() throws -> Int {
      func deltas() throws -> Int { (try store().snapshot(of: nil).domains[0].segments) - 1 }
      // The fourth of about a size takes the others in.
      while form == .fullDeltas, try deltas() < 3 { _ = try commitTurn() }
      return try record()
    }

    /// Records the changes of the next turn.
    private func record() throws -> Int {
      turn += 1
      let indexer = try store().indexer(.none)
      try indexer.record((1...5).map { JournalKey("\($0)") }, in: "names", at: Int64(turn))
      indexer.close()
      return turn
    }

    /// How many steps a change has, and which are tried.
    func steps() async throws -> [Int] {
      let turn = try prepare()
      await #expect(processExitsWith: .success) {
        [path = folder.path as String, form = form.rawValue as Int, turn = turn as Int] in
        let faults = Faults()
        try Subject.change(path, turn, form, faults)
        let count = try FileOperations.system.create(Path.join(path, "count"))
        let text = ByteArena("\(faults.count)")
        try count.write(text, text.all)
      }
      let count = try #require(Int(try folder.text("count")))
      try FileOperations.system.remove(folder.path("count"))
      #expect(count > 5, "a change has more steps than \(count)")
      return Faults.steps(of: count, parts: 3, ends: 2, "a change that is killed")
    }

    /// All items get the words of the turn, the sixth last is deleted and two are inserted.
    static func change(_ path: String, _ turn: Int, _ form: Int, _ faults: Faults?) throws {
      try faults?.observeSQLite()
      let store = EmbeddedStore(
        path: Path.join(path, "index"), files: faults?.files ?? FileOperations.system)
      let indexer = try store.indexer(.none)
      defer { indexer.close() }
      let batch = try indexer.pendingBatch(of: "names", atMost: 1000, .untried(since: .max))
      let change = try indexer.change("names", memory: 1 << 20)
      do {
        let items = Form(rawValue: form).map { Subject.items(turn, $0) } ?? []
        try change.worker().add(items, batch: 30)
        _ = try change.finish(keeping: .keepLast)
        var facts = DomainFacts(label: "names", version: 1, fingerprint: "f")
        facts.cursor = "turn\(turn)"
        _ = try change.commit(
          ChangeCommit(facts: facts, finished: batch?.rows ?? [], now: 1))
      } catch {
        change.abandon()
        throw error
      }
    }

    /// Old or new, complete, at once; and after the same change again the new one, tidy.
    func check(_ turn: Int, _ when: String) throws {
      let snapshot = try store().snapshot(of: nil)
      try snapshot.verify("names")
      let domain = try #require(snapshot.domains.first)
      let isNew = domain.facts.cursor == "turn\(turn)"
      func total(_ query: String) throws -> Int {
        try snapshot.search(SearchRequest(query: Query(query), now: 0), in: ["names"]).total
      }
      #expect(domain.items == form.items, "\(when)")
      #expect(try total("steady ") == form.items, "\(when)")
      #expect(try total("turn\(turn) ") == (isNew ? form.items : 0), "\(when)")
      #expect((domain.pending == 0) == isNew, "\(when): \(domain.pending) pending")
      if isNew {
        // Killed once it was published; what it has replaced is left to the next who indexes.
        try store().indexer(.none).close()
      } else {
        try Subject.change(folder.path, turn, form.rawValue, nil)
      }
      let after = try store().snapshot(of: nil)
      #expect(after.domains.first?.facts.cursor == "turn\(turn)", "\(when)")
      #expect(after.domains.first?.pending == 0, "\(when)")
      #expect(try store().leftovers().isEmpty, "\(when)")
      let files = try folder.names("index").filter {
        !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
      }
      // A generation, the catalog with its state, and the lock.
      #expect(files.count == 4, "\(when): \(files)")
    }
  }
}
