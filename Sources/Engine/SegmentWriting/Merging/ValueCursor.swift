import FootlightPlatform

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
