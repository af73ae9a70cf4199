import FootlightPlatform
import SegmentFiles
import SegmentWriting

extension OpenDomain {
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
