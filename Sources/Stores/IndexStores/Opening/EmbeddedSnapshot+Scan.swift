import FootlightPlatform
import SegmentFiles

extension EmbeddedSnapshot {
  func verify(_ domain: String) throws(Failure) {
    try reading(domain) { (open) throws(Failure) in
      for segment in open.segments { try segment.generation.verify(quick: false) }
      for words in open.hiddenWords { try words.verify(quick: false) }
    }
  }

  func scanItems(
    of domain: String, _ body: (StoredItem) throws(Failure) -> Void
  ) throws(Failure) {
    try scanItems(of: domain, in: 0..<Int.max, hidingPrivate: false, body)
  }

  func scanItems(
    of domain: String, in places: Range<Int>, hidingPrivate hidesPrivate: Bool,
    _ body: (StoredItem) throws(Failure) -> Void
  ) throws(Failure) {
    var failure: Failure?
    do throws(Failure) {
      try reading(domain) { (open) throws(Failure) in
        var first = 0
        for segment in open.segments where first < places.upperBound {
          let own = max(0, places.lowerBound - first)..<(places.upperBound - first)
          let hidden =
            hidesPrivate
            ? HiddenDocuments.joined(
              segment.hidden, try segment.generation.reserved().hidden) : segment.hidden
          first += try segment.generation.scanItems(hiding: hidden, in: own) {
            (item) throws(Failure) in
            try keeping(&failure) { () throws(Failure) in try body(item) }
          }
        }
      }
    } catch {
      throw failure ?? error
    }
  }

  func scanDigests(
    of domain: String, _ body: (ItemDigest, _ id: String) throws(Failure) -> Void
  ) throws(Failure) {
    var failure: Failure?
    do throws(Failure) {
      try reading(domain) { (open) throws(Failure) in
        try open.scanDigests { (digest, id) throws(Failure) in
          try keeping(&failure) { () throws(Failure) in try body(digest, id) }
        }
      }
    } catch {
      throw failure ?? error
    }
  }

  func scanIDs(
    ofSourceKeys keys: [[UInt8]], in domain: String, _ body: (String) -> Void
  ) throws(Failure) {
    guard !keys.isEmpty else { return }
    try reading(domain) { (open) throws(Failure) in
      for segment in open.segments {
        for key in keys {
          for document in try segment.generation.documents(ofSourceKey: key)
          where segment.hidden?.contains(document) != true {
            body(try segment.generation.item(document).id)
          }
        }
      }
    }
  }

  func recordDigests(of domain: String) throws(Failure) -> RecordDigests {
    var digests = RecordDigests([], items: 0)
    try reading(domain) { (open) throws(Failure) in digests = try open.recordDigests() }
    return digests
  }

  func quarantine(of domain: String?) throws(Failure) -> [QuarantinedChange] {
    setAside.filter { domain == nil || $0.domain == domain }
  }

  /// Keeps apart what the caller's own work throws: it says nothing about the index, whatever it
  /// is.
  private func keeping<Result>(
    _ failure: inout Failure?, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do throws(Failure) {
      return try work()
    } catch {
      failure = error
      throw Failure(.cancelled, "the reading was ended by its caller")
    }
  }
}
