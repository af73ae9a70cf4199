import FileHandles
import FootlightPlatform
import IndexStores
import TestSupport
import Testing

@Suite struct PushedRecordTests {
  /// A record as it is stored; nil for none.
  private func record(_ id: String, of domain: String, _ data: UserDatabase) throws -> String? {
    try data.pushed(to: domain, after: 0, atMost: 100).first { $0.id == id }?.json
  }

  @Test func `records and the state of a program are stored together or not at all`() throws {
    let folder = try TemporaryFolder()
    let data = UserDatabase(path: folder.path("user.sqlite"))
    #expect(try data.pushCursor(of: "notes") == nil)
    #expect(try data.clientState("batch", of: "notes") == nil)
    try data.push { (pushing) throws(Failure) in
      try pushing.put("1", json: #"{"t":"one"}"#, in: "notes")
      try pushing.put("\u{0}é", json: "{}", in: "notes")
      try pushing.setState("batch", "token 1", expecting: "", of: "notes")
    }
    #expect(try record("\u{0}é", of: "notes", data) == "{}")
    let cursor = try #require(try data.pushCursor(of: "notes"))
    #expect(PushCursor(cursor.text) == cursor)
    let refused = failure {
      try data.push { (pushing) throws(Failure) in
        try pushing.put("2", json: "{}", in: "notes")
        try pushing.setState("batch", "token 3", expecting: "token 2", of: "notes")
      }
    }
    #expect(refused?.diagnostics.first?.code == .clientStateConflict)
    #expect(try record("2", of: "notes", data) == nil)
    #expect(try data.clientState("batch", of: "notes") == "token 1")
    #expect(try data.pushCursor(of: "notes") == cursor)
  }

  @Test func `a state has at most 250 bytes`() throws {
    let folder = try TemporaryFolder()
    let data = UserDatabase(path: folder.path("user.sqlite"))
    let longest = String(repeating: "é", count: 125)
    try data.push { (pushing) throws(Failure) in
      try pushing.setState("b", longest, expecting: nil, of: "notes")
    }
    #expect(try data.clientState("b", of: "notes") == longest)
    let refused = failure {
      try data.push { (pushing) throws(Failure) in
        try pushing.setState("b", longest + "x", expecting: nil, of: "notes")
      }
    }
    #expect(refused?.diagnostics.first?.code == .clientStateTooLong)
    #expect(refused?.exitCode == 2)
  }

  @Test func `what an index does not cover yet is found by its cursor, deletions too`() throws {
    let folder = try TemporaryFolder()
    let data = UserDatabase(path: folder.path("user.sqlite"))
    try data.push { (pushing) throws(Failure) in
      for number in 0..<5 { try pushing.put("\(number)", json: "{}", in: "notes") }
      try pushing.put("x", json: "{}", in: "others")
    }
    let covered = try #require(try data.pushCursor(of: "notes")).sequence
    #expect(
      try data.pushed(to: "notes", after: 0, atMost: 100).map(\.id) == ["0", "1", "2", "3", "4"])
    #expect(try data.pushed(to: "notes", after: covered, atMost: 100).isEmpty)
    try data.push { (pushing) throws(Failure) in
      #expect(try pushing.delete("3", from: "notes"))
      #expect(try !pushing.delete("7", from: "notes"))
      try pushing.put("1", json: "[]", in: "notes")
    }
    let changed = try data.pushed(to: "notes", after: covered, atMost: 100)
    #expect(changed.map(\.id) == ["3", "1"] && changed.map(\.json) == [nil, "[]"])
    #expect(try data.pushed(to: "notes", after: 0, atMost: 100).map(\.id) == ["0", "2", "4", "1"])
    try data.push { (pushing) throws(Failure) in
      #expect(try pushing.deleteAll(from: "notes") == 4)
    }
    // Page by page, nothing is missed.
    var place = covered
    var ids: [String] = []
    while let last = try data.pushed(to: "notes", after: place, atMost: 1).last {
      #expect(last.sequence > place && last.json == nil)
      ids.append(last.id)
      place = last.sequence
    }
    #expect(ids.sorted() == ["0", "1", "2", "3", "4"])
    try data.push { (pushing) throws(Failure) in
      try pushing.forgetDeleted(in: "notes", upTo: place)
    }
    #expect(try data.pushed(to: "notes", after: covered, atMost: 100).isEmpty)
    #expect(try record("x", of: "others", data) == "{}")
    let before = try #require(try data.pushCursor(of: "notes"))
    try data.push { (pushing) throws(Failure) in
      try pushing.setState("b", "s", expecting: nil, of: "notes")
      try pushing.wipe("notes")
    }
    let after = try #require(try data.pushCursor(of: "notes"))
    #expect(after.epoch == before.epoch && after.sequence > before.sequence)
    #expect(try data.clientState("b", of: "notes") == nil)
  }

  @Test func `states are compared by their bytes`() throws {
    let folder = try TemporaryFolder()
    let data = UserDatabase(path: folder.path("user.sqlite"))
    try data.push { (pushing) throws(Failure) in
      try pushing.setState("b", "\u{E9}", expecting: nil, of: "notes")
    }
    let refused = failureCode {
      try data.push { (pushing) throws(Failure) in
        try pushing.setState("b", "next", expecting: "e\u{301}", of: "notes")
      }
    }
    #expect(refused == .clientStateConflict)
  }

  @Test func `a page of large records ends at a megabyte, and nothing is missed`() throws {
    let folder = try TemporaryFolder()
    let data = UserDatabase(path: folder.path("user.sqlite"))
    let large = "\"" + String(repeating: "x", count: 300_000) + "\""
    try data.push { (pushing) throws(Failure) in
      for number in 0..<10 { try pushing.put("\(number)", json: large, in: "notes") }
      for number in 10..<20 { try pushing.put("\(number)", json: "{}", in: "notes") }
    }
    var sizes: [Int] = []
    var ids: [String] = []
    var after: Int64 = 0
    while true {
      let page = try data.pushed(to: "notes", after: after, atMost: 500)
      guard let last = page.last else { break }
      after = last.sequence
      sizes.append(page.count)
      ids += page.map(\.id)
    }
    #expect(ids == (0..<20).map(String.init))
    #expect(sizes.max() ?? 0 <= 12 && sizes.first == 4)
  }

  @Test func `which deletions were forgotten is remembered, also in a file of an older format`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path("user.sqlite")
    let data = UserDatabase(path: path)
    try data.push { (pushing) throws(Failure) in
      for number in 0..<3 { try pushing.put("\(number)", json: "{}", in: "notes") }
      try pushing.delete("1", from: "notes")
      try pushing.delete("2", from: "notes")
    }
    do {
      let connection = try Connection(path: path, mode: .readWrite)
      try connection.execute("DROP TABLE push_forgotten; PRAGMA user_version = 3")
    }
    #expect(try data.pushCursor(of: "notes")?.forgotten == 0)
    #expect(try data.pushed(to: "notes", after: 0, atMost: 9).map(\.id) == ["0"])
    try data.push { (pushing) throws(Failure) in
      try pushing.forgetDeleted(in: "notes", upTo: 4)
      try pushing.forgetDeleted(in: "notes", upTo: 3)
    }
    #expect(try data.pushCursor(of: "notes")?.forgotten == 4)
    try data.push { (pushing) throws(Failure) in
      try pushing.forgetDeleted(in: "notes", upTo: 9)
    }
    let cursor = try #require(try data.pushCursor(of: "notes"))
    #expect(cursor.forgotten == 5)
    #expect(PushCursor(cursor.text)?.sequence == cursor.sequence)
  }

  @Test func `a number of pushes that cannot grow is damage, which is the machine's`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("user.sqlite")
    let data = UserDatabase(path: path)
    try data.push { (pushing) throws(Failure) in
      try pushing.put("1", json: "{}", in: "notes")
    }
    do {
      let connection = try Connection(path: path, mode: .readWrite)
      try connection.execute(
        "UPDATE push_state SET sequence = 9223372036854775807 WHERE domain = 'notes'")
    }
    let failure = failure {
      try data.push { (pushing) throws(Failure) in
        try pushing.put("2", json: "{}", in: "notes")
      }
    }
    #expect(failure?.diagnostics.first?.code == .userDataDamaged)
    #expect(failure?.exitCode == 3 && failure?.diagnostics.first?.remedy != nil)
  }
}
