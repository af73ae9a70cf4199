import FootlightPlatform

/// Joins the posting lists of all stretches term by term, and writes `post`, `term`, `tidx`, `ranges` and `firsts`.
///
/// A stretch's documents stand after those of the stretches before it, so its part of a list does, too.
struct ListsMerge: ~Copyable {
  private var cursors: CursorList<PostingCursor>
  /// The term of each stretch, and below it the number of the stretch.
  private var tree: LoserTree<UInt64>

  init(_ stretches: [SortedStretch], step: Int) throws(Failure) {
    var cursors = CursorList<PostingCursor>(room: stretches.count)
    var keys: [UInt64?] = []
    for (number, stretch) in stretches.enumerated() {
      var cursor = PostingCursor(stretch.postingSpill, step: step)
      keys.append(try cursor.advance() ? cursor.key(number) : nil)
      cursors.append(cursor)
    }
    tree = LoserTree(keys) { $0 > $1 }
    self.cursors = cursors
  }

  /// Writes the lists of all terms; returns the sums of documents over all terms, and of those in names.
  consuming func write(
    _ vocabulary: Vocabulary, items: Int, _ impacts: PrefixCode, isDictionary: Bool,
    insides: consuming InsidesWriter?, families: consuming FamiliesWriter?, into file: SegmentFile
  ) throws(Failure) -> (documents: UInt64, inNames: UInt64) {
    var lists = try EncodedLists(
      vocabulary, items: items, impacts, isDictionary: isDictionary, insides: insides,
      families: families)
    var terms = VocabularyReader(vocabulary)
    while try terms.advance() {
      lists.begin(terms.number)
      while let number = tree.next, let key = tree[number], Int(key >> 32) == terms.number {
        let after = try cursors.with(number) { (cursor) throws(Failure) -> UInt64? in
          try cursor.decode()
          cursor.documents.withSpan { lists.append($0, cursor.impacts) }
          return try cursor.advance() ? cursor.key(number) : nil
        }
        tree.move(to: after) { $0 > $1 }
      }
      try lists.end(terms.text, into: file)
    }
    guard tree.next == nil else { throw Failure.damagedScratch }
    return try lists.finish(into: file)
  }
}

/// Walks the pieces of a stretch's posting lists.
struct PostingCursor: ~Copyable, Sendable {
  private var reader: SpillReader
  private var first: UInt32 = 0
  private var hasBegun = false
  private(set) var term: UInt64 = 0
  private var count = 0
  private var gapSize = 0
  /// The documents of the piece at hand, and their impacts.
  private(set) var documents = ScratchList<UInt32>()
  private(set) var impacts = ByteArena(capacity: 1 << 10)

  init(_ spill: Spill, step: Int) {
    reader = SpillReader(spill, step: step)
  }

  /// Orders the piece at hand among those of other stretches.
  func key(_ stretch: Int) -> UInt64 { term << 32 | UInt64(stretch) }

  /// Moves to the next piece; false at the end.
  @inline(__always)
  mutating func advance() throws(Failure) -> Bool {
    if !hasBegun {
      hasBegun = true
      try reader.need(4)
      first = reader.buffer.load(reader.at)
      reader.skip(4)
    }
    guard !reader.isAtEnd else { return false }
    term &+= try reader.varint()
    count = Int(try reader.varint32())
    gapSize = Int(try reader.varint32())
    return true
  }

  /// Reads the piece at hand.
  @inline(__always)
  mutating func decode() throws(Failure) {
    try reader.need(gapSize + count)
    documents.removeAll()
    impacts.removeAll()
    var at = reader.at
    var document = first
    for _ in 0..<count {
      document &+= reader.buffer.varint32(&at)
      documents.append(document)
    }
    guard at == reader.at + gapSize else { throw Failure.damagedScratch }
    impacts.append(reader.buffer, ByteRange(start: at, count: count))
    reader.skip(gapSize + count)
  }
}
