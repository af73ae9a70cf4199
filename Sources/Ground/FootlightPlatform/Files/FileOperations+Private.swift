extension FileOperations {
  /// Makes a database file for this user alone, where there is none; a link is refused.
  ///
  /// SQLite would follow a link, and let others read what it makes.
  package func createPrivately(_ path: String) throws(Failure) {
    if let status = try FileStatus.of(path, followingLinks: false) {
      guard status.kind == .link else { return }
      throw Failure(
        .filePath, "the file is a link, which is not followed", at: SourceLocation(file: path),
        remedy: "look where it leads and who made it; put the file itself in its place")
    }
    do throws(Failure) {
      _ = try create(path, exclusively: true, permissions: 0o600)
    } catch {
      // Somebody else made it at the same moment.
      guard error.concerns([.fileExists]) else { throw error }
    }
  }
}
