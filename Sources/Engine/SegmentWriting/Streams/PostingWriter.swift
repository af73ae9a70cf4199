import FootlightPlatform

/// Encodes posting lists one after the other; the arena becomes the stream `post`.
///
/// Shape of a list with fewer than 128 postings: ``ShortList``. Of a
/// longer one: a skip entry a block (last document 4, offset from the list's start 4, highest
/// impact 1, width 1, values of impacts 1, zero 1), then the blocks: packed gaps, impacts (``BlockImpacts``). A gap
/// counts the documents left out. Nothing but the skip entries runs over the end of a chunk.
///
/// Hot: every posting of a build is packed here (`Benchmarks inversion`).
struct PostingWriter: ~Copyable, Sendable {
  private var bytes = ByteArena(capacity: 1 << 16)
  /// How many bytes have been handed on already: whole chunks.
  private var flushed = 0
  private var all = PendingList()
  private var inNames = PendingList()
  private let short: ShortListWriter

  /// Where a term's lists begin.
  struct Place {
    /// Where the list of all fields begins.
    var start: Int
    /// How many of its postings are in a name.
    var inNames: Int
    /// Where the list of those begins; the same as `start` when all or few are.
    var nameStart: Int
  }

  /// - Parameter impacts: the code of the impact bytes that will come.
  init(items: Int, _ impacts: PrefixCode) {
    short = ShortListWriter(items: items, impacts)
  }

  /// Takes postings of the term at hand, ascending.
  mutating func append(_ documents: Span<UInt32>, _ impacts: Span<UInt8>) {
    all.append(documents, impacts)
    for index in 0..<impacts.count where impacts[index] >= 0x80 {
      inNames.append(documents[index], impacts[index])
    }
  }

  /// Ends the term at hand and writes its lists; tells how many postings it has, and where they are.
  mutating func end() -> (holding: Int, place: Place) {
    let (count, named) = (all.count, inNames.count)
    let start = flushed + all.end(short, into: &bytes)
    let hasNames = count >= PostingBlock.size && named > 0 && named < count
    let nameStart = hasNames ? flushed + inNames.end(short, into: &bytes) : start
    all.removeAll()
    inNames.removeAll()
    return (count, Place(start: start, inNames: named, nameStart: nameStart))
  }

  /// Hands the whole chunks on when there are many; all that is left when `isLast`.
  mutating func flush(into file: SegmentFile, isLast: Bool = false) throws(Failure) {
    guard isLast || bytes.count > 1 << 18 else { return }
    let whole =
      isLast ? bytes.count : bytes.count / SegmentFormat.chunk * SegmentFormat.chunk
    try file.append(.post, bytes, ByteRange(start: 0, count: whole))
    bytes.removeFirst(whole)
    flushed += whole
  }
}
