import FootlightDiagnostics
import FootlightPlatform
import SQLiteHandles

/// A generation file while it is written: streams cut into chunks, one row a chunk.
///
/// The file is private until it is published, so it is written without journal and without
/// syncs, in one transaction (https://www.sqlite.org/pragma.html#pragma_journal_mode); whoever
/// publishes it syncs it first.
///
/// Hot: every byte of a generation is summed and handed on here (`Benchmarks inversion`).
final class SegmentFile {
  private let connection: Connection
  private var pending: [PendingChunk]

  /// The last, unfinished chunk of a stream.
  private final class PendingChunk {
    var bytes = ByteArena(capacity: SegmentFormat.chunk + 8)
    var rows: Int64 = 0
  }

  /// Creates the file.
  init(path: String) throws(Failure) {
    connection = try Connection(path: path, mode: .create)
    pending = SegmentStream.allCases.map { _ in PendingChunk() }
    try connection.setPragma("page_size", to: "\(SegmentFormat.pageSize)")
    try connection.setPragma("journal_mode", to: "off", expecting: "off")
    try connection.setPragma("synchronous", to: "off", expecting: "0")
    try connection.setPragma("locking_mode", to: "exclusive", expecting: "exclusive")
    try connection.setPragma("cache_size", to: "-2000")
    try connection.begin(.exclusive)
    try connection.execute("CREATE TABLE seg(id INTEGER PRIMARY KEY, info BLOB NOT NULL)")
    for stream in SegmentStream.allCases {
      try connection.execute(
        "CREATE TABLE \(stream.table)(id INTEGER PRIMARY KEY, data BLOB NOT NULL)")
    }
  }

  /// Where the next byte of a stream will lie.
  func offset(_ stream: SegmentStream) -> Int {
    let last = pending[stream.rawValue]
    return Int(last.rows) * SegmentFormat.chunk + last.bytes.count
  }

  /// Appends bytes that may run over the ends of chunks; returns where they begin.
  @discardableResult
  func append(
    _ stream: SegmentStream, _ bytes: borrowing ByteArena, _ range: ByteRange
  ) throws(Failure) -> Int {
    let start = offset(stream)
    let last = pending[stream.rawValue]
    var at = range.lowerBound
    while at < range.upperBound {
      let part = min(SegmentFormat.chunk - last.bytes.count, range.upperBound - at)
      last.bytes.append(bytes, ByteRange(start: at, count: part))
      at += part
      if last.bytes.count == SegmentFormat.chunk { try flush(stream) }
    }
    return start
  }

  /// Appends bytes so that they lie in one chunk when they fit one; longer ones begin a chunk.
  func appendWhole(
    _ stream: SegmentStream, _ bytes: borrowing ByteArena, _ range: ByteRange
  ) throws(Failure) -> Int {
    let last = pending[stream.rawValue]
    if last.bytes.count > 0, last.bytes.count + Int(range.count) > SegmentFormat.chunk {
      try pad(stream)
    }
    return try append(stream, bytes, range)
  }

  /// Fills the rest of the chunk with zeros.
  func pad(_ stream: SegmentStream) throws(Failure) {
    let last = pending[stream.rawValue]
    guard last.bytes.count > 0 else { return }
    last.bytes.append(zeros: SegmentFormat.chunk - last.bytes.count)
    try flush(stream)
  }

  private func flush(_ stream: SegmentStream) throws(Failure) {
    let last = pending[stream.rawValue]
    let size = last.bytes.count
    let checksum = unsafe last.bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return UInt32(0) }
      return unsafe Checksum.shared.ofChunk(
        UnsafeRawPointer(start), count: size, stream, row: Int(last.rows))
    }
    last.bytes.append(littleEndian: checksum)
    let insert = try connection.statement("INSERT INTO \(stream.table)(id, data) VALUES(?1, ?2)")
    try insert.insert(row: last.rows, blob: last.bytes, last.bytes.all)
    last.bytes.removeAll()
    last.rows += 1
  }

  /// Reads a chunk that has been written, for the sorting of names; appends its payload.
  func read(_ stream: SegmentStream, row: Int, into target: inout ByteArena) throws(Failure) {
    let last = pending[stream.rawValue]
    if Int64(row) == last.rows {
      target.append(last.bytes, last.bytes.all)
      return
    }
    let select = try connection.statement("SELECT data FROM \(stream.table) WHERE id = ?1")
    try select.bind(row, at: 1)
    guard try select.step() else { return }
    let range = select.blob(0, into: &target)
    target.truncate(to: range.upperBound - 4)
  }

  /// Writes what is pending and the header, and commits.
  func finish(header: borrowing ByteArena) throws(Failure) {
    for stream in SegmentStream.allCases where pending[stream.rawValue].bytes.count > 0 {
      try flush(stream)
    }
    let insert = try connection.statement("INSERT INTO seg(id, info) VALUES(?1, ?2)")
    try insert.insert(row: 0, blob: header, header.all)
    try connection.commit()
  }
}
