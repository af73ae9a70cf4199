package import FootlightPlatform

/// The digest of a file in extents: that of the digests of its extents, concatenated.
///
/// So a server that never has the whole file in memory computes it by one query.
package struct ExtentDigests: ~Copyable {
  /// How many bytes an extent holds, but the last one of a file.
  ///
  /// Measured with PostgreSQL 15: 196 MB/s in; with 1 MiB 114.
  package static let extentSize = 256 << 10

  private var digests = SHA256()

  /// Begins with no extent.
  package init() {}

  /// Takes in the next extent.
  package mutating func append(_ bytes: borrowing ByteArena, _ range: ByteRange) {
    digests.append(bytes.withSpan(range) { SHA256.digest(of: $0) })
  }

  /// The digest of all of them.
  package func finish() -> [UInt8] {
    let all = digests
    return all.finish()
  }

  /// The digest of a file on this machine.
  package static func digest(ofFile path: String) throws(Failure) -> [UInt8] {
    let file = try File(path: path)
    file.adviseSequential()
    var digests = ExtentDigests()
    var extent = ByteArena(capacity: extentSize)
    var offset = 0
    while true {
      extent.removeAll()
      let read = try file.read(into: &extent, at: offset, upTo: extentSize)
      guard read > 0 else { return digests.finish() }
      digests.append(extent, extent.all)
      offset += read
    }
  }
}
