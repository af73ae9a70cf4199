import FootlightDiagnostics
import FootlightPlatform

/// Walks the documents of a source in order.
///
/// Hot: the records of a run lie in the order of their arrival and are read in the order of titles, so each
/// is fetched from memory some documents ahead. Two threads walk over the same run, and would wait for one
/// another at its reference count, which is why it is borrowed (`Benchmarks inversion`, decision 21).
@safe
final class DocumentCursor {
  /// The owner that keeps the run or the reader alive.
  private let owner: AnyObject
  private let sorted: Unmanaged<SortedRun>?
  private let reader: Unmanaged<SequentialReader>?
  private let count: Int
  /// The extras of each document in a spill.
  private let extras: RecordExtras
  private var next = 0
  /// The document at hand; its record begins at `recordStart` of what `withRecord` lends.
  private(set) var document = Run.Document(
    orderHigh: 0, orderLow: 0, idHash: 0, start: 0, number: 0, batch: 0, block: 0, position: 0)
  private(set) var recordStart = 0
  /// The hash of its address, or 0.
  private(set) var address: UInt64 = 0
  /// The hash of the key of its source, or 0.
  private(set) var sourceKey: UInt64 = 0
  /// The digest of its record, or 0.
  private(set) var digest: UInt64 = 0
  /// When it expires, or `Int64.max`.
  private(set) var expires: Int64 = .max
  private var pendingSkip = 0
  /// How many documents ahead a record is fetched.
  private static let ahead = 8

  init(_ source: RunSource) throws(Failure) {
    switch source {
    case .memory(let sorted):
      owner = sorted
      extras = []
      unsafe self.sorted = Unmanaged.passUnretained(sorted)
      unsafe reader = nil
      count = sorted.run.documents.count
    case .spilled(let spill):
      unsafe sorted = nil
      count = spill.documentCount
      extras = spill.extras
      let reader = try SequentialReader(path: spill.path, from: 0, to: spill.termStart)
      owner = reader
      unsafe self.reader = Unmanaged.passUnretained(reader)
    }
  }

  /// Moves to the next document; false at the end.
  func advance() throws(Failure) -> Bool {
    guard next < count else { return false }
    if let sorted = unsafe sorted {
      unsafe sorted.lend { take(next, of: $0) }
    } else {
      try unsafe reader?.lend(read)
    }
    next += 1
    return true
  }

  @inline(__always)
  private func take(_ place: Int, of sorted: SortedRun) {
    document = sorted.run.documents[place]
    recordStart = Int(document.start)
    if !sorted.addresses.isEmpty { address = sorted.addresses[place] }
    if !sorted.sourceKeys.isEmpty { sourceKey = sorted.sourceKeys[place] }
    if !sorted.digests.isEmpty { digest = sorted.digests[place] }
    if !sorted.expiries.isEmpty { expires = sorted.expiries[place] }
    let later = place &+ DocumentCursor.ahead
    guard later < count else { return }
    let start = Int(sorted.run.documents[later].start)
    sorted.run.records.prefetch(start)
    sorted.run.records.prefetch(start &+ 64)
  }

  @inline(__always)
  private func read(_ reader: SequentialReader) throws(Failure) {
    reader.skip(pendingSkip)
    let fixed = 44 + extras.size
    try reader.need(fixed)
    document = reader.buffer.document(at: reader.at)
    let size = Int(reader.buffer.load(reader.at + 40, as: UInt32.self))
    if !extras.isEmpty { takeExtras(reader.buffer, reader.at + 44) }
    reader.skip(fixed)
    try reader.need(size)
    recordStart = reader.at
    pendingSkip = size
  }

  private func takeExtras(_ bytes: borrowing ByteArena, _ start: Int) {
    var at = start
    if extras.contains(.address) {
      address = bytes.load(at)
      at += 8
    }
    if extras.contains(.sourceKey) {
      sourceKey = bytes.load(at)
      at += 8
    }
    if extras.contains(.expiry) {
      expires = bytes.load(at)
      at += 8
    }
    if extras.contains(.digest) { digest = bytes.load(at) }
  }

  /// Lends the bytes that hold the record at hand.
  @inline(__always)
  func withRecord<Value, Problem: Error>(
    _ body: (borrowing ByteArena, Int) throws(Problem) -> Value
  ) throws(Problem) -> Value {
    if let sorted = unsafe sorted {
      return try unsafe sorted.lend { (sorted) throws(Problem) in
        try body(sorted.run.records, recordStart)
      }
    }
    guard let reader = unsafe reader else { return try body(ByteArena(), 0) }
    return try unsafe reader.lend { (reader) throws(Problem) in
      try body(reader.buffer, recordStart)
    }
  }
}
