import FootlightPlatform

/// Merges the names of all stretches and writes the streams `names` and `nsparse`: all names sorted by their terms, then
/// titles before aliases, then document.
struct NamesMerge: ~Copyable {
  private var cursors: CursorList<NameCursor>
  private var tree: LoserTree<UInt64>

  init(_ stretches: [SortedStretch], step: Int) throws(Failure) {
    var cursors = CursorList<NameCursor>(room: stretches.count)
    var keys: [UInt64?] = []
    for stretch in stretches {
      var cursor = NameCursor(stretch, step: step)
      keys.append(try cursor.advance())
      cursors.append(cursor)
    }
    tree = LoserTree(keys) { cursors.compare($0, $1) { $0.follows($1) } }
    self.cursors = cursors
  }

  /// Writes both streams.
  ///
  /// - Returns: the samples that begin a chunk of `nsparse`.
  consuming func write(_ packed: NameRows, into file: SegmentFile) throws(Failure) -> [UInt32] {
    var names = PackedRowsWriter(.names, packed.rows)
    var sparse = ByteArena(capacity: 1 << 12)
    var smallest = UInt32.max
    var sample: [UInt32] = []
    var first: [UInt32] = []
    let perChunk =
      SegmentFormat.chunk / SegmentFormat.sparseEntry * SegmentFormat.namesPerSparse
    var count = 0
    while let next = tree.next {
      if count % SegmentFormat.namesPerSparse == 0 {
        if count > 0 { try NamesMerge.append(sample, smallest, &sparse, file) }
        sample = cursors.with(next) { $0.firstFour }
        if count % perChunk == 0 { first += sample }
        smallest = .max
      }
      count += 1
      let key = try cursors.with(next) { (cursor) throws(Failure) -> UInt64? in
        smallest = min(smallest, cursor.document)
        try names.append(packed.entry(cursor.document, cursor.ordinal), into: file)
        return try cursor.advance()
      }
      tree.move(to: key) { cursors.compare($0, $1) { $0.follows($1) } }
    }
    if count > 0 { try NamesMerge.append(sample, smallest, &sparse, file) }
    try names.finish(into: file)
    try file.append(.nsparse, sparse, sparse.all)
    return first
  }

  private static func append(
    _ sample: [UInt32], _ smallest: UInt32, _ sparse: inout ByteArena, _ file: SegmentFile
  ) throws(Failure) {
    for term in sample { sparse.append(littleEndian: term) }
    sparse.append(littleEndian: smallest)
    guard sparse.count > 1 << 14 else { return }
    try file.append(.nsparse, sparse, sparse.all)
    sparse.removeAll()
  }
}

/// Walks the sorted names of a stretch.
struct NameCursor: ~Copyable, Sendable {
  private var reader: SpillReader
  private let firstDocument: Int
  private var key: UInt64 = 0
  /// The terms of the name at hand from the third one on.
  private var rest = ScratchList<UInt32>()
  private(set) var document: UInt32 = 0
  private(set) var ordinal: UInt16 = 0

  init(_ stretch: SortedStretch, step: Int) {
    reader = SpillReader(stretch.nameSpill, step: step)
    firstDocument = stretch.first
  }

  /// The first four terms, plus one, with 0 where there is none.
  var firstFour: [UInt32] {
    [
      UInt32(truncatingIfNeeded: key >> 32) + 1, UInt32(truncatingIfNeeded: key),
      rest.count > 0 ? rest[0] + 1 : 0, rest.count > 1 ? rest[1] + 1 : 0,
    ]
  }

  /// Moves to the next name, and tells the two terms that it is ordered by first; nil at the end.
  @inline(__always)
  mutating func advance() throws(Failure) -> UInt64? {
    guard !reader.isAtEnd else { return nil }
    key = (key >> 32 &+ (try reader.varint())) << 32
    key |= try reader.varint()
    let length = try reader.varint()
    rest.removeAll()
    if length > 2 {
      for _ in 2..<length { rest.append(try reader.varint32()) }
    }
    document = UInt32(truncatingIfNeeded: firstDocument &+ Int(try reader.varint32()))
    ordinal = UInt16(truncatingIfNeeded: try reader.varint32())
    return key
  }

  /// Whether the name at hand stands after another stretch's with the same first two terms.
  func follows(_ other: borrowing NameCursor) -> Bool {
    let order = NameList.compare(
      rest, rest.indices, other.rest, other.rest.indices)
    if order != 0 { return order > 0 }
    return NameList.follows((document, ordinal), (other.document, other.ordinal))
  }
}
