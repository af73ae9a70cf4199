import FootlightPlatform

/// Walks the documents of a run in order.
struct DocumentCursor: ~Copyable, Sendable {
  private var reader: SpillReader
  private let count: Int
  private let extras: RecordExtras
  /// The place in the run of the document after the one at hand.
  private var next = 0
  /// The document at hand; its record begins at `recordStart` of what `withRecord` lends.
  private(set) var document = Run.Document(
    orderHigh: 0, orderLow: 0, idHash: 0, start: 0, number: 0, batch: 0, block: 0, ordinal: 0)
  private(set) var recordStart = 0
  /// The hash of its address, or 0.
  private(set) var address: UInt64 = 0
  /// The hash of the key of its source, or 0.
  private(set) var sourceKey: UInt64 = 0
  /// The digest of its record, or 0.
  private(set) var digest: UInt64 = 0
  /// When it expires, or `Int64.max`.
  private(set) var expires: Int64 = .max

  init(_ run: SortedRun, step: Int) {
    reader = SpillReader(run.documents, step: step)
    count = run.documentCount
    extras = run.extras
  }

  /// The place in the run of the document at hand.
  var place: Int { next - 1 }
  /// The size of its record.
  var recordSize: Int { Int(document.start) }
  /// The key of its order, before the rest of its title, its id and its record.
  var order: UInt128 { UInt128(document.orderHigh) << 64 | UInt128(document.orderLow) }

  /// Moves to the next document; false at the end.
  @inline(__always)
  mutating func advance() throws(Failure) -> Bool {
    if next > 0 { reader.skip(recordSize) }
    guard next < count else { return false }
    next &+= 1
    let fixed = 40 + extras.size
    try reader.need(fixed)
    document = reader.buffer.document(at: reader.at)
    if !extras.isEmpty { takeExtras(reader.at + 40) }
    reader.skip(fixed)
    try reader.need(recordSize)
    recordStart = reader.at
    return true
  }

  private mutating func takeExtras(_ start: Int) {
    var at = start
    if extras.contains(.address) {
      address = reader.buffer.load(at)
      at += 8
    }
    if extras.contains(.sourceKey) {
      sourceKey = reader.buffer.load(at)
      at += 8
    }
    if extras.contains(.expiry) {
      expires = reader.buffer.load(at)
      at += 8
    }
    if extras.contains(.digest) { digest = reader.buffer.load(at) }
  }

  /// Lends the bytes that hold the record at hand.
  @inline(__always)
  func withRecord<Value, Problem: Error>(
    _ body: (borrowing ByteArena, Int) throws(Problem) -> Value
  ) throws(Problem) -> Value {
    try body(reader.buffer, recordStart)
  }

  /// Whether the document at hand stands after another run's, whose rank and beginning of the title are the same.
  func follows(_ other: borrowing DocumentCursor) -> Bool {
    let order = Run.compareHeads(
      reader.buffer, recordStart, other.reader.buffer, other.recordStart)
    return order != 0 ? order > 0 : document.number > other.document.number
  }
}
