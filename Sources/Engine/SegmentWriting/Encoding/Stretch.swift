import FootlightPlatform

/// Neighbouring documents on their way into the index: copied from their runs, encoded by one thread, placed in their
/// turn; then their postings, names and keys are sorted and spilled.
///
/// All in it are lists that one thread after the other fills, so their memory is used again for the next stretch.
struct Stretch: ~Copyable, Sendable {
  /// A document as it came from its run.
  struct Document: BitwiseCopyable, Sendable {
    var document: Run.Document
    var address: UInt64
    var sourceKey: UInt64
    var digest: UInt64
    var expires: Int64
    var run: Int32
    /// Where its record begins in `records`.
    var start: UInt32
  }

  /// Where the parts of a document end that were encoded.
  struct Ends: BitwiseCopyable, Sendable {
    var forward: UInt32
    var long: UInt32
    /// Where the values of its attributes lie in `records`.
    var values: ByteRange
  }

  /// The number of the first document.
  var first = 0
  var documents = ScratchList<Document>()
  var records = ByteArena(capacity: 1 << 12)
  var ends = ScratchList<Ends>()
  /// The records for the streams `fwd` and `long`, one after the other.
  var forward = ByteArena(capacity: 1 << 12)
  var long = ByteArena(capacity: 1 << 12)
  /// Each posting as a number: the term in the upper half, the place of the document in the stretch, the impact.
  var postings = ScratchList<UInt64>()
  var names = NameList()
  var keys = ScratchList<KeyEntry>()
  /// The most names that one of the documents has.
  var mostNames = 1
  /// How often each impact byte occurs.
  var impacts = [UInt32](repeating: 0, count: 256)
  /// Whether its documents were encoded, all of them.
  var isEncoded = false
  private var spare = ScratchList<UInt64>()

  /// How many documents the number of a posting tells apart.
  static let mostDocuments = 1 << 24
  /// A list is spilled in pieces of so many postings at most, so that who reads them needs little memory.
  private static let mostTogether = 1 << 12

  init() {}

  /// Copies the document at hand of a run.
  mutating func append(_ cursor: borrowing DocumentCursor, of run: Int) {
    documents.append(
      Document(
        document: cursor.document, address: cursor.address, sourceKey: cursor.sourceKey,
        digest: cursor.digest, expires: cursor.expires, run: Int32(truncatingIfNeeded: run),
        start: UInt32(truncatingIfNeeded: records.count)))
    cursor.withRecord { bytes, start in
      records.append(bytes, ByteRange(start: start, count: cursor.recordSize))
    }
  }

  /// Forgets all documents; the next ones begin with this number.
  mutating func restart(at first: Int) {
    self.first = first
    isEncoded = false
    documents.removeAll()
    records.removeAll()
    ends.removeAll()
    forward.removeAll()
    long.removeAll()
    postings.removeAll()
    names.removeAll()
    keys.removeAll()
    mostNames = 1
    for byte in impacts.indices { impacts[byte] = 0 }
  }

  /// Sorts what is merged with that of other stretches, and spills it.
  mutating func spill(terms: Int, into file: SpillFile?) throws(Failure) -> SortedStretch {
    SortedStretch(
      first: first, names: names.count, keys: keys.count, mostNames: mostNames,
      impacts: impacts, postingSpill: try spillPostings(terms: terms, into: file),
      nameSpill: try names.spill(after: first, into: file), keySpill: try spillKeys(into: file))
  }

  /// Shape: the number of the first document (4); for each piece of a list, by term: the term less the one before,
  /// how many postings, the size of the gaps (varints); the gaps between the documents (varints, the first one from
  /// the stretch's first document on), the impacts.
  private mutating func spillPostings(
    terms: Int, into file: SpillFile?
  ) throws(Failure) -> Spill {
    RadixSort.sort(&postings, &spare, below: UInt64(terms)) { $0 >> 32 }
    var writer = SpillWriter(file)
    writer.bytes.append(littleEndian: UInt32(truncatingIfNeeded: first))
    var gaps = ByteArena(capacity: 1 << 14)
    var place = 0
    var termBefore: UInt64 = 0
    while place < postings.count {
      let term = postings[place] >> 32
      var end = place
      var before: UInt64 = 0
      gaps.removeAll()
      while end < postings.count, postings[end] >> 32 == term,
        end &- place < Stretch.mostTogether
      {
        let document = (postings[end] & 0xFFFF_FFFF) >> 8
        gaps.append(varint: document &- before)
        before = document
        end &+= 1
      }
      writer.bytes.append(varint: term &- termBefore)
      writer.bytes.append(varint: UInt64(end &- place))
      writer.bytes.append(varint: UInt64(gaps.count))
      writer.bytes.append(gaps, gaps.all)
      for index in place..<end {
        writer.bytes.append(UInt8(truncatingIfNeeded: postings[index]))
      }
      try writer.handOn()
      termBefore = term
      place = end
    }
    return try writer.finish()
  }

  private mutating func spillKeys(into file: SpillFile?) throws(Failure) -> Spill {
    var writer = SpillWriter(file)
    for key in KeyEntry.sorted(count: keys.count, { keys[$0] }) {
      writer.bytes.append(key)
      try writer.handOn()
    }
    return try writer.finish()
  }
}

/// The postings, names and keys of a stretch, each sorted.
struct SortedStretch: Sendable {
  /// The number of the first document.
  var first: Int
  var names: Int
  var keys: Int
  var mostNames: Int
  var impacts: [UInt32]
  var postingSpill: Spill
  var nameSpill: Spill
  var keySpill: Spill
}
