package import FootlightPlatform
package import IndexStores

extension OpenWorkspace {
  /// Makes the daily copy of `user.sqlite`, where one is due; what cannot be copied is told.
  package func backUpUserData() -> [Diagnostic] {
    do throws(Failure) {
      guard try userData.isBackupDue(now: world.now()) else { return [] }
      try userData.backUp()
      return []
    } catch {
      return error.asWarnings
    }
  }

  /// The fault of `user.sqlite` although something was stored in it; nil for none.
  ///
  /// - Parameter isThorough: whether all of it is read.
  package func userDataProblem(
    _ snapshot: (any StoreSnapshot)?, isThorough: Bool = false
  ) throws(Failure) -> Diagnostic? {
    let condition = try userData.condition(isThorough: isThorough)
    if case .usable = condition { return nil }
    let hasCopy = try userData.hasBackup()
    if case .damaged = condition { return userData.loss(condition, hasCopy: hasCopy) }
    guard hasCopy || snapshot?.knowsUserData ?? false else { return nil }
    return userData.loss(condition, hasCopy: hasCopy)
  }
}
