package import OpenWorkspaces
package import FootlightDiagnostics
import FootlightPlatform
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

  /// What is wrong with `user.sqlite` although something was stored in it; nil when nothing is.
  ///
  /// - Parameter isThorough: whether all of it is read.
  package func userDataProblem(
    _ snapshot: (any StoreSnapshot)?, isThorough: Bool = false
  ) throws(Failure) -> Diagnostic? {
    let condition = try userData.condition(isThorough: isThorough)
    if case .usable = condition { return nil }
    let hasCopy = try userData.hasBackup()
    let remedy =
      hasCopy
      ? "run `footlight restore-user`, which brings the last copy back"
      : "put a copy of the file in its place"
    let place = SourceLocation(file: Path.join(workspace.index, UserData.fileName))
    if case .damaged(let fault) = condition {
      return Diagnostic(
        .userDataDamaged, "\(UserData.fileName) is damaged: \(fault)", at: place, remedy: remedy)
    }
    guard hasCopy || snapshot?.knowsUserData ?? false else { return nil }
    let what = condition == .missing ? "is gone" : "is empty"
    return Diagnostic(
      .userDataMissing,
      "\(UserData.fileName) \(what), which held what programs have pushed and what you have done",
      at: place, remedy: remedy)
  }
}
