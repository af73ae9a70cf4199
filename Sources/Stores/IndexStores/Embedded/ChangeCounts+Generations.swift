import FootlightDiagnostics
import SegmentFiles

extension ChangeCounts {
  /// With more items on either side a comparison would cost a noticeable part of the build.
  static let mostCompared = 20_000

  /// Compares the items of a domain with those of a generation file by their ids and contents; nil when
  /// one of them is too large or cannot be read.
  init?(from before: OpenDomain, to new: String) {
    do throws(Failure) {
      let after = try Segment(path: new)
      let items = before.segments.reduce(0) { $0 + $1.generation.summary.items }
      guard items <= ChangeCounts.mostCompared,
        after.summary.items <= ChangeCounts.mostCompared
      else { return nil }
      try self.init(from: before, to: after)
    } catch {
      return nil
    }
  }

  private init(from before: OpenDomain, to after: Segment) throws(Failure) {
    self.init()
    var unseen: [[UInt8]: ItemDigest] = [:]
    try before.scanDigests { digest, id in unseen[Array(id.utf8)] = digest }
    try after.scanDigests { digest, id in
      if let known = unseen.removeValue(forKey: Array(id.utf8)) {
        if known != digest { updated += 1 }
      } else {
        inserted += 1
      }
    }
    deleted = unseen.count
  }
}
