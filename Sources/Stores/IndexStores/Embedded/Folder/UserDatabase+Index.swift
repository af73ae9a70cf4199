import FootlightDiagnostics
package import FootlightPlatform
package import UserData

extension UserDatabase {
  /// Names the file in the folder of an index; it is never made in a folder that is somebody else's.
  package init(inIndex path: String, files: FileOperations = .system) {
    self.init(path: Path.join(path, UserDatabase.fileName), files: files) {
      folder in
      do throws(Failure) {
        try IndexFolder(path: folder, files: files).checkOwnership()
        return nil
      } catch {
        return error
      }
    }
  }
}
