import FootlightDiagnostics
import FootlightPlatform

/// The stream `tidx` in memory: where each dictionary block lies and what precedes it.
final class DictionaryIndex: Sendable {
  /// The number of the first term of each block.
  let firstNumbers: [UInt32]
  /// Where each block begins in `term`.
  let offsets: [UInt64]
  /// The sums of documents, and of documents in names, before each block.
  let documents: [UInt64]
  let inNames: [UInt64]
  /// The first terms, one behind the other, and where each ends.
  private let bytes: ByteArena
  private let ends: [UInt32]

  var blocks: Int { offsets.count }

  init(_ chunks: ChunkCache, _ header: GenerationHeader) throws(Failure) {
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
    var at = 0
    while at < size {
      guard at + 20 <= size else { throw chunks.damaged(.tidx) }
      numbers.append(stream.load(at))
      offsets.append(stream.load(at + 4, as: UInt64.self) & mask)
      documents.append(stream.load(at + 9, as: UInt64.self) & mask)
      inNames.append(stream.load(at + 14, as: UInt64.self) & mask)
      let length = Int(stream[at + 19])
      guard at + 20 + length <= size else { throw chunks.damaged(.tidx) }
      bytes.append(stream, ByteRange(start: at + 20, count: length))
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
  }

  /// The last block whose first term is not above `text`; nil when all are.
  func block(holding text: borrowing ByteArena) -> Int? {
    var low = 0
    var high = blocks
    while low < high {
      let middle = (low + high) / 2
      if bytes.compare(first(middle), text, text.all) <= 0 {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low == 0 ? nil : low - 1
  }

  /// The block that holds a term's number.
  func block(ofNumber number: UInt32) -> Int {
    var low = 0
    var high = blocks
    while low < high {
      let middle = (low + high) / 2
      if firstNumbers[middle] <= number { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  /// Whether the first term of a block begins with some bytes.
  func begins(_ block: Int, with text: borrowing ByteArena) -> Bool {
    let term = first(block)
    return Int(term.count) >= text.count
      && bytes.equals(ByteRange(start: term.lowerBound, count: text.count), text, text.all)
  }

  private func first(_ block: Int) -> ByteRange {
    let start = block == 0 ? 0 : Int(ends[block - 1])
    return ByteRange(start: start, count: Int(ends[block]) - start)
  }
}
