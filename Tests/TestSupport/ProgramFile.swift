package import FootlightPlatform

/// Scripts of tests that are run as programs.
package enum ProgramFile {
  /// Makes a program of a file that was written.
  ///
  /// A shell copies it: whatever this process had open is open for a moment in every process that another
  /// test is starting, and a program that is open for writing cannot be run (execve, ETXTBSY).
  package static func make(_ path: String) throws(Failure) {
    let script = "cp \"$0\" \"$0~\" && chmod 755 \"$0~\" && mv \"$0~\" \"$0\""
    let code = try Subprocess("/bin/sh", ["-c", script, path]).run()
    guard code == 0 else {
      throw Failure(.fileMissing, "no program could be made", at: SourceLocation(file: path))
    }
  }
}
