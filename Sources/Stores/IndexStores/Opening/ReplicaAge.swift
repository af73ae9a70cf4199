package import FootlightPlatform

/// When an index folder was last compared with the shared store that it is a copy of.
///
/// The time of an empty file tells it, so that readers ask nothing else.
package enum ReplicaAge {
  /// The name of the file.
  static let fileName = "pulled"

  /// When it was, in seconds since 1970; nil for a folder that was never pulled.
  package static func pulled(_ folder: String) throws(Failure) -> Int64? {
    try FileStatus.of(Path.join(folder, fileName), followingLinks: false).map {
      $0.modified / 1_000_000_000
    }
  }

  /// Whether a folder was ever pulled.
  package static func isCopy(_ folder: String) -> Bool { ((try? pulled(folder)) ?? nil) != nil }

  /// Notes that it is now.
  package static func notePull(inFolder path: String, _ files: FileOperations) {
    // Without it the age is told too high, which is the safe side.
    try? touch(Path.join(path, fileName), files)
  }

  package static func notePull(_ folder: IndexFolder) {
    notePull(inFolder: folder.path, folder.files)
  }

  private static func touch(_ path: String, _ files: FileOperations) throws(Failure) {
    let file = try files.create(path, permissions: 0o600)
    let mark = ByteArena("\n")
    try file.write(mark, mark.all)
  }
}

extension Diagnostic {
  /// The same diagnostic for an index that is a copy of a shared store: damaged and missing files
  /// are fetched again.
  func onCopy(inFolder path: String) -> Diagnostic {
    guard ReplicaAge.isCopy(path) else { return self }
    var told = self
    told.remedy = "run `footlight store pull`, which fetches it again"
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
