import Footlight
import FootlightPlatform
import IndexStores
import TestSupport
import Testing

/// Keys and what was forgotten: neither comes back with a copy.
@Suite struct KeyPlaceTests {
  private func workspace() throws -> TestWorkspace {
    let work = try TestWorkspace()
    let isolated = work.system.environment
    work.system.environment = { $0 == "FOOTLIGHT_ACTIVITY" ? nil : isolated($0) }
    try work.declare("names")
    work.put("names", [(1, "one"), (2, "two")])
    try work.library().sync()
    return work
  }

  @Test func `a key is accepted where it was made, not in a workspace that was copied`() throws {
    let work = try workspace()
    let library = try work.library()
    let secret = try library.createKey("k", actions: [.search])
    #expect(try library.key(secret: secret)?.name == "k")
    let copy = try workspace()
    // The same user: his state is that of the first workspace.
    copy.system.environment = work.system.environment
    for name in ["user.sqlite", "user.sqlite-wal"]
    where try FileStatus.of(work.folder.path(".footlight/\(name)")) != nil {
      try FileOperations.system.copy(
        work.folder.path(".footlight/\(name)"), to: copy.folder.path(".footlight/\(name)"))
    }
    let other = try copy.library()
    #expect(try other.keys().map(\.name) == ["k"])
    #expect(try other.key(secret: secret) == nil)
    // Nor where keys were made before.
    _ = try other.createKey("own", actions: [.search])
    #expect(try other.key(secret: secret) == nil)
  }

  @Test func `a key that was revoked does not come back with the copy`() throws {
    let work = try workspace()
    let library = try work.library()
    let secret = try library.createKey("k", actions: [.search])
    let kept = try library.createKey("other", actions: [.search])
    try library.sync()
    #expect(try FileStatus.of(work.folder.path(".footlight/user.backup.sqlite")) != nil)
    #expect(try library.revokeKey("k"))
    try library.restoreUserData()
    #expect(try library.key(secret: secret) == nil)
    #expect(try library.key(secret: kept)?.name == "other")
  }

  @Test func `what was forgotten is in no copy either`() throws {
    let work = try workspace()
    let library = try work.library()
    try library.visit("https://example.org/a-secret-page")
    try library.star("names:1")
    try library.sync()
    var all = HistorySelection()
    all.isAll = true
    all.includesStars = true
    #expect(try library.forget(all) == 2)
    let bytes = try File.readWhole(work.folder.path(".footlight/user.backup.sqlite"))
    #expect(!bytes.text(bytes.all).contains("a-secret-page"))
    try library.restoreUserData()
    #expect(try library.history().isEmpty && library.history(starred: true).isEmpty)
  }

  @Test func `pushes that are stored and not indexed are noted by a query`() throws {
    let work = try TestWorkspace()
    try work.folder.write(
      "domains/notes.yaml",
      """
      domain: notes
      version: 1
      source: { kind: external }
      item: { id: "{id}", title: "{title}" }

      """)
    let library = try work.library()
    try library.records(of: "notes").index([["id": .text("1"), "title": .text("one")] as Record])
    #expect(try work.library().search("one").notes.isEmpty)
    // Killed after the push and before the index.
    let data = UserDatabase(path: work.folder.path(".footlight/user.sqlite"))
    try data.push { (pushing) throws(Failure) in
      try pushing.put("2", json: #"{"id":"2","title":"two"}"#, in: "notes")
    }
    let notes = try work.library().search("one").notes
    #expect(notes.map(\.code) == [.stale])
    #expect(notes.first?.message.contains("pushed") == true)
    try work.library().sync()
    #expect(try work.library().search("one").notes.isEmpty)
  }
}

extension Library {
  /// The key with a secret, where it is accepted.
  fileprivate func key(secret: String) throws(Failure) -> AccessKey? {
    try keysByHash()[Library.keyHash(of: secret)]
  }
}
