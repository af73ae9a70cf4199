extension Failure {
  /// The failure that an error number of the operating system stands for.
  ///
  /// `action` completes “cannot …”: `read`, `create`, `rename`.
  package static func system(_ number: Int32, _ action: String, _ path: String) -> Failure {
    let place = SourceLocation(file: path)
    switch number {
    case ENOENT, ENOTDIR:
      return Failure(
        .fileMissing, "there is no such file or folder", at: place,
        remedy: "check the path")
    case EACCES, EPERM, EROFS:
      return Failure(
        .fileForbidden, "cannot \(action): \(words(number))", at: place,
        remedy: "check the permissions of the file and of its folder")
    case ENOSPC, EDQUOT:
      return Failure(
        .diskFull, "cannot \(action): \(words(number))", at: place,
        remedy: "free some space on the disk")
    case EISDIR:
      return Failure(
        .fileWrongKind, "this is a folder", at: place, remedy: "name a file")
    case ELOOP, ENAMETOOLONG:
      return Failure(
        .filePath, "cannot \(action): \(words(number))", at: place,
        remedy: "check the path and its links")
    case EEXIST, ENOTEMPTY:
      return Failure(
        .fileExists, "cannot \(action): \(words(number))", at: place,
        remedy: "move it away, or choose another name")
    case EMFILE, ENFILE:
      return Failure(
        .tooManyFiles, "cannot \(action): \(words(number))", at: place,
        remedy: "raise the limit of open files (ulimit -n)")
    default:
      return Failure(
        .fileFailed, "cannot \(action): \(words(number))", at: place,
        remedy: "try again; if it stays so, check the disk")
    }
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
