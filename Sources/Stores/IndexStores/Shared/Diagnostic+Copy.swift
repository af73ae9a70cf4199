import FootlightPlatform

extension Diagnostic {
  /// The same diagnostic for an index that is a copy of a shared store: damaged and missing files
  /// are fetched again.
  func onCopy(inFolder path: String) -> Diagnostic {
    guard ReplicaAge.isCopy(path) else { return self }
    var told = self
    told.remedy = "run `footlight pull`, which fetches it again"
    return told
  }
}

extension Failure {
  /// The same of a failure, where it says that something is damaged.
  func onCopy(inFolder path: String) -> Failure {
    guard concerns(EmbeddedSnapshot.damageCodes.union([.generationMissing])) else { return self }
    return Failure(diagnostics.map { $0.onCopy(inFolder: path) }) ?? self
  }
}
