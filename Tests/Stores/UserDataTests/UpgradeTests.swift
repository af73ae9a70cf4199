import FileHandles
import FootlightPlatform
import TestSupport
import Testing

@testable import IndexStores

/// A file of the format before the present one, as the program before this one left it.
@Suite final class UpgradeTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("user.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
    let connection = try Connection(path: path, mode: .create)
    try connection.execute(
      """
      CREATE TABLE pushed (domain TEXT NOT NULL, id BLOB NOT NULL, record TEXT,
        sequence INTEGER NOT NULL, PRIMARY KEY (domain, id)) STRICT, WITHOUT ROWID;
      CREATE TABLE push_state (domain TEXT PRIMARY KEY, sequence INTEGER NOT NULL)
        STRICT, WITHOUT ROWID;
      CREATE TABLE access_key (name TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE,
        actions TEXT NOT NULL, domains TEXT NOT NULL, expires INTEGER, created INTEGER NOT NULL)
        STRICT, WITHOUT ROWID;
      INSERT INTO pushed VALUES ('notes', x'31', '{}', 1), ('notes', x'32', '{}', 2);
      INSERT INTO push_state VALUES ('', 77), ('notes', 2);
      INSERT INTO access_key VALUES ('k', 'hash', 'search push', '', NULL, 7),
        ('other', 'its hash', 'search', 'notes', 9, 8);
      PRAGMA application_id = \(UserDatabase.application);
      PRAGMA user_version = 4;
      """)
  }

  private func data(place: String?) -> UserDatabase {
    UserDatabase(path: path, place: { () throws(Failure) in place })
  }

  @Test func `the last push into each domain has a proof, the file itself none`() throws {
    let data = data(place: nil)
    let cursor = try #require(try data.pushCursor(of: "notes"))
    #expect(cursor.epoch == 77 && cursor.sequence == 2 && cursor.proof != 0)
    #expect(try data.hasBeen(at: cursor, of: "notes"))
    #expect(try data.condition(isThorough: true) == .usable)
    let connection = try Connection(path: path, mode: .readOnly)
    let count = try connection.statement("SELECT count(*) FROM push_proof")
    #expect(try count.step())
    #expect(count.int64(0) == 1)
  }

  @Test func `an index of the earlier program is judged by file and sequence`() throws {
    let data = data(place: nil)
    let covered = try ["77:0", "77:2", "77:3", "78:2"].map { text in
      try #require(PushCursor(ofAnyFormat: text), "\(text)")
    }
    #expect(try covered.map { try data.hasLost($0, of: "notes") } == [false, false, true, true])
    #expect(PushCursor(ofAnyFormat: "pushed:nothing") == nil)
    #expect(PushCursor(ofAnyFormat: "pushed:5:7:9") == PushCursor("pushed:5:7:9"))
  }

  @Test func `keys are bound to the place where the file is upgraded, and keep all else`() throws {
    let data = data(place: "here")
    let keys = try data.accessKeys(ofPlace: "here")
    #expect(keys.keys.sorted() == ["hash", "its hash"])
    #expect(keys["hash"]?.actions == ["search", "push"] && keys["hash"]?.expires == nil)
    #expect(keys["its hash"]?.domains == ["notes"] && keys["its hash"]?.expires == 9)
    #expect(try data.condition(isThorough: true) == .usable)
    // Upgraded already: another place takes none over.
    #expect(try self.data(place: "there").accessKeys(ofPlace: "there").isEmpty)
  }

  @Test func `keys stay without a place where there can be none`() throws {
    #expect(try data(place: nil).accessKeys().map(\.name) == ["k", "other"])
    #expect(try data(place: "here").accessKeys(ofPlace: "here").isEmpty)
  }
}
