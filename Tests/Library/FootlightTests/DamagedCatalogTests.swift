import FileHandles
import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// What becomes of an index whose catalog holds what nobody wrote.
@Suite struct DamagedCatalogTests {
  /// A domain with a delta.
  private func changed() throws -> TestWorkspace {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", (1...300).map { ($0, "name \($0)") })
    try work.library().sync()
    work.put("names", (1...300).map { ($0, $0 < 5 ? "other \($0)" : "name \($0)") })
    try work.library().sync()
    return work
  }

  private func catalog(_ work: TestWorkspace, _ sql: String) throws {
    let connection = try Connection(
      path: work.folder.path(".footlight/catalog.sqlite"), mode: .readWrite)
    // As an earlier program has left it, which sealed nothing: what is damaged is met where it is used.
    try connection.execute("PRAGMA user_version = 4; DELETE FROM counter WHERE name = 'seal'")
    try connection.execute(sql)
  }

  @Test(arguments: [
    "segment = zeroblob(length(segment))", "segment = x''", "words = x'0102'", "hidden = x'FFFF'",
    "items = items + 1",
    "segment = CAST(substr(segment, 1, length(segment) - 7) AS BLOB)",
  ])
  func `a damaged delta is noticed by a sync that finds nothing else to do`(_ damage: String) throws
  {
    for hasChanged in [false, true] {
      let work = try changed()
      try catalog(work, "UPDATE delta SET \(damage)")
      if hasChanged {
        work.put("names", (1...300).map { ($0, $0 < 7 ? "third \($0)" : "name \($0)") })
      }
      let library = try work.library()
      let row = try #require(try library.sync().rows.first)
      // What the seal of the catalog covers costs all of it, what only the delta knows the domain.
      #expect([.rebuild, .build].contains(row.decision), "\(row.reason)")
      let found = try library.ids(hasChanged ? "third" : "other")
      #expect(found.count == (hasChanged ? 6 : 4))
      #expect(try library.decision("names") == SyncDecision.none)
    }
  }

  @Test func `a delta whose contents are damaged is built anew when a change meets it`() throws {
    let work = try changed()
    try catalog(
      work,
      """
      UPDATE delta SET segment = CAST(substr(segment, 1, length(segment) - 1500)
        || zeroblob(1500) AS BLOB)
      """)
    work.put("names", (1...300).map { ($0, $0 < 7 ? "third \($0)" : "name \($0)") })
    let library = try work.library()
    // Whether the change meets it, or a search does: the next sync builds anew.
    _ = try library.sync(options: SyncOptions(collectsFailures: true))
    _ = failure { _ = try library.search("third other name") }
    _ = try library.sync(options: SyncOptions(collectsFailures: true))
    #expect(try library.ids("third").count == 6)
    _ = try library.verify()
  }

  @Test(arguments: ["9223372036854775807", "-9223372036854775808", "-1"])
  func `no number of the catalog traps anything`(_ number: String) throws {
    let columns = [
      "domain": [
        "generation", "weight", "version", "items", "terms", "bytes", "records", "bad_records",
        "inserted", "updated", "deleted", "built", "source_fresh", "source_digest",
      ], "delta": ["number", "base", "items", "hiding", "bytes"],
      "journal": ["sequence", "first_seen", "attempts", "tried_at", "retry_at"],
      "counter": ["value"],
    ]
    for (table, names) in columns {
      for name in names {
        let work = try changed()
        try catalog(
          work,
          """
          INSERT INTO journal VALUES ('names', x'7431', 7, 7, 1, 'e', 7, 7, 7);
          UPDATE \(table) SET \(name) = \(number)
          """)
        let library = try work.library()
        let collecting = SyncOptions(collectsFailures: true)
        // Whatever they answer: they answer.
        _ = failure { _ = try library.status() }
        _ = failure { _ = try library.search("name x OR y") }
        _ = failure { _ = try library.quarantine() }
        _ = failure { _ = try library.sync(options: collecting) }
        work.put("names", (1...300).map { ($0, $0 < 9 ? "third \($0)" : "name \($0)") })
        _ = failure { _ = try library.sync(options: collecting) }
        _ = failure { _ = try library.compact() }
        _ = failure { _ = try library.release("names") }
        _ = failure { _ = try library.status() }
      }
    }
  }
}
