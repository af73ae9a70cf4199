import FootlightPlatform
import Synchronization

/// A sorted stream that is written once and read from front to back: in the scratch file, or in memory where
/// all of it has room.
final class Spill: Sendable {
  /// Where the pieces lie in the file, and how large each is; of what was kept in memory there are none.
  fileprivate let pieces: [(start: Int, size: Int)]
  fileprivate let file: SpillFile?
  fileprivate let kept: ByteArena
  /// How many bytes there are.
  let size: Int

  fileprivate init(
    _ pieces: [(start: Int, size: Int)], in file: SpillFile?, kept: consuming ByteArena, size: Int
  ) {
    self.pieces = pieces
    self.file = file
    self.size = size
    self.kept = kept
  }
}

/// Writes a spill.
struct SpillWriter: ~Copyable {
  /// The bytes that were not handed on yet; they are appended here.
  var bytes = ByteArena(capacity: 1 << 12)
  private let file: SpillFile?
  private var pieces: [(start: Int, size: Int)] = []
  private var written = 0
  /// How many bytes are handed on at a time.
  private static let piece = 1 << 18

  /// - Parameter file: where the spill lies; nil for in memory.
  init(_ file: SpillFile?) {
    self.file = file
  }

  /// Makes room for what will be kept in memory.
  mutating func reserve(_ size: Int) {
    if file == nil { bytes.reserve(size) }
  }

  /// Hands on what was appended, when it is much.
  @inline(__always)
  mutating func handOn() throws(Failure) {
    if bytes.count >= SpillWriter.piece { try writePiece() }
  }

  private mutating func writePiece() throws(Failure) {
    guard let file else { return }
    pieces.append((try file.write(bytes, bytes.all), bytes.count))
    written += bytes.count
    bytes.removeAll()
  }

  /// Ends the spill.
  consuming func finish() throws(Failure) -> Spill {
    guard let file else {
      let size = bytes.count
      return Spill([], in: nil, kept: bytes, size: size)
    }
    if bytes.count > 0 { try writePiece() }
    return Spill(pieces, in: file, kept: ByteArena(), size: written)
  }
}

/// Reads a spill from front to back through one buffer.
struct SpillReader: ~Copyable, Sendable {
  private let spill: Spill
  /// How many bytes are read at a time.
  private let step: Int
  /// The piece to read from next, and how much of it has been read.
  private var piece = 0
  private var passed = 0
  /// The bytes at hand; `at` is the place to read next.
  private(set) var buffer = ByteArena()
  private(set) var at = 0

  /// - Parameter step: how large the buffer is where no single need is larger.
  init(_ spill: Spill, step: Int) {
    self.spill = spill
    // A spill in memory needs no larger buffer than one that stays in the cache.
    self.step = min(spill.file == nil ? 1 << 14 : step, max(spill.size, 64))
  }

  /// Whether everything has been read.
  var isAtEnd: Bool { at == buffer.count && !hasMore }

  private var hasMore: Bool {
    spill.file == nil ? passed < spill.size : piece < spill.pieces.count
  }

  /// Makes `count` bytes at `at` available.
  @inline(__always)
  mutating func need(_ count: Int) throws(Failure) {
    guard at &+ count > buffer.count else { return }
    try prepare(count)
    guard at + count <= buffer.count else { throw Failure.damagedScratch }
  }

  /// Makes `count` bytes at `at` available, or all that are left.
  @inline(never)
  private mutating func prepare(_ count: Int) throws(Failure) {
    buffer.removeFirst(at)
    at = 0
    while buffer.count < count, hasMore {
      let wanted = max(step, count) - buffer.count
      guard let file = spill.file else {
        let size = min(wanted, spill.size - passed)
        buffer.append(spill.kept, ByteRange(start: passed, count: size))
        passed += size
        continue
      }
      let from = spill.pieces[piece]
      let size = min(wanted, from.size - passed)
      try file.read(into: &buffer, at: from.start + passed, count: size)
      passed += size
      if passed == from.size {
        piece += 1
        passed = 0
      }
    }
  }

  /// Moves on by bytes that `need` has made available.
  @inline(__always)
  mutating func skip(_ count: Int) { at &+= count }

  /// Reads a number of seven bits a byte.
  @inline(__always)
  mutating func varint() throws(Failure) -> UInt64 {
    if at &+ 10 > buffer.count { try prepare(10) }
    guard let number = buffer.varint(&at) else { throw Failure.damagedScratch }
    return number
  }

  /// Reads such a number below 2³².
  @inline(__always)
  mutating func varint32() throws(Failure) -> UInt32 { UInt32(truncatingIfNeeded: try varint()) }
}

/// The scratch file of a build: pieces that several threads write, each where there was room when it came.
///
/// It is one file, however many spills lie in it, so that the disk alone bounds their number.
final class SpillFile: Sendable {
  private let file: WritableFile
  private let files: FileOperations
  private let end = Atomic<Int>(0)

  /// The scratch file of a number for what is written to a path.
  ///
  /// - Parameter folder: where it lies; nil where what the memory does not hold is refused.
  convenience init(
    number: Int, of path: String, in folder: String?, _ files: FileOperations
  ) throws(Failure) {
    guard let folder else { throw Failure.tooLarge("more items than memory takes") }
    try ScratchFolder(path: folder, files: files).make()
    try self.init(
      path: Path.join(folder, "\(Path.name(of: path)).spill-\(number)"), files: files)
  }

  init(path: String, files: FileOperations) throws(Failure) {
    self.files = files
    file = try files.create(path, exclusively: true, permissions: 0o600)
  }

  /// Writes a piece and says where it begins.
  func write(_ bytes: borrowing ByteArena, _ range: ByteRange) throws(Failure) -> Int {
    let start = end.wrappingAdd(Int(range.count), ordering: .relaxed).oldValue
    try file.write(bytes, range, at: start)
    return start
  }

  /// Reads bytes that were written.
  func read(into target: inout ByteArena, at start: Int, count: Int) throws(Failure) {
    guard try file.read(into: &target, at: start, upTo: count) == count else {
      throw Failure.damagedScratch
    }
  }

  /// Removes the file; that it cannot be removed is nobody's loss, the next start does it.
  func remove() {
    _ = try? files.remove(file.path)
  }
}

extension Failure {
  /// The failure where scratch that a build wrote cannot be read again as it was.
  static var damagedScratch: Failure {
    Failure(.indexDamaged, "a scratch file is damaged", remedy: "run sync again")
  }
}
