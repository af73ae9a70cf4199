import FootlightPlatform

/// Walks the terms of a run in byte order.
struct TermCursor: ~Copyable, Sendable {
  /// The term at hand.
  struct Head: BitwiseCopyable, Sendable {
    /// Its sort key, its number in the run, its size.
    var key = TermKey(first: 0, number: 0, length: 0)
    /// How many documents hold it.
    var holding: UInt32 = 0
  }

  private var reader: SpillReader
  private let count: Int
  private var next = 0
  /// Where the text of the term at hand lies.
  private var place = ByteRange(start: 0, count: 0)

  init(_ run: SortedRun, step: Int) {
    reader = SpillReader(run.terms, step: step)
    count = run.termCount
  }

  /// Moves to the next term; nil at the end.
  @inline(__always)
  mutating func advance() throws(Failure) -> Head? {
    guard next < count else { return nil }
    next &+= 1
    try reader.need(10)
    let size = Int(reader.buffer.load(reader.at, as: UInt16.self))
    let number: UInt32 = reader.buffer.load(reader.at + 2)
    let holding: UInt32 = reader.buffer.load(reader.at + 6)
    reader.skip(10)
    try reader.need(size)
    place = ByteRange(start: reader.at, count: size)
    let first = TermTable.firstBytes(reader.buffer, place)
    // No word and no stem begins so, which would be taken for the end of the run.
    guard first < .max, Int(number) < count else { throw Failure.damagedScratch }
    reader.skip(size)
    return Head(
      key: TermKey(first: first, number: number, length: UInt32(size)), holding: holding)
  }

  /// Lends the bytes that hold the text of the term at hand.
  func withText<Result>(_ body: (borrowing ByteArena, ByteRange) -> Result) -> Result {
    body(reader.buffer, place)
  }
}

/// Cursors over the sources of a merge, side by side in memory.
///
/// Hot: a merge goes from one cursor to another with every step. A pointer, because objects would be counted, and asked each
/// time whether somebody else is changing them, which was a tenth of a build (`Benchmarks inversion`).
@safe
struct CursorList<Cursor: ~Copyable & Sendable>: ~Copyable, Sendable {
  // Safe: the memory belongs to this value alone, and every access is compared with the count.
  private nonisolated(unsafe) let cursors: UnsafeMutablePointer<Cursor>
  private let room: Int
  private(set) var count = 0

  /// An empty list with room for so many.
  init(room: Int) {
    self.room = room
    unsafe cursors = UnsafeMutablePointer<Cursor>.allocate(capacity: max(1, room))
  }

  deinit {
    unsafe cursors.deinitialize(count: count)
    unsafe cursors.deallocate()
  }

  mutating func append(_ cursor: consuming Cursor) {
    precondition(count < room)
    unsafe (cursors + count).initialize(to: cursor)
    count += 1
  }

  /// Lends one of them.
  @inline(__always)
  mutating func with<Value, Problem: Error>(
    _ index: Int, _ body: (inout Cursor) throws(Problem) -> Value
  ) throws(Problem) -> Value {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return try unsafe body(&cursors[index])
  }

  /// Lends two of them to somebody who compares them.
  @inline(__always)
  func compare<Value>(
    _ one: Int, _ other: Int, _ body: (borrowing Cursor, borrowing Cursor) -> Value
  ) -> Value {
    precondition(UInt(bitPattern: one) < UInt(bitPattern: count))
    precondition(UInt(bitPattern: other) < UInt(bitPattern: count))
    return unsafe body(cursors[one], cursors[other])
  }
}

/// Walks the texts of a run's attributes in order.
struct ValueCursor: ~Copyable, Sendable {
  private var reader: SpillReader
  private let count: Int
  private var next = 0
  /// The text at hand: its number in the run, and how many values it is.
  private(set) var number: UInt32 = 0
  private(set) var holding: UInt32 = 0
  /// It folded, and as it is; the ordinal of the attribute stands before the folded one.
  private(set) var folded = ByteArena(capacity: 256)
  private(set) var text = ByteArena(capacity: 256)

  init(_ run: SortedRun, step: Int) {
    reader = SpillReader(run.values, step: step)
    count = run.valueCount
  }

  /// Moves to the next text, and tells the first eight bytes that it is ordered by; nil at the end.
  mutating func advance() throws(Failure) -> UInt64? {
    guard next < count else { return nil }
    next += 1
    folded.removeAll()
    text.removeAll()
    try reader.need(16)
    number = reader.buffer.load(reader.at)
    holding = reader.buffer.load(reader.at + 4)
    let sizes = (
      Int(reader.buffer.load(reader.at + 8, as: UInt32.self)),
      Int(reader.buffer.load(reader.at + 12, as: UInt32.self))
    )
    reader.skip(16)
    try reader.need(sizes.0 + sizes.1)
    folded.append(reader.buffer, ByteRange(start: reader.at, count: sizes.0))
    text.append(reader.buffer, ByteRange(start: reader.at + sizes.0, count: sizes.1))
    reader.skip(sizes.0 + sizes.1)
    guard Int(number) < count else { throw Failure.damagedScratch }
    return TermTable.firstBytes(folded, folded.all)
  }

  /// Whether the text at hand stands after another run's.
  func follows(_ other: borrowing ValueCursor) -> Bool {
    let order = folded.compare(folded.all, other.folded, other.folded.all)
    return order != 0
      ? order > 0 : text.compare(text.all, other.text, other.text.all) > 0
  }
}
