import FootlightPlatform
import SegmentFiles

/// The documents of a segment that a query must not find.
struct HiddenSet {
  /// All of them: tombstones, what has expired, and what a condition leaves out.
  let all: Bitmap?
  /// Those that a condition leaves out.
  let byConditions: Bitmap?
  /// How many there are, when they are tombstones alone.
  let tombstones: Int?

  init(_ searched: SearchedSegment, now: Int64, conditions: Bitmap?) throws(Failure) {
    let expired = try searched.stored.expiredDocuments(now: now)
    tombstones = expired == nil && conditions == nil ? searched.hidden?.count ?? 0 : nil
    var all: Bitmap?
    for those in [searched.hidden?.bitmap, expired, conditions] {
      guard let those else { continue }
      if all == nil { all = those } else { all?.formUnion(those) }
    }
    self.all = all
    byConditions = conditions
  }
}
