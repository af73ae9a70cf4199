import SegmentFiles
import FootlightDiagnostics
import FootlightPlatform

/// Encodes posting lists one behind the other; the arena becomes the stream `post`.
///
/// Shape of a list with fewer than 128 postings: the gaps as varints, then the impact bytes. Of a
/// longer one: a skip entry a block (last document 4, offset from the list's start 4, highest
/// impact 1, width 1, zero 2), then the blocks: packed gaps, impact bytes. A gap counts the
/// documents left out. Nothing but the skip entries runs over the end of a chunk.
///
/// Hot: every posting of a build is packed here (`Benchmarks inversion`).
struct PostingWriter: ~Copyable {
  private var bytes = ByteArena(capacity: 1 << 20)
  /// How many bytes have been handed on already: whole chunks.
  private var flushed = 0
  private var list = ByteArena(capacity: 1024)
  private var gaps = [UInt32](repeating: 0, count: PostingBlock.size)
  private var nameDocuments: [UInt32] = []
  private var nameImpacts: [UInt8] = []

  /// How many bytes have not been handed on.
  var kept: Int { bytes.count }

  /// Where a term's lists begin.
  struct Place {
    /// Where the list of all fields begins.
    var start: Int
    /// How many of its postings are in a name.
    var inNames: Int
    /// Where the list of those begins; the same as `start` when all or few are.
    var nameStart: Int
  }

  /// Writes the lists of one term.
  mutating func write(_ documents: Span<UInt32>, _ impacts: Span<UInt8>) -> Place {
    var inNames = 0
    for index in 0..<impacts.count { inNames += Int(impacts[index] >> 7) }
    let start = writeList(documents, impacts)
    guard documents.count >= PostingBlock.size, inNames > 0, inNames < documents.count else {
      return Place(start: start, inNames: inNames, nameStart: start)
    }
    nameDocuments.removeAll(keepingCapacity: true)
    nameImpacts.removeAll(keepingCapacity: true)
    for index in 0..<impacts.count where impacts[index] >= 0x80 {
      nameDocuments.append(documents[index])
      nameImpacts.append(impacts[index])
    }
    var documents: [UInt32] = []
    var impacts: [UInt8] = []
    swap(&documents, &nameDocuments)
    swap(&impacts, &nameImpacts)
    let nameStart = writeList(documents.span, impacts.span)
    swap(&documents, &nameDocuments)
    swap(&impacts, &nameImpacts)
    return Place(start: start, inNames: inNames, nameStart: nameStart)
  }

  private mutating func writeList(_ documents: Span<UInt32>, _ impacts: Span<UInt8>) -> Int {
    documents.count < PostingBlock.size
      ? writeShort(documents, impacts) : writeLong(documents, impacts)
  }

  private mutating func writeShort(_ documents: Span<UInt32>, _ impacts: Span<UInt8>) -> Int {
    list.removeAll()
    var before = UInt32.max
    for index in 0..<documents.count {
      list.append(varint: UInt64(documents[index] &- before &- 1))
      before = documents[index]
    }
    list.append(impacts)
    makeRoom(list.count)
    let start = bytes.count
    bytes.append(list, list.all)
    return flushed + start
  }

  private mutating func writeLong(_ documents: Span<UInt32>, _ impacts: Span<UInt8>) -> Int {
    let start = bytes.count
    let blocks = (documents.count + PostingBlock.size - 1) / PostingBlock.size
    bytes.append(zeros: blocks * 12)
    var before = UInt32.max
    for block in 0..<blocks {
      let first = block * PostingBlock.size
      let end = min(first + PostingBlock.size, documents.count)
      var highest: UInt8 = 0
      for index in 0..<PostingBlock.size {
        if first + index < end {
          let document = documents[first + index]
          gaps[index] = document &- before &- 1
          before = document
          highest = max(highest, impacts[first + index] & 0x7F)
        } else {
          gaps[index] = 0
        }
      }
      let width = PostingBlock.width(gaps.span)
      makeRoom(16 * width + end - first)
      let skip = start + block * 12
      bytes.store(before, at: skip)
      bytes.store(UInt32(truncatingIfNeeded: bytes.count - start), at: skip + 4)
      bytes[skip + 8] = highest
      bytes[skip + 9] = UInt8(width)
      unsafe bytes.appendUnsafe(room: 16 * width) { room in
        if let target = room.baseAddress {
          unsafe gaps.withUnsafeBufferPointer { gaps in
            if let source = gaps.baseAddress {
              unsafe PostingBlock.pack(source, width: width, into: target)
            }
          }
        }
        return 16 * width
      }
      bytes.append(impacts.extracting(first..<end))
    }
    return flushed + start
  }

  /// Hands the whole chunks on when there are many; all that is left when `isLast`.
  mutating func flush(into file: SegmentFile, isLast: Bool = false) throws(Failure) {
    guard isLast || bytes.count > 1 << 20 else { return }
    let whole =
      isLast ? bytes.count : bytes.count / SegmentFormat.chunk * SegmentFormat.chunk
    try file.append(.post, bytes, ByteRange(start: 0, count: whole))
    var rest = ByteArena(capacity: 1 << 20)
    rest.append(bytes, ByteRange(start: whole, count: bytes.count - whole))
    swap(&rest, &bytes)
    flushed += whole
  }

  /// Pads to the next chunk when `size` more bytes would run over this one's end.
  private mutating func makeRoom(_ size: Int) {
    let inChunk = bytes.count % SegmentFormat.chunk
    if inChunk + size > SegmentFormat.chunk { bytes.append(zeros: SegmentFormat.chunk - inChunk) }
  }
}
