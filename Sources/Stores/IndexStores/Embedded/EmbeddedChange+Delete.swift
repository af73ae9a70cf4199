import FootlightPlatform
import SegmentFiles
import SegmentWriting
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
