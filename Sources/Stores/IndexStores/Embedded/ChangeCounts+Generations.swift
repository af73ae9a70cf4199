import FootlightPlatform
import SegmentFiles

extension ChangeCounts {
  /// With more items on either side a comparison would cost a noticeable part of the build.
  static let mostCompared = 20_000

  /// Compares the items of a domain with those of the files of a build by their ids and contents; nil when
  /// they are too many or cannot be read.
  init?(from before: OpenDomain, to files: [String]) {
    do throws(Failure) {
      let after = try files.map { (path) throws(Failure) in try Segment(path: path) }
      let items = before.segments.reduce(0) { $0 + $1.generation.summary.items }
      guard items <= ChangeCounts.mostCompared,
        after.reduce(0, { $0 + $1.summary.items }) <= ChangeCounts.mostCompared
      else { return nil }
      try self.init(from: before, to: after)
    } catch {
      return nil
    }
  }

  private init(from before: OpenDomain, to after: [Segment]) throws(Failure) {
    self.init()
    var unseen: [[UInt8]: ItemDigest] = [:]
    try before.scanDigests { digest, id in unseen[Array(id.utf8)] = digest }
    for segment in after {
      try segment.scanDigests { digest, id in
        if let known = unseen.removeValue(forKey: Array(id.utf8)) {
          if known != digest { updated += 1 }
        } else {
          inserted += 1
        }
      }
    }
    deleted = unseen.count
  }
}
