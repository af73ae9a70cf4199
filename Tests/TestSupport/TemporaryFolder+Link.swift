package import FootlightPlatform

extension TemporaryFolder {
  /// Makes a symbolic link in the folder.
  ///
  /// C: symlink.
  package func link(_ name: String, to target: String) throws(Failure) {
    guard unsafe symlink(target, path(name)) == 0 else {
      throw .system(errno, "link", path(name))
    }
  }
}
