package import DeclaredRecords
package import FootlightPlatform
package import IndexStores

/// The records that programs have pushed into a domain, as a source: what a rebuild reads.
package struct PushedSource: RecordSource {
  package let userData: UserDatabase
  package let domain: String

  /// How many records are taken from the database at a time, fewer where they are large.
  package static let page = 500

  /// How far the pushes have come; the index of a domain stores it when it covers them.
  package func stamp() throws(Failure) -> SourceStamp {
    SourceStamp(text: try userData.pushCursor(of: domain)?.text ?? PushedSource.nothing)
  }

  /// The stamp of a domain into which nothing was ever pushed.
  package static let nothing = "pushed:nothing"

  /// How messages call the records of a domain.
  package static func name(of domain: String) -> String { "records pushed into \(domain)" }

  package func open(_ plan: FieldPlan) throws(Failure) -> any RecordReader {
    let userData = userData
    let domain = domain
    var after: Int64 = 0
    return JSONLineReader(try JSONLinesFormat(plan), name: PushedSource.name(of: domain)) {
      (arena) throws(Failure) in
      let records = try userData.pushed(to: domain, after: after, atMost: PushedSource.page)
      guard let last = records.last else { return false }
      after = last.sequence
      for record in records {
        // A deletion stays in the table until an index covers it.
        guard let json = record.json else { continue }
        arena.append(json)
        arena.append(0x0A)
      }
      return true
    }
  }

  /// After which push the changes begin that an index does not cover; nil when only a complete
  /// read can tell.
  package func covered(
    by stored: StoredDomain, _ present: PushCursor?
  ) throws(Failure) -> Int64? {
    if stored.facts.sourceStamp == PushedSource.nothing { return stored.items == 0 ? 0 : nil }
    guard let cursor = PushCursor(stored.facts.sourceStamp), let present,
      cursor.epoch == present.epoch, cursor.sequence <= present.sequence,
      cursor.sequence >= present.forgotten, try userData.hasBeen(at: cursor, of: domain)
    else { return nil }
    return cursor.sequence
  }

  /// How many pushes an index does not cover; 0 when only a complete read can tell.
  package func pending(since stored: StoredDomain) throws(Failure) -> Int {
    guard let covered = try covered(by: stored, userData.pushCursor(of: domain)) else { return 0 }
    return try userData.pushes(to: domain, after: covered)
  }
}
