import SegmentFiles
import FootlightDiagnostics
package import FootlightPlatform
import SQLiteHandles

/// A segment while it is written: streams cut into chunks, one row of a file a chunk; or, for a
/// delta, in memory.
///
/// A buffer that goes on in a file when it becomes too much for the memory.
///
/// The file is private until it is published, so it is written without journal and without
/// syncs, in one transaction (https://www.sqlite.org/pragma.html#pragma_journal_mode); whoever
/// publishes it syncs it first.
///
/// Hot: every byte of a segment is summed and handed on here (`Benchmarks inversion`).
final class SegmentFile {
  private let path: String
  private let files: FileOperations
  private var connection: Connection?
  /// The chunks with their checksums, as long as there is no file.
  private var kept: [ChunkList] = []
  private let keptLimit: Int
  private var keptSize = 0
  private var pending: [PendingChunk]

  private final class ChunkList {
    var bytes = ByteArena()
  }

  /// The last, unfinished chunk of a stream.
  private final class PendingChunk {
    var bytes = ByteArena(capacity: SegmentFormat.chunk + 8)
    var rows: Int64 = 0
    /// A hash over the checksums of the chunks before it.
    var sum: UInt64 = 0
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
    pending = SegmentStream.allCases.map { _ in PendingChunk() }
    if keptLimit == 0 {
      connection = try SegmentFile.create(path, files)
    } else {
      kept = SegmentStream.allCases.map { _ in ChunkList() }
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
  private func moveToFile() throws(Failure) {
    let connection = try SegmentFile.create(path, files)
    for stream in SegmentStream.allCases {
      let insert = try connection.statement("INSERT INTO \(stream.table)(id, data) VALUES(?1, ?2)")
      let bytes = kept[stream.rawValue]
      var row = 0
      while row * (SegmentFormat.chunk + 4) < bytes.bytes.count {
        try insert.insert(
          row: Int64(row), blob: bytes.bytes, SegmentFile.place(row, in: bytes.bytes.count))
        row += 1
      }
    }
    kept = []
    self.connection = consume connection
  }

  /// Where a chunk and its checksum lie among others.
  private static func place(_ row: Int, in count: Int) -> ByteRange {
    let start = row * (SegmentFormat.chunk + 4)
    return ByteRange(start: start, count: min(SegmentFormat.chunk + 4, count - start))
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
      let size = min(SegmentFormat.chunk - last.bytes.count, range.upperBound - at)
      last.bytes.append(bytes, ByteRange(start: at, count: size))
      at += size
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
    last.sum = ByteArena.mix(last.sum ^ UInt64(checksum), 0xA076_1D64_78BD_642F) &+ 1
    if connection == nil {
      kept[stream.rawValue].bytes.append(last.bytes, last.bytes.all)
      keptSize += last.bytes.count
    }
    try connection?.statement("INSERT INTO \(stream.table)(id, data) VALUES(?1, ?2)")
      .insert(row: last.rows, blob: last.bytes, last.bytes.all)
    last.bytes.removeAll()
    last.rows += 1
    if connection == nil, keptSize > keptLimit { try moveToFile() }
  }

  /// Reads a chunk that has been written, for the sorting of names; appends its payload.
  func read(_ stream: SegmentStream, row: Int, into target: inout ByteArena) throws(Failure) {
    let last = pending[stream.rawValue]
    if Int64(row) == last.rows {
      target.append(last.bytes, last.bytes.all)
      return
    }
    guard connection != nil else {
      let bytes = kept[stream.rawValue]
      let place = SegmentFile.place(row, in: bytes.bytes.count)
      target.append(bytes.bytes, ByteRange(start: place.lowerBound, count: Int(place.count) - 4))
      return
    }
    try readRow(stream, row, into: &target)
  }

  private func readRow(
    _ stream: SegmentStream, _ row: Int, into target: inout ByteArena
  ) throws(Failure) {
    guard let select = try connection?.statement("SELECT data FROM \(stream.table) WHERE id = ?1")
    else { return }
    try select.bind(row, at: 1)
    guard try select.step() else { return }
    let range = select.blob(0, into: &target)
    target.truncate(to: range.upperBound - 4)
  }

  /// Writes what is pending.
  func flushAll() throws(Failure) {
    for stream in SegmentStream.allCases where pending[stream.rawValue].bytes.count > 0 {
      try flush(stream)
    }
  }

  /// A hash over the checksums of all that was flushed into these streams.
  func identity(of streams: [SegmentStream]) -> UInt64 {
    streams.reduce(0) { identity, stream in
      let last = pending[stream.rawValue]
      return ByteArena.mix(
        identity ^ last.sum ^ UInt64(bitPattern: last.rows) << 48, 0xE703_7ED1_A0B4_28DB) &+ 1
    }
  }

  /// Writes the header behind what was flushed, and commits; hands over the bytes when they were
  /// kept in memory.
  ///
  /// - Parameter streams: which streams these bytes hold.
  func finish(
    header: borrowing ByteArena, streams: [SegmentStream] = SegmentStream.allCases
  ) throws(Failure) -> SegmentBytes? {
    if connection != nil {
      try connection?.statement("INSERT INTO seg(id, info) VALUES(?1, ?2)")
        .insert(row: SegmentMark.headerRow, blob: header, header.all)
      try connection?.commit()
      return nil
    }
    var bytes = ByteArena(capacity: keptSize + header.count + 64)
    bytes.append(littleEndian: UInt32(header.count))
    bytes.append(header, header.all)
    for stream in streams {
      let list = kept[stream.rawValue]
      bytes.append(list.bytes, list.bytes.all)
    }
    return SegmentBytes(bytes)
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
