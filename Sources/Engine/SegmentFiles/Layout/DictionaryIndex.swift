package import FootlightPlatform

/// The stream `tidx` in memory: where each dictionary block lies and what precedes it.
///
/// Only what every look-up reads is taken out of it: a query in a process of its own reads all of it once.
package final class DictionaryIndex: Sendable {
  /// The number of the first term of each block.
  let firstNumbers: [UInt32]
  /// The first eight bytes of each block's first term, the first one highest, zeros after its end.
  private let heads: [UInt64]
  /// The stream, and where the entry of each block begins in it.
  private let stream: ByteArena
  private let entries: [UInt32]

  package var blocks: Int { entries.count }

  init(_ chunks: CheckedChunks, _ header: SegmentHeader) throws(Failure) {
    let size = chunks.size(.tidx)
    var stream = ByteArena(capacity: size + 8)
    try chunks.copy(.tidx, 0, count: size, into: &stream)
    stream.append(zeros: 8)
    var numbers: [UInt32] = []
    var heads: [UInt64] = []
    var entries: [UInt32] = []
    let most = min(header.terms, size / DictionaryIndex.fixed)
    let blocks = (most + SegmentFormat.termsPerBlock - 1) / SegmentFormat.termsPerBlock
    numbers.reserveCapacity(blocks)
    heads.reserveCapacity(blocks)
    entries.reserveCapacity(blocks)
    var at = 0
    var last: Entry?
    while at < size {
      guard at + DictionaryIndex.fixed <= size else { throw chunks.damaged(.tidx) }
      let entry = Entry(stream, at)
      let term = DictionaryIndex.term(stream, at)
      guard entry.number < header.terms, term.upperBound <= size,
        last.map(entry.follows) ?? (entry.number == 0)
      else { throw chunks.damaged(.tidx) }
      numbers.append(entry.number)
      heads.append(DictionaryIndex.head(stream, term))
      entries.append(UInt32(truncatingIfNeeded: at))
      last = entry
      at = term.upperBound
    }
    firstNumbers = numbers
    self.heads = heads
    self.stream = stream
    self.entries = entries
  }

  /// The numbers of a block: four bytes and three times five, before the size of its first term and its letters.
  private struct Entry {
    let number: UInt32
    let offset: UInt64
    let documents: UInt64
    let inNames: UInt64

    @inline(__always)
    init(_ stream: borrowing ByteArena, _ at: Int) {
      let mask: UInt64 = (1 << 40) - 1
      number = stream.load(at)
      offset = stream.load(at + 4, as: UInt64.self) & mask
      documents = stream.load(at + 9, as: UInt64.self) & mask
      inNames = stream.load(at + 14, as: UInt64.self) & mask
    }

    @inline(__always)
    func follows(_ other: Entry) -> Bool {
      number > other.number && offset > other.offset && documents >= other.documents
        && inNames >= other.inNames
    }
  }

  /// The size of an entry without the letters.
  private static let fixed = 20

  /// Where the first term of a block stands whose entry begins somewhere.
  @inline(__always)
  private static func term(_ stream: borrowing ByteArena, _ at: Int) -> ByteRange {
    ByteRange(start: at + fixed, count: Int(stream[at + fixed - 1]))
  }

  private func entry(_ block: Int) -> Entry { Entry(stream, Int(entries[block])) }

  /// Where a block begins in `term`.
  func offset(_ block: Int) -> UInt64 { entry(block).offset }

  /// The sum of documents before a block.
  package func documents(before block: Int) -> UInt64 { entry(block).documents }

  /// The sum of documents in names before a block.
  func inNames(before block: Int) -> UInt64 { entry(block).inNames }

  /// The last block whose first term is not above `text`; nil when all are.
  package func block(holding text: borrowing ByteArena) -> Int? {
    let head = DictionaryIndex.head(text, text.all)
    let next = (0..<blocks).partitionPoint { !isAbove($0, text, head) }
    return next == 0 ? nil : next - 1
  }

  /// The block of those from one on that may hold `text`, or else the first of them; near ones are
  /// found sooner.
  package func block(holding text: borrowing ByteArena, from first: Int) -> Int {
    let head = DictionaryIndex.head(text, text.all)
    let next = (first..<max(first, blocks)).gallopingPartitionPoint { !isAbove($0, text, head) }
    return max(first, next - 1)
  }

  @inline(__always)
  private func isAbove(_ block: Int, _ text: borrowing ByteArena, _ head: UInt64) -> Bool {
    let other = heads[block]
    return other == head ? stream.compare(first(block), text, text.all) > 0 : other > head
  }

  private static func head(_ bytes: borrowing ByteArena, _ term: ByteRange) -> UInt64 {
    bytes.word(at: term.lowerBound, before: term.upperBound).byteSwapped
  }

  /// The block that holds a term's number.
  package func block(ofNumber number: UInt32) -> Int {
    max(0, (0..<blocks).partitionPoint { firstNumbers[$0] <= number } - 1)
  }

  /// Whether the first term of a block begins with `text`; false where there is no such block.
  func begins(_ block: Int, _ text: borrowing ByteArena) -> Bool {
    guard block < blocks else { return false }
    let first = first(block)
    return first.count >= text.count
      && stream.equals(ByteRange(start: first.lowerBound, count: text.count), text, text.all)
  }

  private func first(_ block: Int) -> ByteRange {
    DictionaryIndex.term(stream, Int(entries[block]))
  }
}
