public import FootlightPlatform
import IndexStores

extension Library {
  /// Brings the last copy of `user.sqlite` back; the file that is there is kept as
  /// `user.replaced.sqlite`.
  ///
  /// - Returns: when the copy was made, in seconds since 1970.
  /// - Throws: `index.user-data-missing` where there is no copy, `lock.held`.
  @discardableResult
  public func restoreUserData(waits: Bool = false) throws(Failure) -> Int64 {
    let indexer = try store.indexer(Patience(waits: waits))
    defer { indexer.close() }
    return try userData.restore()
  }
}
