import FootlightDiagnostics
import SQLiteHandles
import TestSupport
import Testing

@testable import IndexStores

@Suite struct UserDataTests {
  @Test func `nothing is allowed before it was allowed, and looking makes no file`() throws {
    let folder = try TemporaryFolder()
    let data = UserData(path: folder.path("user.sqlite"))
    #expect(try !data.allows("a", hash: "1"))
    #expect(try folder.names().isEmpty)
  }

  @Test func `a permission holds for one domain and one text of its declaration`() throws {
    let folder = try TemporaryFolder()
    let data = UserData(path: folder.path("deep/er/user.sqlite"))
    try data.allow("a", hash: "1", now: 5)
    #expect(try data.allows("a", hash: "1"))
    #expect(try !data.allows("a", hash: "2"))
    #expect(try !data.allows("b", hash: "1"))
    try data.allow("a", hash: "2", now: 6)
    #expect(try data.allows("a", hash: "2"))
    #expect(try !data.allows("a", hash: "1"), "one declaration, one permission")
  }

  @Test func `a file that is no database is a failure, not a permission`() throws {
    let folder = try TemporaryFolder()
    try folder.write("user.sqlite", String(repeating: "no database ", count: 100))
    let data = UserData(path: folder.path("user.sqlite"))
    #expect(failureCode { _ = try data.allows("a", hash: "1") } != nil)
  }

  @Test func `a file of a newer program is refused, and stays what it is`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("user.sqlite")
    let data = UserData(path: path)
    try data.allow("a", hash: "1", now: 5)
    do {
      let connection = try Connection(path: path, mode: .create)
      try connection.execute("PRAGMA user_version = 99; PRAGMA journal_mode = delete")
    }
    #expect(failureCode { try data.allow("a", hash: "2", now: 6) } == .indexNewer)
    #expect(failureCode { _ = try data.allows("a", hash: "1") } == .indexNewer)
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
    #expect(failureCode { try UserData(path: path).allow("a", hash: "1", now: 6) } == .indexNewer)
    #expect(try folder.text("user.sqlite") == before)
  }

  @Test func `deletions are found without looking at all records`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("user.sqlite")
    try UserData(path: path).allow("a", hash: "1", now: 5)
    let connection = try Connection(path: path, mode: .readOnly)
    let plan = try connection.statement("EXPLAIN QUERY PLAN " + Pushing.forgetting)
    var steps: [String] = []
    while try plan.step() { steps.append(plan.text(3)) }
    #expect(steps.count == 1)
    #expect(steps.first?.contains("pushed_deleted") ?? false)
  }
}
