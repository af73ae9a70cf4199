import DeclaredRecords
import FootlightPlatform
import SearchEngine
import Synchronization

/// A batch of changes to a domain of an embedded store: for each shard a small segment of what is added, and what
/// it hides of the shard's others.
final class EmbeddedChange: StoreChange {
  let indexer: EmbeddedIndexer
  let stored: StoredDomain
  let open: OpenDomain
  let digester: ItemDigester
  let memory: Int
  /// Names what is written of it on the disk: added items that become too many for the memory.
  let file: GenerationFile
  let rule: ShardRule
  /// What is written of each shard.
  let parts: [Part]
  /// Nil where records with one id meet in one shard.
  let repeated: RepeatedIdentifiers?
  let state = Mutex(State())

  /// What is written of one shard.
  struct Part: Sendable {
    let shard: Int
    /// The segments of the shard.
    let segments: [OpenDomain.LiveSegment]
    let deltas: [OpenDelta]
    let added: SegmentWriter
    /// The dictionary of what is hidden.
    let words: SegmentWriter
    /// The deltas that are merged into the new one.
    let dissolving: Set<Int>
    /// With more changed items a new file is written.
    let limit: Int
  }

  /// The changes known so far.
  struct State: Sendable {
    /// The documents whose items were added anew; by segment.
    var replaced = DocumentSets()
    /// How many of them each shard has.
    var replacedOf: [Int: Int] = [:]
    /// Of these, how many differ in nothing but the digest of their record.
    var restamped = 0
    /// The documents that were added and came out the same.
    var kept = DocumentSets()
    /// Of these, those whose id came with another record too.
    var contested = DocumentSets()
    /// The documents whose records could not become items: they stay, whatever was deleted.
    var spared = DocumentSets()
    /// The documents that are to be deleted.
    var deleted = DocumentSets()
    /// Of these, those that have expired.
    var expired = DocumentSets()
    /// The documents whose id was added from a record with another key.
    var foreign = DocumentSets()
    /// The keys of records whose items were added under the id they had: there is no other item of theirs.
    var settled: Set<[UInt8]> = []
    /// The documents whose records were met unchanged.
    var seen: (digests: RecordDigests, marks: RecordMarks)?
    /// How many batches of added items there were.
    var batches = 0
    /// The outcome, once it is finished.
    var finished: Finished?
  }

  /// A finished change.
  struct Finished: Sendable {
    var summary: ChangeSummary
    var parts: [FinishedPart] = []
  }

  /// What became of one shard.
  struct FinishedPart: Sendable {
    let part: Part
    /// The added items, with those of dissolved deltas; nil for none.
    var segment: Segment?
    var segmentBytes: SegmentBytes?
    var words: SegmentBytes?
    /// The items that are hidden in the segments that stay.
    var hidden: HiddenItems
    /// Whether so much has changed that a new file is cheaper in the end.
    var isLarge: Bool

    /// Whether anything of the shard is different now.
    var hasChanged: Bool { hidden.count > 0 || segment != nil || !part.dissolving.isEmpty }
  }

  /// With more changed items than these in one batch a new file of their shard is written: a twentieth, but
  /// never for a handful.
  static func limit(items: Int) -> Int { max(500, items / 20) }

  /// With more items in all deltas of a file than so many times the limit a new one is written afterwards: a shard may wait
  /// longer, since one at a time is written.
  static func mostLimits(shards: Int) -> Int { shards == 1 ? 2 : 8 }

  /// So many bytes of added items stay in memory at least, where their file is as large: they become one row.
  private static let leastKept = 16 << 20

  /// A shard has at most so many deltas.
  static let mostDeltas = 8
  /// So many deltas of about a size are taken in before there must be fewer, when they hold no more
  /// items together than these: as many as are written again in about the time that a batch takes.
  static let fewestAlike = 3
  static let mostEarly = 4_096

  init(
    _ indexer: EmbeddedIndexer, _ stored: StoredDomain, _ open: OpenDomain, memory: Int
  ) throws(Failure) {
    self.indexer = indexer
    self.stored = stored
    self.open = open
    self.memory = memory
    let shards = stored.baseShards
    var settings = open.base.generation.settings
    settings.shards = shards.count
    rule = ShardRule(settings)
    repeated = RepeatedIdentifiers(settings)
    digester = ItemDigester(attributes: settings.attributes)
    file = try indexer.nextFile(of: stored.name)
    let folder = indexer.folder
    let scratch = folder.path(of: file.with(suffix: GenerationFile.scratchSuffix))
    if shards.count > 1 { try ScratchFolder(path: scratch, files: folder.files).make() }
    let memory = memory / shards.count
    var parts: [Part] = []
    for shard in shards.indices {
      let deltas = open.deltas.filter { $0.shard == shard }
      let path = shards.count == 1 ? folder.path(of: file) : Path.join(scratch, "\(shard)")
      let kept = max(memory / 4, min(shards[shard].bytes / 16, EmbeddedChange.leastKept))
      parts.append(
        Part(
          shard: shard, segments: open.segments.filter { $0.shard == shard }, deltas: deltas,
          added: try SegmentWriter(
            .delta(limit: max(1 << 20, kept)), path: path, settings: settings,
            memory: max(1 << 20, memory / 2), scratchFolder: scratch, files: folder.files),
          words: try SegmentWriter(
            .dictionary, path: path + "-words", settings: settings,
            memory: max(1 << 20, memory / 4), scratchFolder: scratch, files: folder.files),
          dissolving: EmbeddedChange.dissolving(deltas),
          limit: EmbeddedChange.limit(items: stored.items(ofShard: shard))))
    }
    self.parts = parts
  }

  /// The deltas that the next one takes in.
  ///
  /// Three of about a size as soon as they stand side by side, as long as they are small: so few deltas
  /// stand, and no batch has much to write again. Of larger ones only when there are as many as there
  /// may be: the latest ones, as far as they are not much larger than all that follow them, so that
  /// each item is written again only as often as the deltas double.
  private static func dissolving(_ deltas: [OpenDelta]) -> Set<Int> {
    func size(_ delta: OpenDelta) -> Int { delta.items + delta.hiding }
    let latest = deltas.last.map(size) ?? 0
    let alike = deltas.reversed().prefix { size($0) <= 2 * latest }
    if alike.count >= fewestAlike, alike.reduce(0, { $0 + $1.items }) <= mostEarly {
      return Set(alike.map(\.number))
    }
    guard deltas.count >= mostDeltas else { return [] }
    var taken: Set<Int> = []
    var following = 0
    for delta in deltas.reversed() {
      guard taken.isEmpty || size(delta) <= 2 * following else { break }
      taken.insert(delta.number)
      following += size(delta)
    }
    return taken
  }

  func worker() throws(Failure) -> any StoreBuildWorker {
    EmbeddedChangeWorker(self)
  }

  /// Notes that an item came out the same; false when its id was added from another record: then
  /// the rule decides between the two.
  func keeps(_ document: UInt32, in segment: Int) -> Bool {
    state.withLock { state in
      guard !state.replaced.contains(document, in: segment) else { return false }
      if !state.kept.insert(document, in: segment) {
        _ = state.contested.insert(document, in: segment)
      }
      return true
    }
  }

  /// Forgets everything.
  func abandon() {
    for part in parts {
      part.added.abandon()
      part.words.abandon()
    }
    clear()
  }

  /// Deletes what lies in files; the next indexer does what fails.
  func clear() {
    for suffix in GenerationFile.suffixes {
      do throws(Failure) {
        try indexer.folder.delete(file.with(suffix: suffix))
      } catch {}
    }
  }

  /// The dictionary of what is hidden in a shard; nil when nothing is.
  ///
  /// - Parameter gone: what this change hides.
  func finishWords(
    _ part: Part, _ known: State, _ gone: DocumentSets, _ hidden: HiddenItems
  ) throws(Failure) -> SegmentBytes? {
    guard hidden.count > 0 else {
      part.words.abandon()
      return nil
    }
    let (bytes, items) = try gatherWords(part, known, gone)
    var outcome: (bytes: SegmentBytes, items: Int)? = bytes.map { ($0, items) }
    if !part.dissolving.isEmpty {
      var dictionaries = part.deltas.filter { part.dissolving.contains($0.number) }
        .compactMap(\.words)
      if let bytes {
        dictionaries.append(try bytes.opened(isDictionary: true, path: indexer.folder.catalog))
      }
      outcome = try SegmentBytes.dictionary(sumOf: dictionaries, less: try coveredWords(part))
    }
    guard outcome?.items == hidden.count else {
      throw Failure(
        .generationUnfaithful,
        "\(hidden.count) items are hidden, and the words of \(outcome?.items ?? 0) were gathered",
        at: SourceLocation(file: indexer.folder.catalog))
    }
    return outcome?.bytes
  }

  /// The words of what this change hides of the segments that stay: those of replaced items are
  /// there already.
  private func gatherWords(
    _ part: Part, _ known: State, _ gone: DocumentSets
  ) throws(Failure) -> (bytes: SegmentBytes?, items: Int) {
    let worker = part.words.worker()
    worker.beginBatch(known.batches)
    var reader = ItemReader()
    var item = ItemBuffer()
    for segment in part.segments where !part.dissolving.contains(segment.number) {
      for document in (gone.documents[segment.number] ?? []).sorted()
      where !known.replaced.contains(document, in: segment.number) {
        try reader.open(document, of: segment.generation)
        try reader.read(of: segment.generation, into: &item)
        _ = worker.add(item)
      }
    }
    try worker.endBatch()
    let (summary, _) = try part.words.finish(keeping: .keepLast)
    let bytes = part.words.takeBytes()
    return (summary.items > 0 ? bytes : nil, summary.items)
  }

  /// The words of what the deltas that are taken in hide of each other, which is gone now: by segment,
  /// since two of them may have held the same item one after the other.
  private func coveredWords(_ part: Part) throws(Failure) -> [Segment] {
    var found: [Segment] = []
    for segment in part.segments where part.dissolving.contains(segment.number) {
      // A later delta hides these items, and that one is taken in as well.
      guard let hidden = segment.hidden, hidden.count > 0 else { continue }
      let items = segment.generation.summary.items
      var covered = segment
      covered.hidden = HiddenDocuments(
        (0..<UInt32(truncatingIfNeeded: items)).filter { !hidden.contains($0) }, of: items)
      found.append(try words(of: covered, like: part.words))
    }
    return found
  }

  /// The dictionary of what is not hidden in a segment.
  private func words(
    of segment: OpenDomain.LiveSegment, like words: SegmentWriter
  ) throws(Failure) -> Segment {
    let writer = try SegmentWriter(
      .dictionary, path: words.path + "-\(segment.number)", settings: words.settings,
      memory: max(1 << 20, memory / 4),
      scratchFolder: indexer.folder.path(of: file.with(suffix: GenerationFile.scratchSuffix)),
      files: indexer.folder.files)
    do throws(Failure) {
      try SegmentFeed([segment]).run { () throws(Failure) in
        EmbeddedBuildWorker(writer.worker())
      }
      let (summary, _) = try writer.finish(keeping: .keepLast)
      guard let bytes = writer.takeBytes(), summary.items > 0 else {
        throw Failure(.generationUnfaithful, "the words of hidden items were not gathered")
      }
      return try bytes.opened(isDictionary: true, path: indexer.folder.catalog)
    } catch {
      writer.abandon()
      throw error
    }
  }
}

/// Documents of several segments.
struct DocumentSets: Sendable {
  private(set) var documents: [Int: Set<UInt32>] = [:]
  private(set) var count = 0

  /// Adds a document; false when it is there already.
  mutating func insert(_ document: UInt32, in segment: Int) -> Bool {
    guard documents[segment, default: []].insert(document).inserted else { return false }
    count += 1
    return true
  }

  func contains(_ document: UInt32, in segment: Int) -> Bool {
    documents[segment]?.contains(document) == true
  }

  mutating func subtract(_ other: DocumentSets) {
    for (segment, those) in other.documents { documents[segment]?.subtract(those) }
    count = documents.values.reduce(0) { $0 + $1.count }
  }

  mutating func formUnion(_ other: DocumentSets) {
    for (segment, those) in other.documents { documents[segment, default: []].formUnion(those) }
    count = documents.values.reduce(0) { $0 + $1.count }
  }
}
