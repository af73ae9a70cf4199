import FootlightPlatform
package import IndexStores

extension WatchedFile {
  /// Whether the file looks otherwise than it did, by one `stat`.
  package var hasChanged: Bool {
    do throws(Failure) {
      guard let status = try FileStatus.of(path) else { return true }
      return Int64(status.size) != size || status.modified != modified
    } catch {
      // A file that cannot be looked at is not said to have changed.
      return false
    }
  }
}
