import FootlightPlatform
import SecureDigests

/// The digest of a file in extents: that of the digests of its extents, concatenated.
///
/// So a server that never has the whole file in memory computes it by one query.
struct ExtentDigests: ~Copyable {
  private var digests = SHA256()

  /// Takes in the next extent.
  mutating func append(_ bytes: borrowing ByteArena, _ range: ByteRange) {
    digests.append(bytes.withSpan(range) { SHA256.digest(of: $0) })
  }

  /// The digest of all of them.
  func finish() -> [UInt8] {
    let all = digests
    return all.finish()
  }
}
