import FootlightPlatform

/// Writes what is kept document by document, stretch after stretch: `fwd`, `long`, `docs`, `drows`, `digests`, `expiry`
/// and the columns of the attributes.
struct DocumentPlacer: ~Copyable {
  /// The extras that have a place for each document.
  private let hasDigests: Bool
  private let hasExpiries: Bool
  private let stored: StoredPlaces
  private let file: SegmentFile
  private var columns: ColumnsWriter
  private var rows = DocumentRowsWriter()
  private var forward = ByteArena(capacity: 1 << 16)
  private var digests = ByteArena(capacity: 1 << 12)
  private var expiries = ByteArena(capacity: 1 << 12)
  /// How many documents have been placed, and how many of them expire.
  private(set) var documents = 0
  private(set) var expiring = 0

  init(
    _ runs: [SortedRun], _ attributes: [IndexedAttribute], _ stored: StoredPlaces,
    hasSkipped: Bool, _ file: SegmentFile, spilling spillFile: SpillFile?, step: Int
  ) throws(Failure) {
    hasDigests = hasSkipped || runs.contains { $0.extras.contains(.digest) }
    hasExpiries = runs.contains { $0.extras.contains(.expiry) }
    self.stored = stored
    self.file = file
    columns = try ColumnsWriter(
      attributes, runs, file, spilling: spillFile, step: step)
  }

  /// Places the documents of the next stretch.
  mutating func place(_ stretch: borrowing Stretch) throws(Failure) {
    let forwardStart = file.offset(.fwd)
    let longStart = file.offset(.long)
    var before = Stretch.Ends(forward: 0, long: 0, values: ByteRange())
    for index in stretch.documents.indices {
      let document = stretch.documents[index]
      let ends = stretch.ends[index]
      let record = ByteRange(
        start: Int(before.forward), count: Int(ends.forward - before.forward))
      try rows.append(
        order: document.document.orderHigh,
        forward: forwardStart + place(stretch.forward, record, behind: forwardStart),
        long: longStart + Int(before.long),
        stored: stored.address(batch: document.document.batch, block: document.document.block),
        ordinal: document.document.ordinal, into: file)
      try columns.add(stretch.records, ends.values, run: Int(document.run), into: file)
      if hasDigests { digests.append(littleEndian: document.digest) }
      if hasExpiries { expiries.append(littleEndian: document.expires) }
      if document.expires != .max { expiring += 1 }
      before = ends
    }
    documents += stretch.documents.count
    try file.append(.fwd, forward, forward.all)
    try file.append(.long, stretch.long, stretch.long.all)
    try file.append(.digests, digests, digests.all)
    try file.append(.expiry, expiries, expiries.all)
    forward.removeAll()
    digests.removeAll()
    expiries.removeAll()
  }

  /// Puts a record of `fwd` into a chunk if it fits one, with its size before it where it begins one; returns where it
  /// begins.
  private mutating func place(
    _ records: borrowing ByteArena, _ record: ByteRange, behind start: Int
  ) -> Int {
    let inChunk = (start + forward.count) % SegmentFormat.chunk
    let isFirst = inChunk == 0 || inChunk + Int(record.count) > SegmentFormat.chunk
    if isFirst {
      if inChunk > 0 { forward.append(zeros: SegmentFormat.chunk - inChunk) }
      forward.append(littleEndian: UInt32(truncatingIfNeeded: record.count))
    }
    forward.append(records, record)
    return forward.count - Int(record.count) - (isFirst ? 4 : 0)
  }

  /// Writes what is left behind the last stretch; returns where the directory of the columns lies.
  mutating func finish(skipped: [UInt64]) throws(Failure) -> Int {
    for digest in skipped.sorted() { digests.append(littleEndian: digest) }
    try file.append(.digests, digests, digests.all)
    try rows.finish(into: file)
    return try columns.finish(into: file)
  }
}
