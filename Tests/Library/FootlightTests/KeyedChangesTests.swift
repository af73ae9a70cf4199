import DeclaredRecords
import Footlight
import FootlightPlatform
import SourceKinds
import Synchronization
import TestSupport
import Testing

/// A source of a program's own that tells changed records with their keys and finds none by key.
@Suite struct KeyedChangesTests {
  @Test func `a bad record with a key is tried five times, and then the source goes on (N3)`()
    throws
  {
    let told = Told()
    told.all.withLock { $0 = [["id": "1", "title": "one"], ["id": "2", "title": "two"]] }
    let folder = try TemporaryFolder()
    try folder.write(
      "domains/t.yaml",
      """
      domain: t
      version: 1
      source: { kind: told }
      item: { id: "{id}", title: "{title}" }

      """)
    let library = try Library(workspace: folder.path, kinds: [told.kind])
    try library.sync()
    told.changed.withLock { $0 = [["id": "1", "title": ""], ["id": "2", "title": "new"]] }
    for attempt in 1...5 {
      let report = try library.sync(options: SyncOptions(collectsFailures: true))
      #expect(report.exitCode == 2, "attempt \(attempt)")
      #expect(try library.item("t:1")?.item.title == "one")
      #expect(try library.item("t:2")?.item.title == "new")
    }
    #expect(try library.quarantine().map(\.id) == ["1"])
    told.changed.withLock { $0 = [] }
    #expect(try library.sync(options: SyncOptions(collectsFailures: true)).exitCode == 0)
    // Held back while it was tried, and then not any more.
    #expect(told.asked.withLock { $0 } == ["0", "0", "0", "0", "0", "1"])
  }
}

/// What the source tells, and with which cursors it was asked.
private final class Told: Sendable {
  let all = Mutex<[Record]>([])
  let changed = Mutex<[Record]>([])
  let asked = Mutex<[String]>([])

  var kind: SourceKind {
    SourceKind(SourceKindKeys(name: "told", summary: "Changes of a test.", keys: [])) {
      (_, _) throws(Failure) in ToldSource(told: self)
    }
  }
}

private struct ToldSource: ChangeTellingSource {
  let told: Told

  var tellsChanges: Bool { true }
  var findsRecords: Bool { false }

  func stamp() throws(Failure) -> SourceStamp { SourceStamp(text: "always", isFresh: true) }

  func open(_ plan: FieldPlan) throws(Failure) -> any RecordReader {
    try KeyedReader(plan, told.all.withLock { $0 }, cursor: "0")
  }

  func changes(
    since cursor: String?, _ plan: FieldPlan, keyLimit: Int, cancellation: Cancellation
  ) throws(Failure) -> SourceChanges {
    guard let cursor else { return .all(try open(plan), reason: nil) }
    told.asked.withLock { $0.append(cursor) }
    let changed = told.changed.withLock { $0 }
    return .some(try KeyedReader(plan, changed, cursor: "1"))
  }
}

/// Records whose ids are their keys, too.
private final class KeyedReader: RecordReader {
  private let records: [Record]
  private let inner: RecordEnumeration
  private let end: String

  init(_ plan: FieldPlan, _ records: [Record], cursor: String) throws(Failure) {
    self.records = records
    end = cursor
    inner = try RecordEnumeration(plan, name: "told", records: records)
  }

  func next(_ batch: inout RecordBatch) throws(Failure) -> Bool {
    guard try inner.next(&batch) else { return false }
    for index in batch.records.indices {
      guard case .text(let id) = records[Int(batch.records[index].number) - 1]["id"] else {
        continue
      }
      let key = SourceKey(id).bytes
      batch.records[index].sourceKey = ByteRange(start: batch.bytes.count, count: key.count)
      batch.bytes.append(key)
    }
    return true
  }

  func decode(_ batch: inout RecordBatch) throws(Failure) { try inner.decode(&batch) }

  func location(ofRecord number: UInt32) -> FootlightPlatform.SourceLocation {
    inner.location(ofRecord: number)
  }

  func cursor() -> String? { end }
}
