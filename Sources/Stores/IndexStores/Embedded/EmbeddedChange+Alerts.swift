import DeclaredRecords
import FootlightPlatform
import SearchEngine
import Synchronization

/// The deleting and the sparing of items.
extension EmbeddedChange {
  func delete(id: String) throws(Failure) {
    try forEach(id: id) { (document, segment) in
      state.withLock { _ = $0.deleted.insert(document, in: segment) }
    }
  }

  func delete(sourceKey: [UInt8]) throws(Failure) {
    guard !state.withLock({ $0.settled.contains(sourceKey) }) else { return }
    try forEach(sourceKey: sourceKey) { (document, segment) in
      state.withLock { _ = $0.deleted.insert(document, in: segment) }
    }
  }

  func spare(id: String) throws(Failure) {
    try forEach(id: id) { (document, segment) in
      state.withLock { _ = $0.spared.insert(document, in: segment) }
    }
  }

  func spare(sourceKey: [UInt8]) throws(Failure) {
    try forEach(sourceKey: sourceKey) { (document, segment) in
      state.withLock { _ = $0.spared.insert(document, in: segment) }
    }
  }

  private func forEach(
    id: String, _ body: (_ document: UInt32, _ segment: Int) -> Void
  ) throws(Failure) {
    var reader = ItemReader()
    for segment in open.segments {
      if let document = try reader.find(id, in: segment.generation),
        segment.hidden?.contains(document) != true
      {
        body(document, segment.number)
      }
    }
  }

  private func forEach(
    sourceKey: [UInt8], _ body: (_ document: UInt32, _ segment: Int) -> Void
  ) throws(Failure) {
    for segment in open.segments {
      for document in try segment.generation.documents(ofSourceKey: sourceKey)
      where segment.hidden?.contains(document) != true {
        body(document, segment.number)
      }
    }
  }

  func holds(sourceKey: [UInt8], digest: UInt64) throws(Failure) -> Bool {
    guard digest != 0 else { return false }
    for segment in open.segments.reversed() {
      for document in try segment.generation.documents(ofSourceKey: sourceKey)
      where segment.hidden?.contains(document) != true {
        if try segment.generation.recordDigest(document) == digest { return true }
      }
    }
    return false
  }

  func deleteExpired(by now: Int64) throws(Failure) -> Expiries {
    var found = Expiries()
    for segment in open.segments {
      try segment.generation.forEachExpiry { document, expires in
        guard segment.hidden?.contains(document) != true else { return }
        guard expires <= now else {
          found.keep(expires)
          return
        }
        found.leaveOut(expires)
        state.withLock { state in
          _ = state.deleted.insert(document, in: segment.number)
          _ = state.expired.insert(document, in: segment.number)
        }
      }
    }
    return found
  }

  func deleteUnseen(_ digests: RecordDigests, _ seen: RecordMarks) throws(Failure) {
    guard digests.mark == open.mark else {
      throw Failure(
        .generationUnfaithful, "the index has changed since its records were compared",
        remedy: "run `footlight sync` again")
    }
    var first: UInt32 = 0
    for segment in open.segments {
      let items = UInt32(truncatingIfNeeded: segment.generation.summary.items)
      state.withLock { state in
        for document in 0..<items
        where !seen.contains(first + document) && segment.hidden?.contains(document) != true {
          _ = state.deleted.insert(document, in: segment.number)
        }
      }
      first += items
    }
    state.withLock { $0.seen = (digests, seen) }
  }
}

extension EmbeddedChange {
  /// What searches that have names are to tell of the change.
  func alerts(_ finished: Finished, _ facts: DomainFacts, now: Int64) throws(Failure)
    -> AlertBatch
  {
    let rules = indexer.alertRules
    guard !rules.isEmpty else { return AlertBatch() }
    var gone = state.withLock { $0.replaced }
    gone.formUnion(state.withLock { $0.deleted })
    var before: [SearchedSegment] = []
    for segment in open.segments {
      guard let documents = gone.documents[segment.number], !documents.isEmpty else { continue }
      var touched = Bitmap(size: segment.generation.summary.items)
      for document in documents { touched.insert(Int(document)) }
      before.append(
        try indexer.part(
          touched,
          of: SearchedSegment(
            domain: stored.name, synonyms: facts.synonyms, segment: segment.searchable,
            hidden: segment.hidden),
          facts, path: words.path))
    }
    var after: [SearchedSegment] = []
    if let segment = finished.segment {
      after.append(
        SearchedSegment(
          domain: stored.name, synonyms: facts.synonyms,
          segment: SearchableSegment(segment),
          hidden: HiddenDocuments(
            try takenIn(gone, in: segment), of: segment.summary.items)))
    }
    guard !before.isEmpty || !after.isEmpty else { return AlertBatch() }
    var matcher = AlertMatcher(
      stored.name, before: before, after: after, attributes: added.settings.attributes,
      others: indexer.attributesOfDomains(), now: now)
    return try matcher.alerts(rules)
  }

  /// The documents of the new segment that were in deltas before, and are as they were.
  private func takenIn(_ gone: DocumentSets, in segment: Segment) throws(Failure) -> [UInt32] {
    var found: [UInt32] = []
    var reader = ItemReader()
    for earlier in open.segments where dissolving.contains(earlier.number) {
      for document in 0..<UInt32(truncatingIfNeeded: earlier.generation.summary.items)
      where !earlier.hides(document) && !gone.contains(document, in: earlier.number) {
        let id = try earlier.generation.item(document).id
        if let place = try reader.find(id, in: segment) { found.append(place) }
      }
    }
    return found
  }
}

extension EmbeddedIndexer {
  /// Up to so many items are gathered in a segment of their own; of more, the index is asked with the others hidden.
  private static let mostGathered = 10_000

  /// A segment of which some documents alone are found: few are gathered in memory, so that whoever asks does not ask
  /// the whole segment; of many the memory would be too much, and the others are hidden.
  func part(
    _ documents: Bitmap, of segment: SearchedSegment, _ facts: DomainFacts, path: String
  ) throws(Failure) -> SearchedSegment {
    guard documents.count > EmbeddedIndexer.mostGathered else {
      return try gathered(
        documents.documents, of: segment.stored, segment.domain, facts, path: path)
    }
    var others = documents
    others.formComplement()
    var part = segment
    part.hidden = HiddenDocuments.joined(segment.hidden, others)
    return part
  }

  /// Some documents of a segment as a segment in memory.
  private func gathered(
    _ documents: [UInt32], of segment: Segment, _ domain: String, _ facts: DomainFacts,
    path: String
  ) throws(Failure) -> SearchedSegment {
    let writer = try SegmentWriter(
      .delta(limit: .max), path: path + "-touched", settings: segment.settings, memory: .max,
      scratchFolder: nil)
    do throws(Failure) {
      let worker = writer.worker()
      worker.beginBatch(0)
      var reader = ItemReader()
      var item = ItemBuffer()
      for document in documents {
        try reader.open(document, of: segment)
        try reader.read(of: segment, into: &item)
        _ = worker.add(item)
      }
      try worker.endBatch()
      _ = try writer.finish(keeping: .keepLast)
    } catch {
      writer.abandon()
      throw error
    }
    guard let bytes = writer.takeBytes() else {
      throw Failure(.generationUnfaithful, "the items of a change were not gathered")
    }
    var blob = ByteArena(capacity: bytes.bytes.count)
    blob.append(bytes.bytes, bytes.bytes.all)
    return SearchedSegment(
      domain: domain, synonyms: facts.synonyms,
      segment: SearchableSegment(
        try Segment(blob: blob, isDictionary: false, path: folder.catalog)))
  }
}
