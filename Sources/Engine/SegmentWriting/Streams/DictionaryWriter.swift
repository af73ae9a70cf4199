import FootlightPlatform

/// Writes the streams `term` and `tidx`.
///
/// Shape of a block: where the first list begins (varint), the bytes of all letters (varint); a byte
/// each term with the sizes of shared prefix and rest (4 bits each); the letters of each term: what
/// its sizes have beyond 15, where they are 15 (varints), and the rest; then each term's documents times two plus
/// one if all are in names (varint), otherwise the documents in names (varint), the list's start less
/// the one before (varint), and for long lists with some, not all, in names the start of their list
/// less that (varint). An entry of `tidx`: first term's number (4), offset of the block (5), sums of
/// documents and of documents in names before it (5 each), size of the first term (1), the term.
struct DictionaryWriter: ~Copyable {
  private var terms = ByteArena(capacity: 1 << 14)
  private var index = ByteArena(capacity: 1 << 12)
  /// How many bytes of `terms` have been handed on already: whole chunks.
  private var flushed = 0
  /// The areas of the block at hand.
  private var head = ByteArena(capacity: 64)
  private var sizes = ByteArena(capacity: 256)
  private var letters = ByteArena(capacity: 8192)
  private var entries = ByteArena(capacity: 8192)
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
    if inBlock == SegmentFormat.termsPerBlock || letters.count + entries.count > 8_000 {
      closeBlock()
    }
    var shared = 0
    if inBlock == 0 {
      firstNumber = count
      first.removeAll()
      first.append(source, range)
      head.append(varint: UInt64(place.start))
      lastStart = place.start
      documentsBefore = documents
      inNamesBefore = inNames
    } else {
      let limit = min(last.count, Int(range.count))
      while shared < limit, last[shared] == source[range.lowerBound + shared] { shared += 1 }
    }
    let rest = ByteRange(start: range.lowerBound + shared, count: Int(range.count) - shared)
    let most = StoredTerms.sizeMark
    sizes.append(UInt8(min(most, shared) | min(most, Int(rest.count)) << 4))
    if shared >= most { letters.append(varint: UInt64(shared - most)) }
    if rest.count >= most { letters.append(varint: UInt64(Int(rest.count) - most)) }
    letters.append(source, rest)
    let all = place.inNames == holding
    entries.append(varint: UInt64(holding) << 1 | (all ? 1 : 0))
    if !all { entries.append(varint: UInt64(place.inNames)) }
    entries.append(varint: UInt64(place.start - lastStart))
    if holding >= PostingBlock.size, place.inNames > 0, !all {
      entries.append(varint: UInt64(place.nameStart - place.start))
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
    head.append(varint: UInt64(letters.count))
    let size = head.count + sizes.count + letters.count + entries.count
    let inChunk = terms.count % SegmentFormat.chunk
    if inChunk + size > SegmentFormat.chunk {
      terms.append(zeros: SegmentFormat.chunk - inChunk)
    }
    index.append(littleEndian: UInt32(truncatingIfNeeded: firstNumber))
    index.append(low40: UInt64(flushed + terms.count))
    index.append(low40: documentsBefore)
    index.append(low40: inNamesBefore)
    index.append(UInt8(first.count))
    index.append(first, first.all)
    terms.append(head, head.all)
    terms.append(sizes, sizes.all)
    terms.append(letters, letters.all)
    terms.append(entries, entries.all)
    head.removeAll()
    sizes.removeAll()
    letters.removeAll()
    entries.removeAll()
    inBlock = 0
  }

  /// Hands the whole chunks of `term` on when there are many; all that is left when `isLast`.
  mutating func flush(into file: SegmentFile, isLast: Bool = false) throws(Failure) {
    guard isLast || terms.count > 1 << 17 else { return }
    let whole =
      isLast ? terms.count : terms.count / SegmentFormat.chunk * SegmentFormat.chunk
    try file.append(.term, terms, ByteRange(start: 0, count: whole))
    terms.removeFirst(whole)
    flushed += whole
  }

  /// Ends the last block and writes what is left of both streams.
  mutating func finish(into file: SegmentFile) throws(Failure) {
    closeBlock()
    try flush(into: file, isLast: true)
    try file.append(.tidx, index, index.all)
  }

  /// How many terms have been written, and the sums over all of them.
  var totals: (terms: Int, documents: UInt64, inNames: UInt64) { (count, documents, inNames) }
}
