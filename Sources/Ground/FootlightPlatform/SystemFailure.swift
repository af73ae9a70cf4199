extension Failure {
  /// The failure that an error number of the operating system stands for.
  ///
  /// `action` completes “cannot …”: `read`, `create`, `rename`.
  package static func system(_ number: Int32, _ action: String, _ path: String) -> Failure {
    let told = "cannot \(action): \(words(number))"
    let (code, message, remedy): (DiagnosticCode, String, String) =
      switch number {
      case ENOENT, ENOTDIR:
        (.fileMissing, "there is no such file or folder", "check the path")
      case EACCES, EPERM, EROFS:
        (.fileForbidden, told, "check the permissions of the file and of its folder")
      case ENOSPC, EDQUOT: (.diskFull, told, "free some space on the disk")
      case EISDIR: (.fileWrongKind, "this is a folder", "name a file")
      case ELOOP, ENAMETOOLONG: (.filePath, told, "check the path and its links")
      case EEXIST, ENOTEMPTY: (.fileExists, told, "move it away, or choose another name")
      case EMFILE, ENFILE: (.tooManyFiles, told, "raise the limit of open files (ulimit -n)")
      default: (.fileFailed, told, "try again; if it stays so, check the disk")
      }
    return Failure(code, message, at: SourceLocation(file: path), remedy: remedy)
  }
}

/// C: strerror.
private func words(_ number: Int32) -> String {
  guard let text = unsafe strerror(number) else { return "error \(number)" }
  return unsafe String(cString: text)
}

/// Refuses what the C library would silently cut off.
func checkPath(_ path: String) throws(Failure) {
  guard !path.isEmpty else { throw Failure(.filePath, "a path is empty", remedy: "name a file") }
  guard !path.utf8.contains(0) else {
    throw Failure(
      .filePath, "a path holds a NUL", at: SourceLocation(file: path), remedy: "remove it")
  }
}

/// Repeats a call of the operating system that a signal has cut short.
func uninterrupted<Number: SignedInteger>(_ call: () -> Number) -> Number {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
