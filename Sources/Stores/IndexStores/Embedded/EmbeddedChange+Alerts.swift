import DeclaredRecords
import FootlightPlatform
import SearchEngine
import Synchronization

/// The deleting and the sparing of items.
extension EmbeddedChange {
  func delete(_ record: RecordName) throws(Failure) {
    if case .sourceKey(let key) = record, state.withLock({ $0.settled.contains(key) }) { return }
    try forEach(record) { (document, segment) in
      state.withLock { _ = $0.deleted.insert(document, in: segment) }
    }
  }

  func spare(_ record: RecordName) throws(Failure) {
    try forEach(record) { (document, segment) in
      state.withLock { _ = $0.spared.insert(document, in: segment) }
    }
  }

  private func forEach(
    _ record: RecordName, _ body: (_ document: UInt32, _ segment: Int) -> Void
  ) throws(Failure) {
    var reader = ItemReader()
    for segment in open.segments {
      let documents =
        switch record {
        case .id(let id): [try reader.find(id, in: segment.generation)].compactMap(\.self)
        case .sourceKey(let key): try segment.generation.documents(ofSourceKey: key)
        }
      for document in documents where !segment.hides(document) { body(document, segment.number) }
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
          facts, path: indexer.folder.path(of: file)))
    }
    var after: [SearchedSegment] = []
    for finished in finished.parts {
      guard let segment = finished.segment else { continue }
      after.append(
        SearchedSegment(
          domain: stored.name, synonyms: facts.synonyms,
          segment: SearchableSegment(segment),
          hidden: HiddenDocuments(
            try takenIn(finished.part, gone, in: segment), of: segment.summary.items)))
    }
    guard !before.isEmpty || !after.isEmpty else { return AlertBatch() }
    var matcher = AlertMatcher(
      stored.name, before: before, after: after, attributes: open.base.generation.attributes,
      others: indexer.attributesOfDomains(), now: now)
    return try matcher.alerts(rules)
  }

  /// The documents of the new segment that were in deltas before, and are as they were.
  private func takenIn(
    _ part: Part, _ gone: DocumentSets, in segment: Segment
  ) throws(Failure) -> [UInt32] {
    var found: [UInt32] = []
    var reader = ItemReader()
    for earlier in part.segments where part.dissolving.contains(earlier.number) {
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
      let stored = segment.stored
      guard
        let part = try Segment.gathered(
          into: .delta(limit: .max), settings: stored.settings, path: path + "-touched",
          shownAs: path,
          { (body) throws(Failure) in
            for document in documents.documents { try body(stored, document) }
          })
      else { throw Failure(.generationUnfaithful, "the items of a change were not gathered") }
      return SearchedSegment(
        domain: segment.domain, synonyms: facts.synonyms, segment: SearchableSegment(part))
    }
    var others = documents
    others.formComplement()
    var part = segment
    part.hidden = HiddenDocuments.joined(segment.hidden, others)
    return part
  }
}
