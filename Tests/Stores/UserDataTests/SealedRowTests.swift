import FileHandles
import FootlightPlatform
import TestSupport
import Testing

@testable import IndexStores

/// Each row carries a checksum: what is another one than was stored is named, never answered.
@Suite final class SealedRowTests {
  private let folder: TemporaryFolder
  private var data: UserDatabase { UserDatabase(path: folder.path("user.sqlite")) }

  init() throws {
    folder = try TemporaryFolder()
    try data.push { (pushing) throws(Failure) in
      for number in 0..<50 {
        try pushing.put("\(number)", json: #"{"title":"the title of \#(number)"}"#, in: "notes")
      }
      try pushing.setState("batch", "token", expecting: nil, of: "notes")
      try pushing.set(PushDeclaration(version: 1, fingerprint: "f"), of: "notes")
    }
    var record = ActivityRecord(domain: "notes", id: "7")
    var use = ActivityUse()
    use.query = "seven"
    record.add(use, now: 1_700_000_000, sequence: 1)
    let visited = record
    try data.changeActivity { (change) throws(Failure) in try change.store(visited) }
    _ = try data.addKey(
      AccessKey(name: "k", actions: ["search"], domains: [], expires: nil, created: 7), hash: "h",
      place: "here")
  }

  /// All that can be read; nil where reading says that the file is damaged.
  private func everything() throws(Failure) -> [String]? {
    do throws(Failure) {
      var found = try data.pushed(to: "notes", after: 0, atMost: 100).map { "\($0)" }
      found.append("\(String(describing: try data.pushCursor(of: "notes")))")
      found.append("\(String(describing: try data.clientState("batch", of: "notes")))")
      found.append("\(String(describing: try data.pushDeclaration(of: "notes")))")
      found += try data.activity().map { "\($0)" }
      found += try data.accessKeys().map { "\($0)" }
      found.append("\(String(describing: try data.accessKeys(ofPlace: "here")["h"]))")
      return found
    } catch {
      guard error.concerns([.userDataDamaged, .sqliteCorrupt, .sqliteNotADatabase, .indexNewer])
      else { throw error }
      return nil
    }
  }

  @Test(arguments: [
    "UPDATE pushed SET record = replace(record, 'title of 7', 'title of 8') WHERE id = x'37'",
    "UPDATE push_state SET sequence = sequence - 1 WHERE domain = 'notes'",
    "UPDATE client_state SET state = 'tokem'", "UPDATE push_declaration SET version = 2",
    "UPDATE activity SET starred = 1", "UPDATE activity_pick SET query = 'sewen'",
    "UPDATE access_key SET actions = 'push'", "UPDATE push_proof SET proof = proof + 1",
  ])
  func `a row that is another one than was stored is named`(_ sql: String) throws {
    #expect(try everything() != nil)
    #expect(try data.condition(isThorough: true) == .usable)
    do {
      let connection = try Connection(path: data.path, mode: .readWrite)
      try connection.execute(sql)
      #expect(connection.changes > 0)
    }
    #expect(try everything() == nil)
    guard case .damaged(let fault) = try data.condition(isThorough: true) else {
      Issue.record("it is not noticed")
      return
    }
    #expect(fault.contains("differs from its checksum"))
    let loss = data.loss(.damaged(fault), hasCopy: true)
    #expect(loss.remedy?.contains("history restore-copy") == true)
  }

  @Test func `one bit that is flipped anywhere is noticed, or changes nothing`() throws {
    for ending in ["-wal", "-shm"] { try FileOperations.system.remove(data.path + ending) }
    let whole = try File.readWhole(data.path)
    let bytes = whole.bytes(whole.all)
    let truth = try everything()
    try #require(truth != nil)
    var random = SeededRandom.announced("a flipped bit of user.sqlite")
    for _ in 0..<300 {
      var damaged = bytes
      let place = Int.random(in: 100..<bytes.count, using: &random)
      let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &random)
      damaged[place] ^= bit
      try folder.write("user.sqlite", bytes: damaged)
      for ending in ["-wal", "-shm"] { try FileOperations.system.remove(data.path + ending) }
      let found: [String]?
      do { found = try everything() } catch { found = nil }
      // A row that cannot be found any more is no wrong row: the look through the whole file tells of it.
      if let found, found != truth {
        let condition = try? data.condition(isThorough: true)
        #expect(condition != .usable, "byte \(place), bit \(bit), \(random.seed)")
      }
    }
  }
}
