package import FootlightPlatform

extension UserDatabase {
  /// Names the file in the folder of an index; it is never made in a folder that is somebody else's.
  ///
  /// - Parameter place: the place to which keys of an earlier program are bound; nil where there can be none.
  package init(
    inIndex path: String, files: FileOperations = .system,
    place: @escaping KeyPlace = { () throws(Failure) in nil }
  ) {
    self.init(
      path: Path.join(path, UserDatabase.fileName), files: files,
      refusal: { folder in
        do throws(Failure) {
          try IndexFolder(path: folder, files: files).checkOwnership()
          return nil
        } catch {
          return error
        }
      }, place: place)
  }
}
