import FileHandles
import FootlightPlatform
import Synchronization
import TestSupport
import Testing

@testable import IndexStores

@Suite struct PushHistoryTests {
  private func push(_ id: String, _ data: UserDatabase) throws -> PushCursor {
    try data.push { (pushing) throws(Failure) in try pushing.put(id, json: "{}", in: "notes") }
    return try #require(try data.pushCursor(of: "notes"))
  }

  @Test func `two histories that have come equally far are told apart`() throws {
    let folder = try TemporaryFolder()
    let data = UserDatabase(path: folder.path("user.sqlite"))
    let common = try push("1", data)
    try FileOperations.system.copy(data.path, to: folder.path("copy.sqlite"))
    let copy = UserDatabase(path: folder.path("copy.sqlite"))
    let here = try push("2", data)
    let there = try push("3", copy)
    #expect(here.sequence == there.sequence && here.epoch == there.epoch && here != there)
    #expect(try data.hasBeen(at: here, of: "notes") && copy.hasBeen(at: there, of: "notes"))
    #expect(try !data.hasBeen(at: there, of: "notes") && !copy.hasBeen(at: here, of: "notes"))
    // However far either goes on.
    for number in 4...9 { _ = try push("\(number)", copy) }
    #expect(try !copy.hasBeen(at: here, of: "notes"))
    #expect(try copy.hasBeen(at: there, of: "notes") && copy.hasBeen(at: common, of: "notes"))
  }

  @Test func `a place that is older than what is remembered is not known`() throws {
    let folder = try TemporaryFolder()
    let data = UserDatabase(path: folder.path("user.sqlite"))
    let first = try push("1", data)
    for number in 0..<255 { _ = try push("\(number)", data) }
    #expect(try data.hasBeen(at: first, of: "notes"))
    _ = try push("last", data)
    #expect(try !data.hasBeen(at: first, of: "notes"))
  }

  @Test func `a stamp of another kind of source is no place`() {
    #expect(PushCursor("5:7") == nil && PushCursor("pushed:5:7") == nil)
    #expect(PushCursor("pushed:5:7:9") == PushCursor(epoch: 5, sequence: 7, proof: 9))
  }

  @Test func `a file of an earlier format is brought to the present one, and keeps what it holds`()
    throws
  {
    let folder = try TemporaryFolder()
    let data = UserDatabase(path: folder.path("user.sqlite"))
    do {
      let connection = try Connection(path: data.path, mode: .create)
      try connection.execute(
        """
        CREATE TABLE pushed (domain TEXT NOT NULL, id BLOB NOT NULL, record TEXT,
          sequence INTEGER NOT NULL, PRIMARY KEY (domain, id)) STRICT, WITHOUT ROWID;
        CREATE INDEX pushed_in_order ON pushed (domain, sequence);
        CREATE TABLE push_state (domain TEXT PRIMARY KEY, sequence INTEGER NOT NULL)
          STRICT, WITHOUT ROWID;
        INSERT INTO pushed VALUES ('notes', x'31', '{"a":1}', 1), ('notes', x'32', NULL, 2);
        INSERT INTO push_state VALUES ('', 77), ('notes', 2);
        PRAGMA application_id = \(UserDatabase.application);
        PRAGMA user_version = 4;
        """)
    }
    #expect(try data.pushed(to: "notes", after: 0, atMost: 9).map(\.json) == [#"{"a":1}"#])
    #expect(try data.pushCursor(of: "notes")?.epoch == 77)
    let next = try push("3", data)
    #expect(next.sequence == 3 && next.epoch == 77)
    #expect(try data.condition(isThorough: true) == .usable)
    #expect(try data.pushed(to: "notes", after: 1, atMost: 9).map(\.id) == ["2", "3"])
  }

  @Test func `two threads that make the file at the same moment both store what they have`() throws
  {
    for _ in 0..<20 {
      let folder = try TemporaryFolder()
      let path = folder.path("user.sqlite")
      let failures = Mutex<[String]>([])
      Workers.run(4) { number in
        do throws(Failure) {
          try UserDatabase(path: path).push { (pushing) throws(Failure) in
            try pushing.put("\(number)", json: "{}", in: "notes")
          }
        } catch {
          let text = "\(error)"
          failures.withLock { $0.append(text) }
        }
      }
      #expect(failures.withLock { $0 } == [])
      #expect(
        try UserDatabase(path: path).pushed(to: "notes", after: 0, atMost: 9).count == 4)
    }
  }
}
