import FootlightPlatform

/// Writes the streams `term` and `tidx`.
///
/// Shape of a block: where the first list begins (varint), then a term each: the sizes of shared
/// prefix and rest (4 bits each; from 15 on what is beyond, as varints), rest, documents times two plus one if all are in names (varint),
/// otherwise the documents in names (varint), the list's start less the one before (varint), and
/// for long lists with some, not all, in names the start of their list less that (varint). An
/// entry of `tidx`: first term's number (4), offset of the block (5), sums of documents and of
/// documents in names before it (5 each), size of the first term (1), the term.
struct DictionaryWriter: ~Copyable {
  private(set) var terms = ByteArena(capacity: 1 << 18)
  private(set) var index = ByteArena(capacity: 1 << 14)
  private var block = ByteArena(capacity: 8192)
  private var inBlock = 0
  private var firstNumber = 0
  private var count = 0
  private var first = ByteArena(capacity: 256)
  private var last = ByteArena(capacity: 256)
  private var lastStart = 0
  private var documents: UInt64 = 0
  private var inNames: UInt64 = 0
  private var documentsBefore: UInt64 = 0
  private var inNamesBefore: UInt64 = 0

  /// Appends the next term in byte order.
  mutating func append(
    _ source: borrowing ByteArena, _ range: ByteRange, holding: Int, _ place: PostingWriter.Place
  ) {
    if inBlock == SegmentFormat.termsPerBlock || block.count > 8_000 { closeBlock() }
    var shared = 0
    if inBlock == 0 {
      firstNumber = count
      first.removeAll()
      first.append(source, range)
      block.append(varint: UInt64(place.start))
      lastStart = place.start
      documentsBefore = documents
      inNamesBefore = inNames
    } else {
      let limit = min(last.count, Int(range.count))
      while shared < limit, last[shared] == source[range.lowerBound + shared] { shared += 1 }
    }
    let rest = ByteRange(start: range.lowerBound + shared, count: Int(range.count) - shared)
    let most = StoredTerms.sizeMark
    block.append(UInt8(min(most, shared) | min(most, Int(rest.count)) << 4))
    if shared >= most { block.append(varint: UInt64(shared - most)) }
    if rest.count >= most { block.append(varint: UInt64(Int(rest.count) - most)) }
    block.append(source, rest)
    let all = place.inNames == holding
    block.append(varint: UInt64(holding) << 1 | (all ? 1 : 0))
    if !all { block.append(varint: UInt64(place.inNames)) }
    block.append(varint: UInt64(place.start - lastStart))
    if holding >= PostingBlock.size, place.inNames > 0, !all {
      block.append(varint: UInt64(place.nameStart - place.start))
    }
    lastStart = place.start
    last.removeAll()
    last.append(source, range)
    documents += UInt64(holding)
    inNames += UInt64(place.inNames)
    inBlock += 1
    count += 1
  }

  private mutating func closeBlock() {
    guard inBlock > 0 else { return }
    let inChunk = terms.count % SegmentFormat.chunk
    if inChunk + block.count > SegmentFormat.chunk {
      terms.append(zeros: SegmentFormat.chunk - inChunk)
    }
    index.append(littleEndian: UInt32(truncatingIfNeeded: firstNumber))
    index.append(low40: UInt64(terms.count))
    index.append(low40: documentsBefore)
    index.append(low40: inNamesBefore)
    index.append(UInt8(first.count))
    index.append(first, first.all)
    terms.append(block, block.all)
    block.removeAll()
    inBlock = 0
  }

  /// Ends the last block.
  mutating func finish() {
    closeBlock()
  }

  /// The streams; nothing can be written afterwards.
  mutating func takeStreams() -> DictionaryStreams {
    var streams = DictionaryStreams()
    swap(&streams.terms, &terms)
    swap(&streams.index, &index)
    return streams
  }

  /// How many terms have been written, and the sums over all of them.
  var totals: (terms: Int, documents: UInt64, inNames: UInt64) { (count, documents, inNames) }
}

/// The streams `term` and `tidx`.
struct DictionaryStreams: ~Copyable {
  var terms = ByteArena()
  var index = ByteArena()
}
