extension Folder {
  /// Whether this user may change what is in a folder, or a file; false for what is not there.
  ///
  /// C: access.
  package static func mayWrite(_ path: String) -> Bool {
    guard !path.utf8.contains(0) else { return false }
    return unsafe access(path, W_OK) == 0
  }
}
