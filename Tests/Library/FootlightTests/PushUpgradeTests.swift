import FileHandles
import Footlight
import FootlightPlatform
import IndexStores
import TestSupport
import Testing

/// What the program before this one has stored: pushes go on, keys hold, and the last copy stays protected.
@Suite struct PushUpgradeTests {
  private let work: TestWorkspace
  private var path: String { work.folder.path(".footlight/user.sqlite") }

  init() throws {
    work = try TestWorkspace()
    let isolated = work.system.environment
    let state = work.folder.path("state")
    work.system.environment = { $0 == "XDG_STATE_HOME" ? state : isolated($0) }
    try work.folder.write(
      "domains/notes.yaml",
      """
      domain: notes
      version: 1
      source: { kind: external }
      item: { id: "{id}", title: "{title}" }

      """)
    try work.library().sync()
    try push(1...3)
  }

  @discardableResult
  private func push(_ numbers: ClosedRange<Int>) throws -> PushReport {
    try work.library().records(of: "notes").index(
      numbers.map { ["id": .number("\($0)"), "title": .text("note \($0)")] as Record })
  }

  /// Brings file and index into the form that the program before this one gave them.
  private func downgrade() throws {
    do {
      let connection = try Connection(path: path, mode: .readWrite)
      for table in [
        "pushed", "push_state", "push_forgotten", "push_declaration", "client_state", "activity",
        "activity_pick", "access_key",
      ] {
        try connection.execute("ALTER TABLE \(table) DROP COLUMN sum")
      }
      try connection.execute(
        """
        ALTER TABLE access_key DROP COLUMN place;
        ALTER TABLE activity DROP COLUMN spent;
        DROP TABLE push_proof;
        PRAGMA user_version = 4;
        """)
    }
    let store = EmbeddedStore(path: work.folder.path(".footlight"))
    let indexer = try store.indexer(.none)
    defer { indexer.close() }
    var facts = try #require(try indexer.domains().first { $0.name == "notes" }).facts
    let cursor = try #require(PushCursor(facts.sourceStamp))
    facts.sourceStamp = "\(cursor.epoch):\(cursor.sequence)"
    try indexer.restamp("notes", facts: facts)
  }

  @Test(arguments: [false, true])
  func `pushes go on, with a sync before them or without one`(_ syncs: Bool) throws {
    try downgrade()
    let library = try work.library()
    if syncs { try library.sync() }
    let report = try push(4...4)
    #expect(!report.waits && report.warnings.isEmpty)
    #expect(try work.library().ids("note").sorted() == ["1", "2", "3", "4"])
    let after = try work.library().sync(options: SyncOptions(collectsFailures: true))
    #expect(after.failures.isEmpty)
    #expect(after.rows.map(\.decision) == [SyncDecision.none])
    try push(5...5)
    #expect(try work.library().ids("note").count == 5)
  }

  @Test(arguments: ["missing", "earlier"])
  func `an index of the program before this one is the last copy as well`(_ way: String) throws {
    if way == "earlier" { try push(4...6) }
    try downgrade()
    for ending in ["-wal", "-shm"] { try FileOperations.system.remove(path + ending) }
    try FileOperations.system.remove(path)
    if way == "earlier" { try work.library().restoreUserData() }
    let report = try work.library().sync(options: SyncOptions(collectsFailures: true))
    #expect(report.failures.contains { $0.message.contains("last copy") })
    #expect(try work.library().ids("note").count == (way == "earlier" ? 6 : 3))
  }

  @Test func `an index that is many pushes older is read anew, and is no last copy`() throws {
    let data = UserDatabase(path: path)
    for number in 0..<300 {
      try data.push { (pushing) throws(Failure) in
        try pushing.put("\(number)", json: #"{"id":\#(number),"title":"note"}"#, in: "notes")
      }
    }
    let report = try work.library().sync(options: SyncOptions(collectsFailures: true))
    #expect(report.failures.isEmpty)
    #expect(report.rows.map(\.items) == [300])
  }

  @Test func `keys hold after the upgrade, and in no workspace that is copied later`() throws {
    let library = try work.library()
    let secret = try library.createKey("k", actions: [.search])
    try downgrade()
    let hash = Library.keyHash(of: secret)
    #expect(try work.library().keysByHash()[hash]?.name == "k")
    let other = try TestWorkspace()
    other.system.environment = work.system.environment
    try other.folder.write("domains/notes.yaml", try work.folder.text("domains/notes.yaml"))
    try other.library().sync()
    _ = try other.library().createKey("own", actions: [.search])
    for ending in ["-wal", "-shm"] {
      try FileOperations.system.remove(other.folder.path(".footlight/user.sqlite\(ending)"))
    }
    for name in ["user.sqlite", "user.sqlite-wal"] where try work.files().contains(name) {
      let copy = other.folder.path(".footlight/\(name)")
      try FileOperations.system.remove(copy)
      try FileOperations.system.copy(work.folder.path(".footlight/\(name)"), to: copy)
    }
    #expect(try other.library().keys().map(\.name) == ["k"])
    #expect(try other.library().keysByHash().isEmpty)
  }
}
