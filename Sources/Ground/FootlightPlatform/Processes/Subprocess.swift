import Synchronization

/// Another program, started without a shell.
package struct Subprocess: Sendable {
  /// The path of the program.
  package var program: String
  /// Its arguments.
  package var arguments: [String]
  /// Its environment as `NAME=value`; nil for that of this process.
  package var environment: [String]?
  /// Variables that are set beside those of the environment, or taken out of it when nil.
  package var variables: [String: String?] = [:]
  /// The file that it reads from.
  package var input = "/dev/null"
  /// The file that it writes to; made or emptied first.
  package var output = "/dev/null"
  /// The file that it complains to; made or emptied first.
  package var errors = "/dev/null"

  /// A program that talks to nobody, unless its streams are set.
  package init(_ program: String, _ arguments: [String] = []) {
    self.program = program
    self.arguments = arguments
  }

  /// Where a program lies: the first folder of PATH that holds an executable file of this name.
  ///
  /// C: access.
  package static func find(_ name: String, path: String) -> String? {
    guard !name.isEmpty, !name.utf8.contains(0) else { return nil }
    for folder in path.split(separator: ":") where folder.utf8.first == UInt8(ascii: "/") {
      let candidate = Path.join(String(folder), name)
      let kind = (try? FileStatus.of(candidate))??.kind
      if kind == .file, unsafe access(candidate, X_OK) == 0 { return candidate }
    }
    return nil
  }

  /// Where a program lies that somebody names: by a path, from a folder on, or by a name that PATH holds.
  package static func find(_ name: String, in folder: String, path: String) -> String? {
    name.contains("/") ? Path.join(folder, name) : find(name, path: path)
  }

  /// The desktop's program that opens an address; nil where there is none.
  package static func opener(of address: String, path: String) -> Subprocess? {
    // What stands before the address, the best first.
    let known: [(name: String, arguments: [String])] = [
      ("xdg-open", []), ("gio", ["open"]), ("wslview", []), ("open", []),
    ]
    for (name, arguments) in known {
      if let found = find(name, path: path) { return Subprocess(found, arguments + [address]) }
    }
    return nil
  }

  /// Starts it, waits for its end and returns its exit code; 128 + n when signal n ended it.
  package func run() throws(Failure) -> Int32 {
    try start().wait()
  }

  /// Starts it.
  package func start() throws(Failure) -> RunningProcess {
    for text in [input, output, errors] { try checkPath(text) }
    let writing = O_WRONLY | O_CREAT | O_TRUNC
    let process = try unsafe launch { actions in
      unsafe posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
      unsafe posix_spawn_file_actions_addopen(&actions, 1, output, writing, 0o666)
      unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, writing, 0o666)
    }
    return RunningProcess(identifier: process, program: program)
  }

  /// Held while a program is started, and while descriptors exist that it must not inherit.
  static let launching = Mutex(())

  /// Starts it with these streams, in a group of its own if that is asked for; returns its
  /// process identifier.
  ///
  /// C: posix_spawn.
  func launch(
    inOwnGroup: Bool = false, _ redirect: (inout SpawnActions) -> Void
  ) throws(Failure) -> pid_t {
    try checkPath(program)
    let written = arguments + (environment ?? []) + variables.values.compactMap(\.self)
    guard !written.contains(where: { $0.utf8.contains(0) }) else {
      throw Failure(.filePath, "an argument holds a NUL", at: SourceLocation(file: program))
    }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe redirect(&actions)
    var words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { word in unsafe free(word) } }
    let settings = environment ?? changedEnvironment()
    var variables = unsafe (settings ?? []).map { unsafe strdup($0) } + [nil]
    defer { unsafe variables.forEach { word in unsafe free(word) } }
    var process = pid_t()
    // The child does not inherit which signals this process ignores or blocks.
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&signals, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    if inOwnGroup {
      flags |= Int32(POSIX_SPAWN_SETPGROUP)
      unsafe posix_spawnattr_setpgroup(&attributes, 0)
    }
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    let code = Subprocess.launching.withLock { _ in
      let code =
        settings == nil
        ? unsafe posix_spawn(&process, program, &actions, &attributes, &words, environ)
        : unsafe posix_spawn(&process, program, &actions, &attributes, &words, &variables)
      if code == 0 { ProcessFamily.began(process) }
      return code
    }
    guard code == 0 else { throw .system(code, "start", program) }
    return process
  }

  /// The environment of this process with what is changed in it; nil when nothing is.
  ///
  /// C: environ.
  private func changedEnvironment() -> [String]? {
    guard !variables.isEmpty else { return nil }
    var settings = variables.compactMap { name, value in value.map { "\(name)=\($0)" } }
    var place = unsafe environ
    while let entry = unsafe place.pointee {
      let text = unsafe String(cString: entry)
      let name = text.prefix { $0 != "=" }
      if variables[String(name)] == nil { settings.append(text) }
      unsafe place += 1
    }
    return settings
  }
}

extension Subprocess {
  /// The resource limits of a program; nil for no limit.
  ///
  /// macOS does not hold a program to its memory.
  package struct Limits: Sendable, Hashable {
    /// Bytes of data of each of its processes.
    package var memory: Int?
    /// Seconds of the processor for each of its processes.
    package var seconds: Int?
    /// Bytes that it may write.
    package var output: Int?

    /// No limits but those that are given.
    package init(memory: Int? = nil, seconds: Int? = nil, output: Int? = nil) {
      self.memory = memory
      self.seconds = seconds
      self.output = output
    }
  }

  /// Starts it in a folder and a group of its own: it reads a file, or nothing; what it writes goes to a descriptor, or
  /// is dropped.
  ///
  /// The folder and the limits are set by a shell that then becomes the program: no text of the caller is part of its
  /// script.
  func launch(
    in folder: String, _ limits: Limits, input: borrowing ScratchFile?, output: Int32?,
    errors: Int32
  ) throws(Failure) -> pid_t {
    try checkPath(folder)
    try checkPath(program)
    // Files in blocks of 512 bytes.
    var script = "cd \"$0\" && ulimit -c 0"
    if let memory = limits.memory { script += " && \(dataLimit(memory))" }
    if let seconds = limits.seconds { script += " && ulimit -t \(seconds)" }
    if let bytes = limits.output { script += " && ulimit -f \(bytes / 512 + 1)" }
    var shell = self
    shell.program = "/bin/sh"
    shell.arguments = ["-c", script + " && exec \"$@\"", folder, program] + arguments
    let standard: Int32? =
      switch input {
      case .some(let file): file.descriptorNumber
      case .none: nil
      }
    return try unsafe shell.launch(inOwnGroup: true) { actions in
      if let standard {
        unsafe posix_spawn_file_actions_adddup2(&actions, standard, 0)
      } else {
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      }
      if let output {
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
      } else {
        unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
      }
      unsafe posix_spawn_file_actions_adddup2(&actions, errors, 2)
    }
  }
}

/// The words of a shell that hold a program to so many bytes of data.
///
/// Data, not address space: many programs reserve far more than they use. Linux counts what is
/// reserved for writing as data, so a program that was built with AddressSanitizer, which reserves
/// terabytes, could not start: such a build (`SANITIZED`, see Scripts/sanitize) sets no limit.
///
/// Linux: setrlimit(2), RLIMIT_DATA.
private func dataLimit(_ bytes: Int) -> String {
  #if SANITIZED
    "true"
  #else
    "ulimit -d \(bytes / 1024)"
  #endif
}

#if canImport(Darwin)
  typealias SpawnActions = posix_spawn_file_actions_t?
#else
  typealias SpawnActions = posix_spawn_file_actions_t
#endif

/// A program that was started.
package struct RunningProcess: Sendable {
  /// Its process identifier.
  package let identifier: Int32
  let program: String

  /// Waits for its end and returns its exit code; 128 + n when signal n ended it.
  ///
  package func wait() throws(Failure) -> Int32 {
    guard let code = ProcessFamily.collect(identifier) else {
      throw .system(errno, "wait for", program)
    }
    return code
  }

  /// Sends it a signal; false when it is gone.
  ///
  /// C: kill.
  @discardableResult
  package func send(signal: Int32) -> Bool {
    kill(identifier, signal) == 0
  }
}
