import FootlightPlatform
import IndexStores

/// A file of the shared store, which never changes.
package struct SharedFile: Sendable, Hashable {
  /// How many bytes an extent holds, but the last one of a file.
  package static let extentSize = ExtentDigests.extentSize

  /// The number that its name bears.
  package var number: Int
  /// The number under which its extents lie in the store: another one where the first had no room.
  package var place: Int
  /// Its size.
  package var bytes: Int
  /// The digest of its contents.
  package var digest: [UInt8]

  /// How many bytes the extent of a number holds; 0 after the last one.
  package func size(ofExtent number: Int) -> Int {
    max(0, min(SharedFile.extentSize, bytes - number * SharedFile.extentSize))
  }

  /// Whether a file on this machine holds the same.
  func matches(_ path: String) throws(Failure) -> Bool {
    guard try File(path: path).size() == bytes else { return false }
    return try ExtentDigests.digest(ofFile: path) == digest
  }
}
