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
