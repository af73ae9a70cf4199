import FootlightDiagnostics
package import FootlightPlatform

/// The stream `tidx` in memory: where each dictionary block lies and what precedes it.
package final class DictionaryIndex: Sendable {
  /// The number of the first term of each block.
  let firstNumbers: [UInt32]
  /// Where each block begins in `term`.
  let offsets: [UInt64]
  /// The sums of documents, and of documents in names, before each block.
  package let documents: [UInt64]
  let inNames: [UInt64]
  /// The first eight bytes of each block's first term, the first one highest, zeros after its end.
  private let heads: [UInt64]
  /// The first terms, one after the other, and where each ends.
  private let bytes: ByteArena
  private let ends: [UInt32]

  package var blocks: Int { offsets.count }

  init(_ chunks: ChunkCache, _ header: SegmentHeader) throws(Failure) {
    var stream = ByteArena(capacity: chunks.size(.tidx) + 8)
    try chunks.copy(.tidx, 0, count: chunks.size(.tidx), into: &stream)
    let size = stream.count
    stream.append(zeros: 8)
    let mask: UInt64 = (1 << 40) - 1
    var numbers: [UInt32] = []
    var offsets: [UInt64] = []
    var documents: [UInt64] = []
    var inNames: [UInt64] = []
    var bytes = ByteArena(capacity: size)
    var ends: [UInt32] = []
    var heads: [UInt64] = []
    var at = 0
    while at < size {
      guard at + 20 <= size else { throw chunks.damaged(.tidx) }
      numbers.append(stream.load(at))
      offsets.append(stream.load(at + 4, as: UInt64.self) & mask)
      documents.append(stream.load(at + 9, as: UInt64.self) & mask)
      inNames.append(stream.load(at + 14, as: UInt64.self) & mask)
      let length = Int(stream[at + 19])
      guard at + 20 + length <= size else { throw chunks.damaged(.tidx) }
      let term = ByteRange(start: at + 20, count: length)
      bytes.append(stream, term)
      heads.append(DictionaryIndex.head(stream, term))
      ends.append(UInt32(truncatingIfNeeded: bytes.count))
      at += 20 + length
    }
    guard numbers.isEmpty || numbers[0] == 0,
      numbers.indices.dropFirst().allSatisfy({ index in
        numbers[index] > numbers[index - 1] && offsets[index] > offsets[index - 1]
          && documents[index] >= documents[index - 1] && inNames[index] >= inNames[index - 1]
      }), numbers.last.map({ $0 < header.terms }) ?? true
    else { throw chunks.damaged(.tidx) }
    firstNumbers = numbers
    self.offsets = offsets
    self.documents = documents
    self.inNames = inNames
    self.bytes = bytes
    self.ends = ends
    self.heads = heads
  }

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
    return other == head ? bytes.compare(first(block), text, text.all) > 0 : other > head
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
      && bytes.equals(ByteRange(start: first.lowerBound, count: text.count), text, text.all)
  }

  private func first(_ block: Int) -> ByteRange {
    let start = block == 0 ? 0 : Int(ends[block - 1])
    return ByteRange(start: start, count: Int(ends[block]) - start)
  }
}
