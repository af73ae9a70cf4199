import FileHandles
package import FootlightPlatform
import Synchronization

/// A segment while it is written: its streams, each of which several threads may hand on bytes to.
///
/// One stream at a time lies at the end of the file, in the order of the segment; the others wait, in memory and, when
/// they become long, in a scratch file, until those before them have ended. A delta is kept in memory, and
/// goes on in a file when it becomes too much for it.
///
/// The file is private until it is published, so nothing of it is synced; whoever publishes it syncs it first.
///
/// Hot: every byte of a segment is summed and handed on here (`Benchmarks inversion`).
final class SegmentFile: Sendable {
  private let path: String
  private let files: FileOperations
  private let scratchFolder: String?
  private let keptLimit: Int
  private let streams: [Stream]
  private let output: Mutex<Output>
  /// How many bytes all streams have.
  private let size = Atomic<Int>(0)

  private final class Stream: Sendable {
    let end = Mutex(StreamEnd())
  }

  /// What of a stream does not lie in the file yet.
  private struct StreamEnd: ~Copyable {
    /// The last bytes.
    var bytes = ByteArena(capacity: 0)
    /// How many bytes lie before those.
    var start = 0
    /// The pieces in the scratch file, which come before `bytes`.
    var pieces: [(start: Int, size: Int)] = []
    /// The checksums of all chunks that are whole, or are the last.
    var sums = ByteArena(capacity: 0)

    /// Where the next byte will lie.
    var offset: Int { start + bytes.count }
  }

  /// The file, once there is one, and its scratch.
  private struct Output: ~Copyable {
    var file: WritableFile?
    var scratch: SpillFile?
    /// The stream at the end of the file.
    var current = SegmentStream.allCases[0]
  }

  /// So many bytes of a stream are handed on together: whole chunks.
  private static let piece = 16 * SegmentFormat.chunk

  /// - Parameters:
  ///   - files: what the files are made with.
  ///   - scratchFolder: where streams wait that are too long for the memory.
  ///   - keptLimit: how many bytes are kept in memory before there is a file; 0 makes it at once.
  init(
    path: String, files: FileOperations = .system, scratchFolder: String? = nil,
    keepingUpTo keptLimit: Int
  ) throws(Failure) {
    self.path = path
    self.files = files
    self.scratchFolder = scratchFolder
    self.keptLimit = keptLimit
    streams = SegmentStream.allCases.map { _ in Stream() }
    output = Mutex(Output())
    if keptLimit == 0 {
      try output.withLock { (output) throws(Failure) in try create(&output) }
    }
  }

  deinit { output.withLock { $0.scratch.take() }?.remove() }

  /// Makes the file, which others may not read.
  ///
  /// The mark is written before anything else, so that what a killed build leaves bears it.
  private func create(_ output: inout Output) throws(Failure) {
    let file = try files.create(path, exclusively: true, permissions: 0o600)
    let mark = SegmentMark.bytes(of: Path.name(of: path))
    try file.write(mark, mark.all)
    output.file = consume file
  }

  /// Where the next byte of a stream will lie.
  func offset(_ stream: SegmentStream) -> Int {
    streams[stream.rawValue].end.withLock { $0.offset }
  }

  /// Appends bytes that may run over the ends of chunks; returns where they begin.
  @discardableResult
  func append(
    _ stream: SegmentStream, _ bytes: borrowing ByteArena, _ range: ByteRange
  ) throws(Failure) -> Int {
    try withEnd(of: stream) { (end) throws(Failure) in
      let start = end.offset
      end.bytes.append(bytes, range)
      return start
    }
  }

  /// Appends bytes so that they lie in one chunk when they fit one; longer ones begin a chunk.
  func appendWhole(
    _ stream: SegmentStream, _ bytes: borrowing ByteArena, _ range: ByteRange
  ) throws(Failure) -> Int {
    try withEnd(of: stream) { (end) throws(Failure) in
      if end.offset % SegmentFormat.chunk + Int(range.count) > SegmentFormat.chunk { pad(&end) }
      let start = end.offset
      end.bytes.append(bytes, range)
      return start
    }
  }

  /// Fills the rest of the chunk with zeros.
  func pad(_ stream: SegmentStream) throws(Failure) {
    try withEnd(of: stream) { (end) in pad(&end) }
  }

  private func pad(_ end: inout StreamEnd) {
    let inChunk = end.offset % SegmentFormat.chunk
    if inChunk > 0 { end.bytes.append(zeros: SegmentFormat.chunk - inChunk) }
  }

  /// Lends the end of a stream to somebody who appends, and hands on what is much by now.
  private func withEnd<Value>(
    of stream: SegmentStream, _ body: (inout StreamEnd) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try streams[stream.rawValue].end.withLock { (end) throws(Failure) in
      let before = end.offset
      let value = try body(&end)
      size.wrappingAdd(end.offset - before, ordering: .relaxed)
      if end.bytes.count >= SegmentFile.piece {
        try output.withLock { (output) throws(Failure) in
          if output.file == nil, size.load(ordering: .relaxed) > keptLimit { try create(&output) }
          if output.file != nil {
            let whole = end.bytes.count / SegmentFormat.chunk * SegmentFormat.chunk
            try handOn(whole, of: stream, &end, &output)
          }
        }
      }
      return value
    }
  }

  /// Writes so many bytes into the file where it is their turn, else into the scratch file.
  private func handOn(
    _ count: Int, of stream: SegmentStream, _ end: inout StreamEnd, _ output: inout Output
  ) throws(Failure) {
    sum(count, of: stream, &end)
    let range = ByteRange(start: 0, count: count)
    if output.current == stream {
      try writePieces(&end, output)
      try output.file?.write(end.bytes, range)
    } else {
      if output.scratch == nil {
        output.scratch = try SpillFile(number: 3, of: path, in: scratchFolder, files)
      }
      if let scratch = output.scratch {
        end.pieces.append((try scratch.write(end.bytes, range), count))
      }
    }
    end.bytes.removeFirst(count)
    end.start += count
  }

  /// Copies what waited in the scratch file into the file.
  private func writePieces(_ end: inout StreamEnd, _ output: borrowing Output) throws(Failure) {
    var bytes = ByteArena(capacity: 0)
    for piece in end.pieces {
      bytes.removeAll()
      try output.scratch?.read(into: &bytes, at: piece.start, count: piece.size)
      try output.file?.write(bytes, bytes.all)
    }
    end.pieces = []
  }

  /// Makes the checksums of the chunks that the next `count` bytes have.
  private func sum(_ count: Int, of stream: SegmentStream, _ end: inout StreamEnd) {
    for start in stride(from: 0, to: count, by: SegmentFormat.chunk) {
      let sum = unsafe end.bytes.withUnsafeBytes { bytes in
        unsafe bytes.baseAddress.map {
          unsafe Checksum.shared.ofChunk(
            UnsafeRawPointer($0) + start, count: min(SegmentFormat.chunk, count - start), stream,
            number: end.sums.count / 4)
        }
      }
      end.sums.append(littleEndian: sum ?? 0)
    }
  }

  /// Ends the stream at the end of the file, so that the next one goes there directly.
  func end(_ stream: SegmentStream) throws(Failure) {
    try streams[stream.rawValue].end.withLock { (end) throws(Failure) in
      try output.withLock { (output) throws(Failure) in
        guard output.file != nil, output.current == stream else { return }
        try handOn(end.bytes.count, of: stream, &end, &output)
        guard stream.rawValue + 1 < streams.count else { return }
        output.current = SegmentStream.allCases[stream.rawValue + 1]
      }
    }
  }

  /// Ends all streams.
  func endAll() throws(Failure) {
    try output.withLock { (output) throws(Failure) in
      if output.file == nil, size.load(ordering: .relaxed) > keptLimit { try create(&output) }
    }
    for stream in SegmentStream.allCases {
      try end(stream)
      streams[stream.rawValue].end.withLock { end in
        if end.start == 0 { sum(end.bytes.count, of: stream, &end) }
      }
    }
    output.withLock { $0.scratch.take() }?.remove()
  }

  /// A hash over the checksums of all chunks of these streams, which have ended.
  func identity(of streams: [SegmentStream]) -> UInt64 {
    streams.reduce(0) { identity, stream in
      let sums = self.streams[stream.rawValue].end.withLock { $0.sums.hash($0.sums.all) }
      return ByteArena.mix(identity ^ sums, 0xE703_7ED1_A0B4_28DB) &+ 1
    }
  }

  /// Writes the checksums and the header after the streams, which have ended; hands over the bytes when they were
  /// kept in memory.
  ///
  /// - Parameter streams: which streams these bytes hold.
  func finish(
    header: borrowing ByteArena, streams: [SegmentStream] = SegmentStream.allCases
  ) throws(Failure) -> SegmentBytes? {
    var rest = ByteArena(capacity: header.count + 64)
    for stream in streams {
      self.streams[stream.rawValue].end.withLock { rest.append($0.sums, $0.sums.all) }
    }
    rest.append(header, header.all)
    rest.append(littleEndian: UInt32(header.count))
    return try output.withLock { (output) throws(Failure) in
      if output.file != nil {
        try output.file?.write(rest, rest.all)
        output.file = nil
        return nil
      }
      var bytes = SegmentMark.bytes(of: "")
      bytes.reserve(size.load(ordering: .relaxed) + rest.count)
      for stream in streams {
        self.streams[stream.rawValue].end.withLock { bytes.append($0.bytes, $0.bytes.all) }
      }
      bytes.append(rest, rest.all)
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
