import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// A rebuild in a process of its own that dies, or is refused something, at its n-th change of a
/// file – made by the platform or by SQLite – leaves the old index or the new one, complete.
///
/// With `FOOTLIGHT_TORTURE` set every step is tried, otherwise some.
@Suite(.serialized) struct KillTests {
  private static let items = 120

  @Test(arguments: [Faults.Kind.kill, .tornKill], [false, true])
  func `a rebuild that is killed leaves the old or the new, and the next one tidies up (MA-6)`(
    kind: Faults.Kind, isSpilled: Bool
  ) async throws {
    let work = try Subject(isSpilled: isSpilled)
    let isTorn = kind == .tornKill
    for step in try await work.steps() {
      let generation = try work.change()
      await #expect(processExitsWith: .signal(SIGKILL), "step \(step)") {
        [path = work.folder.path as String, step = step as Int, isTorn = isTorn as Bool] in
        try Subject.rebuild(path, Faults(at: step, isTorn ? .tornKill : .kill))
        // The number of the last steps varies by one or two: then it lived to the end.
        kill(getpid(), SIGKILL)
      }
      try work.check(generation, "killed at step \(step)")
    }
  }

  @Test func `a first build that is killed leaves nothing or everything`() async throws {
    let work = try Subject()
    for step in try await work.steps() {
      try FileOperations.system.removeTree(work.folder.path(".footlight"))
      await #expect(processExitsWith: .signal(SIGKILL), "step \(step)") {
        [path = work.folder.path as String, step = step as Int] in
        try Subject.rebuild(path, Faults(at: step, .kill))
        kill(getpid(), SIGKILL)
      }
      let total = try Library(workspace: work.folder.path).search("steady").total
      #expect(total == 0 || total == Self.items, "killed at step \(step)")
      try Library(workspace: work.folder.path).sync()
      try work.checkIsTidy("killed at step \(step)")
    }
  }

  /// How many words of its own an item has, and how many threads write: of many words the threads share the merge, too.
  private static let sizes = [(0, 1), (0, 1), (250, 1), (250, 1), (500, 2), (500, 3)]

  @Test(
    arguments: zip(
      [Faults.Kind.failure, .diskStaysFull, .failure, .diskStaysFull, .failure, .diskStaysFull],
      sizes))
  func `a rebuild that is refused a step fails as a whole or not at all`(
    kind: Faults.Kind, size: (words: Int, threads: Int)
  ) async throws {
    let work = try Subject(wordsOfItem: size.words, threads: size.threads)
    let isFull = kind == .diskStaysFull
    for step in try await work.steps() {
      let generation = try work.change()
      await #expect(processExitsWith: .success, "step \(step)") {
        [
          path = work.folder.path as String, step = step as Int, isFull = isFull as Bool,
          threads = size.threads as Int
        ] in
        do {
          let faults = Faults(at: step, isFull ? .diskStaysFull : .failure)
          try Subject.rebuild(path, faults, threads: threads)
        } catch {
          // A refused step is the machine's doing.
          let code = (error as? Failure)?.exitCode
          if code != 3 {
            print("exit code \(code ?? -1): \(error)")
            exit(9)
          }
        }
      }
      try work.check(generation, "refused at step \(step) with \(size.threads) threads")
    }
  }

  /// A workspace with one domain, built in its first form.
  private final class Subject {
    let folder: TemporaryFolder
    private var turn = 1
    /// How many words of its own an item has; of many, they are spilled, and merged stretch by stretch.
    private let wordsOfItem: Int
    private let threads: Int

    convenience init(isSpilled: Bool = false) throws {
      try self.init(wordsOfItem: isSpilled ? 250 : 0)
    }

    init(wordsOfItem: Int, threads: Int = 1) throws {
      self.wordsOfItem = wordsOfItem
      self.threads = threads
      folder = try TemporaryFolder()
      try write()
      try Library(workspace: folder.path).sync()
    }

    /// Declares the next version, with other words in its items.
    func change() throws -> Int {
      turn += 1
      try write()
      return turn
    }

    private func write() throws {
      let rows = (1...KillTests.items).map { number in
        let words = (0..<wordsOfItem).map { "w\(number)x\($0)" }
        return "\(number),steady turn\(turn) item\(number),\(words.joined(separator: " "))\n"
      }
      try folder.write("domains/names.csv", "id,title,body\n" + rows.joined())
      try folder.write(
        "domains/names.yaml",
        """
        domain: names
        version: \(turn)
        source: { kind: csv, path: names.csv }
        item: { id: "{id}", title: "{title}", body: "{body}" }

        """)
    }

    /// The steps to try.
    func steps() async throws -> [Int] {
      _ = try change()
      await #expect(processExitsWith: .success) {
        [path = folder.path as String, threads = threads as Int] in
        let faults = Faults()
        try Subject.rebuild(path, faults, threads: threads)
        let count = try FileOperations.system.create(Path.join(path, "count"))
        let text = ByteArena("\(faults.count)")
        try count.write(text, text.all)
      }
      let count = try #require(Int(try folder.text("count")))
      #expect(count > 20, "a rebuild has more steps than \(count)")
      // The last steps are the flip and the tidying behind it.
      return Faults.steps(of: count, parts: 4, ends: 3, "a rebuild that is killed")
    }

    /// What the child does: one sync; on one thread the steps have one order.
    static func rebuild(_ path: String, _ faults: Faults, threads: Int = 1) throws {
      try faults.observeSQLite()
      var system = SystemServices.system
      system.files = faults.files
      try Library(workspace: path, system: system).sync(
        options: SyncOptions(memory: 1 << 20, threads: threads))
    }

    /// Old or new, complete, at once; and after one more sync the new one and nothing else.
    func check(_ turn: Int, _ when: String) throws {
      let library = try Library(workspace: folder.path)
      let all = try library.search("steady", options: SearchOptions(limit: 1))
      #expect(all.total == KillTests.items && all.hits.count == 1, "\(when): \(all)")
      let new = try library.search("turn\(turn) ", options: SearchOptions(limit: 1))
      #expect(new.total == 0 || new.total == KillTests.items, "\(when): \(new)")
      let version = try library.status().domains.first?.version
      #expect(version == (new.total == 0 ? turn - 1 : turn), "\(when): version \(version ?? 0)")
      let row = try #require(try Library(workspace: folder.path).sync().rows.first)
      #expect(row.decision == (new.total == 0 ? .rebuild : .none), "\(when)")
      try checkIsTidy(when)
      let again = try Library(workspace: folder.path)
        .search("turn\(turn) ", options: SearchOptions(limit: 1))
      #expect(again.total == KillTests.items, "\(when), then synced")
    }

    /// One generation, the catalog with its state, the lock, and nothing else.
    func checkIsTidy(_ when: String) throws {
      let files = try folder.names(".footlight")
      let kept = files.filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
      #expect(
        kept.count == 4 && kept.starts(with: ["catalog.sqlite", "catalog.state", "lock"]),
        "\(when): \(files)")
    }
  }
}
