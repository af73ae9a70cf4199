import FootlightPlatform
import SearchEngine

/// The open segments of a domain: the base and what has changed since.
package struct OpenDomain: Sendable {
  /// A segment and what is hidden in it.
  struct LiveSegment: Sendable {
    /// 0 for the base, or its first shard; the number of a delta; for further shards numbers that no delta has.
    var number: Int
    /// The shard of the base that it is, or is a delta of.
    var shard: Int
    var searchable: SearchableSegment
    var hidden: HiddenDocuments?

    /// The stored state.
    var generation: Segment { searchable.stored }

    /// Whether a later segment has replaced or deleted a document.
    func hides(_ document: UInt32) -> Bool { hidden?.contains(document) ?? false }
  }

  /// The files of the base that are here: one, or its shards.
  let bases: [OpenGeneration]
  /// The first of them, which is like the others in all that is declared.
  let base: OpenGeneration
  /// Whether all of them are here.
  private let isWhole: Bool
  /// The deltas, the oldest first.
  let deltas: [OpenDelta]
  /// The files of the base and the deltas that add something, in this order.
  let segments: [LiveSegment]
  /// The words that the deltas add to those of the base.
  let addedWords: AddedWords?
  private let privateItems = PrivateItems()

  /// - Throws: `index.damaged`, `index.format` when a delta cannot be read.
  /// - Parameter shards: the file, or the shards; nil for those that this copy does not keep.
  init(_ shards: [OpenGeneration?], _ deltas: [OpenDelta]) throws(Failure) {
    let bases = shards.compactMap { $0 }
    guard let first = bases.first else {
      throw Failure(.generationMissing, "the stored index is gone")
    }
    base = first
    self.bases = bases
    isWhole = bases.count == shards.count
    self.deltas = deltas
    var hidden: [Int: [UInt32]] = [:]
    for delta in deltas {
      if let failure = delta.failure { throw failure }
      for (segment, documents) in delta.hidden.documents {
        hidden[segment, default: []] += documents
      }
    }
    var segments: [LiveSegment] = []
    func add(_ number: Int, ofShard shard: Int, _ segment: SearchableSegment) {
      let items = segment.stored.summary.items
      segments.append(
        LiveSegment(
          number: number, shard: shard, searchable: segment,
          hidden: hidden[number].map { HiddenDocuments($0, of: items) }))
    }
    for (number, shard) in shards.enumerated() {
      if let shard {
        add(OpenDomain.number(ofShard: number), ofShard: number, shard.segment)
      }
    }
    for delta in deltas {
      if let segment = delta.segment { add(delta.number, ofShard: delta.shard, segment) }
    }
    self.segments = segments
    // Of shards each is asked for the spellings of a word; what a delta adds to all of them is looked for in it.
    addedWords =
      shards.count > 1
      ? nil
      : AddedWords(
        base: first.segment, deltas: segments.dropFirst().map(\.generation),
        write: { words, items, like throws(Failure) in
          try SegmentBytes.dictionary(of: words, items: items, like: like)
        })
  }

  /// Whether it is made of these: then what was made for its searches is good for theirs.
  func isMade(of shards: [OpenGeneration?], _ deltas: [OpenDelta]) -> Bool {
    let bases = shards.compactMap { $0 }
    return self.bases.count == bases.count && self.deltas.count == deltas.count
      && zip(self.bases, bases).allSatisfy { $0.generation === $1.generation }
      && zip(self.deltas, deltas).allSatisfy {
        $0.number == $1.number && $0.segment === $1.segment && $0.words === $1.words
          && $1.failure == nil
      }
  }

  /// The number of a shard among the segments: below them the deltas have theirs.
  static func number(ofShard shard: Int) -> Int { shard == 0 ? 0 : 1 << 48 - shard }

  /// The dictionaries of what is hidden; without some shards nobody knows what is hidden of those that are here.
  var hiddenWords: [Segment] { isWhole ? deltas.compactMap(\.words) : [] }

  /// The number of items that only their owner sees.
  func privateCount() throws(Failure) -> Int { try privateItems.count(in: segments) }

  /// The dictionary of the items that only their owner sees; nil when there are none.
  func privateWords() throws(Failure) -> Segment? { try privateItems.words(in: segments) }

  /// Its segments, as a search takes them.
  func searchedSegments(_ domain: String, _ facts: DomainFacts) -> [SearchedSegment] {
    segments.enumerated().map { index, segment in
      let isFirst = index == 0
      return SearchedSegment(
        domain: domain, weight: facts.weight, synonyms: facts.synonyms,
        segment: segment.searchable, hidden: segment.hidden,
        hiddenWords: isFirst ? hiddenWords : [], addedWords: isFirst ? addedWords : nil)
    }
  }

  /// The item with an id; at most one of each segment has it.
  func item(id: String) throws(Failure) -> StoredItem? {
    for segment in segments.reversed() {
      let found = try segment.generation.item(ofID: id) { !segment.hides($0) }
      if let found { return found }
    }
    return nil
  }

  /// The first item with an url that is neither hidden nor expired; several may share one.
  func item(url: String, now: Int64) throws(Failure) -> StoredItem? {
    for segment in segments.reversed() {
      var failure: Failure?
      var found: StoredItem?
      let document = try segment.generation.document(ofURL: url) { document in
        guard !segment.hides(document) else { return false }
        do throws(Failure) {
          let item = try segment.generation.item(document)
          guard item.expires.map({ $0 > now }) ?? true else { return false }
          found = item
        } catch {
          failure = error
        }
        return true
      }
      if let failure { throw failure }
      if document != nil, let found { return found }
    }
    return nil
  }

  /// A text that tells this state of the domain from others.
  var mark: String { "\(bases.map(\.generation.path)) \(deltas.map(\.number))" }

  /// Calls `body` with the digest and the id of every item that is not hidden: the base in the order of the
  /// source, then what was changed.
  func scanDigests(
    _ body: (ItemDigest, _ id: String) throws(Failure) -> Void
  ) throws(Failure) {
    for segment in segments {
      try segment.generation.scanDigests(hiding: segment.hidden, body)
    }
  }

  /// The digests of the records; items are numbered over all segments.
  func recordDigests() throws(Failure) -> RecordDigests {
    var entries: [RecordDigests.Entry] = []
    var first: UInt32 = 0
    for segment in segments {
      try segment.generation.forEachRecordDigest { digest, document in
        guard let document else {
          entries.append(RecordDigests.Entry(digest: digest, item: RecordDigests.skipped))
          return
        }
        guard digest != 0, segment.hidden?.contains(document) != true else { return }
        entries.append(RecordDigests.Entry(digest: digest, item: first + document))
      }
      first += UInt32(truncatingIfNeeded: segment.generation.summary.items)
    }
    return RecordDigests(entries, items: Int(first), mark: mark)
  }
}
