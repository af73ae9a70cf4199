public import FootlightDiagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Other programs, started without a shell.
public enum Subprocess {
  /// Where a program lies: the first folder of PATH that holds an executable file of this name.
  ///
  /// C: access.
  public static func find(_ name: String, path: String) -> String? {
    guard !name.isEmpty, !name.utf8.contains(0) else { return nil }
    for folder in path.split(separator: ":") where folder.utf8.first == UInt8(ascii: "/") {
      let candidate = Path.join(String(folder), name)
      let kind = (try? FileStatus.of(candidate))??.kind
      if kind == .file, unsafe access(candidate, X_OK) == 0 { return candidate }
    }
    return nil
  }

  /// Runs a program that talks to nobody and returns its exit code; 128 + n when signal n ended it.
  ///
  /// Its standard streams are the null device. C: posix_spawn, waitpid.
  public static func run(_ program: String, _ arguments: [String]) throws(Failure) -> Int32 {
    try checkPath(program)
    guard !arguments.contains(where: { $0.utf8.contains(0) }) else {
      throw Failure(.filePath, "an argument holds a NUL", at: SourceLocation(file: program))
    }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for descriptor: Int32 in 0...2 {
      unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    defer { for unsafe word in unsafe words { unsafe free(word) } }
    var process = pid_t()
    let code = unsafe posix_spawn(&process, program, &actions, nil, &words, environ)
    guard code == 0 else { throw .system(code, "start", program) }
    var status: Int32 = 0
    guard uninterrupted({ unsafe waitpid(process, &status, 0) }) == process else {
      throw .system(errno, "wait for", program)
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}
