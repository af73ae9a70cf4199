import FileHandles
package import FootlightPlatform
import SegmentFiles
import Synchronization

/// A segment while it is written: streams cut into chunks, one row of a file a chunk; or, for a
/// delta, in memory.
///
/// A buffer that goes on in a file when it becomes too much for the memory. Several threads write, each to streams
/// of its own.
///
/// The file is private until it is published, so it is written without journal and without
/// syncs, in one transaction (https://www.sqlite.org/pragma.html#pragma_journal_mode); whoever
/// publishes it syncs it first.
///
/// Hot: every byte of a segment is summed and handed on here (`Benchmarks inversion`).
final class SegmentFile: Sendable {
  private let path: String
  private let files: FileOperations
  private let keptLimit: Int
  private let ends: [StreamEnd]
  private let chunks: Mutex<Chunks>
  /// The first failure: SQLite takes the tables back with it, so that every later one would be told otherwise.
  private let failure = Mutex<Failure?>(nil)
  private let hasFailed = Atomic<Bool>(false)

  /// The end of a stream: its last, unfinished chunk.
  private final class StreamEnd: Sendable {
    let state = Mutex(Pending())
  }

  private struct Pending: ~Copyable {
    var bytes = ByteArena(capacity: SegmentFormat.chunk + 8)
    var rows: Int64 = 0
    /// A hash over the checksums of the chunks before it.
    var sum: UInt64 = 0

    /// Where the next byte will lie.
    var offset: Int { Int(rows) * SegmentFormat.chunk + bytes.count }
  }

  /// The chunks with their checksums: in the file, or in memory as long as there is none.
  private struct Chunks: ~Copyable {
    var connection: Connection?
    var kept: [KeptChunks] = []
    var keptSize = 0
  }

  private final class KeptChunks {
    var bytes = ByteArena()
  }

  /// - Parameters:
  ///   - files: what the file is made with.
  ///   - keptLimit: how many bytes are kept in memory; 0 creates the file at once.
  init(
    path: String, files: FileOperations = .system, keepingUpTo keptLimit: Int = 0
  ) throws(Failure) {
    self.path = path
    self.files = files
    self.keptLimit = keptLimit
    ends = SegmentStream.allCases.map { _ in StreamEnd() }
    if keptLimit == 0 {
      chunks = Mutex(Chunks(connection: try SegmentFile.create(path, files)))
    } else {
      chunks = Mutex(Chunks(kept: SegmentStream.allCases.map { _ in KeptChunks() }))
    }
  }

  /// Creates the file.
  private static func create(_ path: String, _ files: FileOperations) throws(Failure) -> Connection
  {
    // SQLite would follow a link, and let others read what it creates.
    _ = try files.create(path, exclusively: true, permissions: 0o600)
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.setPragma("page_size", to: "\(SegmentFormat.pageSize)")
    try connection.setPragma("journal_mode", to: "off", expecting: "off")
    try connection.setPragma("synchronous", to: "off", expecting: "0")
    try connection.setPragma("locking_mode", to: "exclusive", expecting: "exclusive")
    try connection.setPragma("cache_size", to: "-2000")
    // The mark is written before anything else, so that what a killed build leaves bears it.
    try connection.begin(.exclusive)
    try connection.execute("PRAGMA application_id = \(SegmentMark.application)")
    try connection.execute("CREATE TABLE seg(id INTEGER PRIMARY KEY, info BLOB NOT NULL)")
    let name = ByteArena(Path.name(of: path))
    try connection.statement("INSERT INTO seg(id, info) VALUES(?1, ?2)")
      .insert(row: SegmentMark.nameRow, blob: name, name.all)
    try connection.commit()
    try connection.begin(.exclusive)
    for stream in SegmentStream.allCases {
      try connection.execute(
        "CREATE TABLE \(stream.table)(id INTEGER PRIMARY KEY, data BLOB NOT NULL)")
    }
    return connection
  }

  /// Writes what was kept in memory into a file, and goes on there.
  private func moveToFile(_ chunks: inout Chunks) throws(Failure) {
    let connection = try SegmentFile.create(path, files)
    for stream in SegmentStream.allCases {
      let insert = try connection.statement("INSERT INTO \(stream.table)(id, data) VALUES(?1, ?2)")
      let list = chunks.kept[stream.rawValue]
      var row = 0
      while row * (SegmentFormat.chunk + 4) < list.bytes.count {
        let start = row * (SegmentFormat.chunk + 4)
        let size = min(SegmentFormat.chunk + 4, list.bytes.count - start)
        try insert.insert(
          row: Int64(row), blob: list.bytes, ByteRange(start: start, count: size))
        row += 1
      }
    }
    chunks.kept = []
    chunks.connection = consume connection
  }

  /// Where the next byte of a stream will lie.
  func offset(_ stream: SegmentStream) -> Int {
    ends[stream.rawValue].state.withLock { $0.offset }
  }

  /// Appends bytes that may run over the ends of chunks; returns where they begin.
  @discardableResult
  func append(
    _ stream: SegmentStream, _ bytes: borrowing ByteArena, _ range: ByteRange
  ) throws(Failure) -> Int {
    try withEnd(of: stream) { (last) throws(Failure) in
      let start = last.offset
      try append(stream, bytes, range, &last)
      return start
    }
  }

  private func append(
    _ stream: SegmentStream, _ bytes: borrowing ByteArena, _ range: ByteRange,
    _ last: inout Pending
  ) throws(Failure) {
    var at = range.lowerBound
    while at < range.upperBound {
      let size = min(SegmentFormat.chunk - last.bytes.count, range.upperBound - at)
      last.bytes.append(bytes, ByteRange(start: at, count: size))
      at += size
      if last.bytes.count == SegmentFormat.chunk { try flush(stream, &last) }
    }
  }

  /// Appends bytes so that they lie in one chunk when they fit one; longer ones begin a chunk.
  func appendWhole(
    _ stream: SegmentStream, _ bytes: borrowing ByteArena, _ range: ByteRange
  ) throws(Failure) -> Int {
    try withEnd(of: stream) { (last) throws(Failure) in
      if last.bytes.count + Int(range.count) > SegmentFormat.chunk { try pad(stream, &last) }
      let start = last.offset
      try append(stream, bytes, range, &last)
      return start
    }
  }

  /// Fills the rest of the chunk with zeros.
  func pad(_ stream: SegmentStream) throws(Failure) {
    try withEnd(of: stream) { (last) throws(Failure) in try pad(stream, &last) }
  }

  private func pad(_ stream: SegmentStream, _ last: inout Pending) throws(Failure) {
    guard last.bytes.count > 0 else { return }
    last.bytes.append(zeros: SegmentFormat.chunk - last.bytes.count)
    try flush(stream, &last)
  }

  private func withEnd<Value: Sendable>(
    of stream: SegmentStream, _ body: (inout Pending) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try ends[stream.rawValue].state.withLock { (last) throws(Failure) in
      if hasFailed.load(ordering: .acquiring), let first = failure.withLock({ $0 }) { throw first }
      do throws(Failure) {
        return try body(&last)
      } catch {
        failure.withLock { if $0 == nil { $0 = error } }
        hasFailed.store(true, ordering: .releasing)
        throw failure.withLock { $0 } ?? error
      }
    }
  }

  private func flush(_ stream: SegmentStream, _ last: inout Pending) throws(Failure) {
    let size = last.bytes.count
    let row = last.rows
    let checksum = unsafe last.bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return UInt32(0) }
      return unsafe Checksum.shared.ofChunk(
        UnsafeRawPointer(start), count: size, stream, row: Int(row))
    }
    last.bytes.append(littleEndian: checksum)
    last.sum = ByteArena.mix(last.sum ^ UInt64(checksum), 0xA076_1D64_78BD_642F) &+ 1
    try chunks.withLock { (chunks) throws(Failure) in
      guard chunks.connection == nil else {
        try chunks.connection?.statement("INSERT INTO \(stream.table)(id, data) VALUES(?1, ?2)")
          .insert(row: row, blob: last.bytes, last.bytes.all)
        return
      }
      chunks.kept[stream.rawValue].bytes.append(last.bytes, last.bytes.all)
      chunks.keptSize += last.bytes.count
      if chunks.keptSize > keptLimit { try moveToFile(&chunks) }
    }
    last.bytes.removeAll()
    last.rows += 1
  }

  /// Writes what is pending.
  func flushAll() throws(Failure) {
    for stream in SegmentStream.allCases {
      try withEnd(of: stream) { (last) throws(Failure) in
        if last.bytes.count > 0 { try flush(stream, &last) }
      }
    }
  }

  /// A hash over the checksums of all that was flushed into these streams.
  func identity(of streams: [SegmentStream]) -> UInt64 {
    streams.reduce(0) { identity, stream in
      let (sum, rows) = ends[stream.rawValue].state.withLock { ($0.sum, $0.rows) }
      return ByteArena.mix(
        identity ^ sum ^ UInt64(bitPattern: rows) << 48, 0xE703_7ED1_A0B4_28DB) &+ 1
    }
  }

  /// Writes the header after what was flushed, and commits; hands over the bytes when they were
  /// kept in memory.
  ///
  /// - Parameter streams: which streams these bytes hold.
  func finish(
    header: borrowing ByteArena, streams: [SegmentStream] = SegmentStream.allCases
  ) throws(Failure) -> SegmentBytes? {
    try chunks.withLock { (chunks) throws(Failure) in
      if chunks.connection != nil {
        try chunks.connection?.statement("INSERT INTO seg(id, info) VALUES(?1, ?2)")
          .insert(row: SegmentMark.headerRow, blob: header, header.all)
        try chunks.connection?.commit()
        return nil
      }
      var bytes = ByteArena(capacity: chunks.keptSize + header.count + 64)
      bytes.append(littleEndian: UInt32(header.count))
      bytes.append(header, header.all)
      for stream in streams {
        let list = chunks.kept[stream.rawValue]
        bytes.append(list.bytes, list.bytes.all)
      }
      return SegmentBytes(bytes)
    }
  }
}

/// The bytes of a segment that was written in memory, for the one who stores them.
package final class SegmentBytes: Sendable {
  /// All of them.
  package let bytes: ByteArena

  init(_ bytes: consuming ByteArena) {
    self.bytes = bytes
  }
}
