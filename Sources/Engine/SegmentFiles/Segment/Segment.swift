import FileHandles
package import FootlightPlatform
import Synchronization
package import TextAnalysis

/// An open segment – the base, which is the file of a generation, or a delta: complete, immutable, shared by
/// threads.
///
/// Opening reads the header alone; everything else is loaded when it is first needed and kept
/// until the last reference is gone.
public final class Segment: Sendable {
  /// The file, or for what came from memory where that was read from, for messages.
  package let path: String
  package let header: SegmentHeader
  /// The name under which a file was written; empty for what came from memory.
  package let writtenName: String
  package let chunks: CheckedChunks
  /// The analysis that the index was built with; queries look at its stop words.
  package let analyzer: Analyzer
  private let loadedIndex = Mutex<DictionaryIndex?>(nil)
  /// What reads the impacts of short lists.
  let impacts: PrefixTable
  /// Tables of a delta in memory, once they are worth it; nil for a file.
  package let resident: ResidentTables?
  private let loadedColumns = Mutex<[Column]?>(nil)
  private let loadedFrequent = Mutex<FrequentCodes?>(nil)
  private let loadedDecoder = Mutex<RecordDecoder?>(nil)
  private let expired = Mutex<ExpiredDocuments?>(nil)
  private let loadedReserved = Mutex<ReservedColumns?>(nil)

  /// Opens a file.
  ///
  /// - Throws: `index.format` when another version wrote it, `index.damaged` when its header makes
  ///   no sense or it is no index, and what the file system says.
  package convenience init(path: String) throws(Failure) {
    try self.init(SegmentContainer(path: path), isDictionary: false, isBlob: false, path)
  }

  /// Opens a delta that was read whole.
  ///
  /// - Parameters:
  ///   - isDictionary: whether it is the dictionary of what a delta hides, which holds no items.
  ///   - path: where it was read from, for messages.
  /// - Throws: `index.format`, `index.damaged`.
  package convenience init(
    blob: consuming ByteArena, isDictionary: Bool = false, path: String
  ) throws(Failure) {
    try self.init(SegmentContainer(blob), isDictionary: isDictionary, isBlob: true, path)
  }

  private init(
    _ container: SegmentContainer, isDictionary: Bool, isBlob: Bool, _ path: String
  ) throws(Failure) {
    self.path = path
    writtenName = container.mark?.name ?? ""
    guard !container.isOfEarlierFormat else {
      throw Failure(
        .indexFormat, "an earlier version of this program wrote the index",
        at: SourceLocation(file: path), remedy: "run 'footlight sync' to build it again")
    }
    header = try SegmentHeader(container.header(), path: path)
    guard header.isDictionary == isDictionary, header.fits(fileSize: container.count),
      let chunks = CheckedChunks(container, sizes: header.sizes, path: path)
    else {
      throw Failure(
        .indexDamaged, "the header of the index does not fit its contents",
        at: SourceLocation(file: path), remedy: "run 'footlight sync' to build it again")
    }
    self.chunks = chunks
    analyzer = header.analyzer
    impacts = PrefixTable(header.impacts)
    resident =
      isBlob && header.terms <= ResidentDictionary.mostTerms ? ResidentTables() : nil
  }

  /// The settings that decide the bytes of a segment beside its items.
  package var settings: IndexSettings {
    var settings = IndexSettings(
      analyzer: analyzer, weights: header.weights, attributes: header.attributes)
    settings.looksInside = header.looksInside
    return settings
  }

  /// Whether words of names are found by what stands within them.
  package var looksInside: Bool { header.looksInside }

  /// Whether this program's analysis is the one that the index was built with.
  package var isOfPresentAnalysis: Bool {
    header.analyzerVersion == analyzer.fingerprint
      && (!header.hasStems || analyzer.makeStemmer() != nil)
  }

  /// Tells its contents from those of any other segment.
  package var identity: UInt64 { header.identity }

  /// How much the segment holds.
  package var summary: SegmentSummary {
    SegmentSummary(items: header.items, terms: header.terms, expiring: header.expiring)
  }

  /// Whether words have stems, whether or not this build can make use of them.
  package var hasStems: Bool { header.hasStems }

  /// The attributes, by their ordinals.
  package var attributes: [IndexedAttribute] { header.attributes }

  /// Checks the bytes against their checksums: all of them, or some chunks of each stream and
  /// the whole dictionary index.
  ///
  /// - Throws: `index.damaged`.
  package func verify(quick: Bool) throws(Failure) {
    for stream in SegmentStream.allCases {
      try chunks.check(stream, sample: quick && stream != .tidx ? 8 : nil)
    }
    if !header.isDictionary { _ = try columns() }
    if chunks.size(.model) > 0 { _ = try recordDecoder() }
    if !quick {
      try placeRows.verify(items: header.items)
      try verifyInsides()
      try verifyFamilies()
    }
    let index = try dictionaryIndex()
    guard index.blocks > 0 else { return }
    var last = try TermBlockCursor(self, index, block: index.blocks - 1)
    var documents = index.documents(before: index.blocks - 1)
    var inNames = index.inNames(before: index.blocks - 1)
    while try last.advance() {
      documents += UInt64(last.entry.documents)
      inNames += UInt64(last.entry.inNames)
    }
    guard Int(last.entry.number) + 1 == header.terms, documents == header.documents,
      inNames == header.inNames
    else { throw chunks.damaged(.term) }
  }

  /// Loads what every query needs, so that the first one does not have to.
  package func prepare() throws(Failure) {
    chunks.populate()
    _ = try dictionaryIndex()
    try prepareWords()
  }

  /// Makes what look-ups of words need, where this is a delta or the dictionary of what one hides.
  package func prepareWords() throws(Failure) { _ = try resident?.ready(self) }

  /// The dictionary index, loaded once.
  package func dictionaryIndex() throws(Failure) -> DictionaryIndex {
    try loadedIndex.withLock { (loaded) throws(Failure) in
      if let loaded { return loaded }
      let index = try DictionaryIndex(chunks, header)
      loaded = index
      return index
    }
  }

  /// The columns of the attributes, by their ordinals; their directory is loaded once.
  func columns() throws(Failure) -> [Column] {
    try loadedColumns.withLock { (loaded) throws(Failure) in
      if let loaded { return loaded }
      let columns = try ColumnDirectory.read(self)
      loaded = columns
      return columns
    }
  }

  /// The terms with short codes in `long`, loaded once.
  func frequentCodes() throws(Failure) -> FrequentCodes {
    try loadedFrequent.withLock { (loaded) throws(Failure) in
      if let loaded { return loaded }
      var bytes = ByteArena(capacity: chunks.size(.common) + 8)
      try chunks.copy(.common, 0, count: chunks.size(.common), into: &bytes)
      guard let codes = FrequentCodes(bytes) else { throw chunks.damaged(.common) }
      loaded = codes
      return codes
    }
  }

  /// What reads records that were stored letter by letter, made once.
  func recordDecoder() throws(Failure) -> RecordDecoder {
    try loadedDecoder.withLock { (loaded) throws(Failure) in
      if let loaded { return loaded }
      var bytes = ByteArena(capacity: chunks.size(.model))
      try chunks.copy(.model, 0, count: chunks.size(.model), into: &bytes)
      guard let decoder = RecordDecoder(bytes) else { throw chunks.damaged(.model) }
      loaded = decoder
      return decoder
    }
  }

  /// The columns for its own use, loaded once.
  package func reserved() throws(Failure) -> ReservedColumns {
    guard !header.attributes.isEmpty else { return ReservedColumns() }
    return try loadedReserved.withLock { (loaded) throws(Failure) in
      if let loaded { return loaded }
      let reserved = try readReserved()
      loaded = reserved
      return reserved
    }
  }

  /// The documents that have expired, or nil when none has.
  package func expiredDocuments(now: Int64) throws(Failure) -> Bitmap? {
    guard header.expiring > 0 else { return nil }
    // Others need not wait for it: at the worst some of them do the same.
    var known = expired.withLock { $0 }
    if known?.moments.contains(now) != true {
      if let earlier = known?.moments.lowerBound, earlier <= now {
        try known?.advance(to: now, in: self)
      } else {
        known = try ExpiredDocuments(of: self, now: now)
      }
      expired.withLock { [known] in $0 = known }
    }
    return known?.isEmpty == false ? known?.bitmap : nil
  }
}

/// Fetching from memory most of what showing a document reads, in three steps, each of which needs what the one
/// before has fetched.
///
/// One by one each document would be waited for: those of an answer lie all over the index. What is damaged is told
/// by who reads it.
extension Segment {
  /// The first step: where the document's row is.
  package func prefetchPlace(of document: UInt32) {
    chunks.prefetch(.drows, Int(document) / DocumentRow.documents &* 4, lines: 1)
  }

  /// The second one: the row.
  package func prefetchRow(of document: UInt32) {
    let offset = Int(document) / DocumentRow.documents &* 4
    guard let start: UInt32 = try? chunks.view(.drows, offset).load(0) else { return }
    chunks.prefetch(.docs, Int(start), lines: 4)
  }

  /// The third one: its stored block, as far as it will be decoded, and its names.
  package func prefetchStored(of document: UInt32) {
    guard let row = try? row(document) else { return }
    // Text is stored in half its size, more or less, and a block holds up to 2 KB of it.
    chunks.prefetch(.stored, row.stored, lines: min(16, shownSize / 32 &+ 4))
    chunks.prefetch(.fwd, row.forward, lines: 2)
  }
}

extension Segment {
  /// The fixed-size facts of a document.
  @inline(__always)
  func row(_ document: UInt32) throws(Failure) -> DocumentRow {
    let number = Int(document) / DocumentRow.documents
    let start: UInt32 = try chunks.view(.drows, number &* 4).load(0)
    guard
      let row = DocumentRow(
        try chunks.view(.docs, Int(start)), place: Int(document) % DocumentRow.documents)
    else { throw chunks.damaged(.docs) }
    return row
  }

  /// The order key of a document: rank and the first six bytes of its title's sort key.
  package func order(_ document: UInt32) throws(Failure) -> UInt64 { try row(document).order }
}
