import FileHandles
import FootlightPlatform
import TestSupport
import Testing

@testable import IndexStores

@Suite struct UserDatabaseTests {
  /// What makes the file: one record.
  private func put(_ data: UserDatabase) throws {
    try data.push { (pushing) throws(Failure) in try pushing.put("1", json: "{}", in: "a") }
  }

  @Test func `looking makes no file, and one that is made is for its owner alone`() throws {
    let folder = try TemporaryFolder()
    let data = UserDatabase(path: folder.path("index/user.sqlite"))
    #expect(try data.clientState("s", of: "a") == nil)
    #expect(try folder.names().isEmpty)
    try put(data)
    #expect(try FileStatus.of(folder.path("index"))?.permissions == 0o700)
    for name in try folder.names("index") {
      #expect(try FileStatus.of(folder.path("index/\(name)"))?.permissions == 0o600, "\(name)")
    }
  }

  @Test func `a file that is no database is a failure, not an empty one`() throws {
    let folder = try TemporaryFolder()
    try folder.write("user.sqlite", String(repeating: "no database ", count: 100))
    let data = UserDatabase(path: folder.path("user.sqlite"))
    #expect(failureCode { _ = try data.clientState("s", of: "a") } != nil)
  }

  @Test func `a file that is put aside takes its log along, also when that was cut short`() throws {
    let folder = try TemporaryFolder()
    let data = UserDatabase(path: folder.path("user.sqlite"))
    for (name, text) in [
      ("user.sqlite", "file"), ("user.sqlite-wal", "its log"), ("user.replaced.sqlite", "earlier"),
      ("user.replaced.sqlite-wal", "log of the earlier"),
    ] {
      try folder.write(name, text)
    }
    // The power goes when the file has its other name and the log does not.
    let faults = Faults(at: 6, .failure)
    let cut = UserDatabase(path: folder.path("user.sqlite"), files: faults.files)
    #expect(failureCode { try cut.putAside() } != nil, "\(faults.steps)")
    #expect(try folder.names() == ["user.replaced.sqlite", "user.sqlite-wal"])
    try data.putAside()
    #expect(try folder.text("user.replaced.sqlite") == "file")
    #expect(try folder.text("user.replaced.sqlite-wal") == "its log")
    #expect(try folder.names() == ["user.replaced.sqlite", "user.replaced.sqlite-wal"])
  }

  @Test func `a damaged file takes no place of the copy before it`() throws {
    let folder = try TemporaryFolder()
    let data = UserDatabase(path: folder.path("user.sqlite"))
    try put(data)
    try data.backUp()
    let copy = try File.readWhole(folder.path("user.backup.sqlite"))
    for ending in ["-wal", "-shm"] { try FileOperations.system.remove(data.path + ending) }
    var bytes = copy.bytes(copy.all)
    try #require(bytes.count > 8_192)
    for place in bytes.count - 4_096..<bytes.count { bytes[place] = 0xA5 }
    try folder.write("user.sqlite", bytes: bytes)
    try UserDatabase(path: data.path).backUp()
    let after = try File.readWhole(folder.path("user.backup.sqlite"))
    let isSame = after.equals(after.all, copy, copy.all)
    #expect(isSame)
  }

  @Test func `a link in its place is not followed`() throws {
    let folder = try TemporaryFolder()
    try folder.write("victim", "")
    try FileOperations.system.createFolder(folder.path("index"))
    try folder.link("index/user.sqlite", to: folder.path("victim"))
    #expect(
      failureCode { try put(UserDatabase(path: folder.path("index/user.sqlite"))) } == .filePath)
    #expect(try folder.text("victim").isEmpty)
  }

  @Test func `a file of a newer program is refused, and stays what it is`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("user.sqlite")
    let data = UserDatabase(path: path)
    try put(data)
    do {
      let connection = try Connection(path: path, mode: .create)
      try connection.execute("PRAGMA user_version = 99; PRAGMA journal_mode = delete")
    }
    #expect(failureCode { try put(data) } == .indexNewer)
    #expect(failureCode { _ = try data.clientState("s", of: "a") } == .indexNewer)
    let connection = try Connection(path: path, mode: .readOnly)
    let format = try connection.pragma("user_version")
    #expect(format == "99")
    let mode = try connection.pragma("journal_mode")
    #expect(mode == "delete", "nothing is changed in it before it is refused")
  }

  @Test func `what a newer program has written is not even put into another mode`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("user.sqlite")
    do {
      let connection = try Connection(path: path, mode: .create)
      try connection.execute("CREATE TABLE permission(other); PRAGMA user_version = 99")
    }
    let before = try folder.text("user.sqlite")
    #expect(failureCode { try put(UserDatabase(path: path)) } == .indexNewer)
    #expect(try folder.text("user.sqlite") == before)
  }

  @Test func `deletions are found without looking at all records`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("user.sqlite")
    try put(UserDatabase(path: path))
    let connection = try Connection(path: path, mode: .readOnly)
    let plan = try connection.statement("EXPLAIN QUERY PLAN " + Pushing.forgetting)
    var steps: [String] = []
    while try plan.step() { steps.append(plan.text(3)) }
    #expect(steps.count == 1)
    #expect(steps.first?.contains("pushed_deleted") ?? false)
  }
}
