package import FootlightPlatform

/// The documents that have expired, the same until the next one does.
///
/// One reading of the stream tells them for a moment. A segment that is asked for a second moment remembers in which
/// order the others expire: then each second costs what expires in it, and not eight bytes a document.
struct ExpiredDocuments: Sendable {
  /// A document that expires later.
  private struct Later: Sendable {
    var moment: Int64
    var document: UInt32
  }

  /// The moments for which it holds.
  private(set) var moments: Range<Int64>
  private(set) var bitmap: Bitmap
  private(set) var isEmpty = true
  /// Those that had not expired at the beginning, the first one first; nil until a later moment is asked for.
  private var later: [Later]?
  /// How many of them have expired by now.
  private var passed = 0

  /// Finds those of a segment that have expired at a moment.
  init(of segment: Segment, now: Int64) throws(Failure) {
    var bitmap = Bitmap(size: segment.header.items)
    var isEmpty = true
    var next = Int64.max
    try segment.forEachExpiry { (document, moment) in
      guard moment <= now else {
        next = min(next, moment)
        return
      }
      bitmap.insert(Int(document))
      isEmpty = false
    }
    self.bitmap = bitmap
    self.isEmpty = isEmpty
    moments = now..<max(next, now &+ 1)
  }

  /// Takes those in that have expired since.
  ///
  /// - Parameter now: a moment that does not lie before those for which it holds.
  mutating func advance(to now: Int64, in segment: Segment) throws(Failure) {
    let later = if let later { later } else { try order(segment) }
    while passed < later.count, later[passed].moment <= now {
      bitmap.insert(Int(later[passed].document))
      isEmpty = false
      passed += 1
    }
    let next = passed < later.count ? later[passed].moment : .max
    moments = now..<max(next, now &+ 1)
    self.later = later
  }

  private func order(_ segment: Segment) throws(Failure) -> [Later] {
    var found: [Later] = []
    let known = moments.lowerBound
    try segment.forEachExpiry { (document, moment) in
      if moment > known { found.append(Later(moment: moment, document: document)) }
    }
    found.sort { ($0.moment, $0.document) < ($1.moment, $1.document) }
    return found
  }
}

extension Segment {
  /// Calls `body` with every document that expires some day, and when: `Int64.max` stands for never, even at the end
  /// of time.
  package func forEachExpiry(_ body: (UInt32, Int64) -> Void) throws(Failure) {
    guard header.expiring > 0 else { return }
    let moments = try chunks.view(.expiry, 0, count: header.items * 8)
    for document in 0..<header.items {
      let moment = moments.load(document * 8, as: Int64.self)
      if moment != .max { body(UInt32(truncatingIfNeeded: document), moment) }
    }
  }
}
