/// A program whose output goes into a scratch file, so that nobody has to keep up with it.
///
/// The output can be read while the program runs. It ends, and all that it started, with its owner.
package struct SpooledProcess: ~Copyable, Sendable {
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

  private let process: pid_t
  private let program: String
  private let output: File
  private let errors: File
  private var offset = 0
  private var ended: Int32?

  /// Starts a program in a folder; its standard input is a file, or empty.
  ///
  /// C: posix_spawn. The folder and the limits are set by a shell that then becomes the program: no
  /// text of the caller is part of its script.
  init(
    _ program: Subprocess, folder: String, limits: Limits, input: borrowing ScratchFile?
  ) throws(Failure) {
    try checkPath(folder)
    try checkPath(program.program)
    let output = try ScratchFile()
    let errors = try ScratchFile()
    // Files in blocks of 512 bytes.
    var script = "cd \"$0\" && ulimit -c 0"
    if let memory = limits.memory { script += " && \(dataLimit(memory))" }
    if let seconds = limits.seconds { script += " && ulimit -t \(seconds)" }
    if let bytes = limits.output { script += " && ulimit -f \(bytes / 512 + 1)" }
    var shell = program
    shell.program = "/bin/sh"
    shell.arguments =
      ["-c", script + " && exec \"$@\"", folder, program.program] + program.arguments
    let (out, err) = (output.descriptorNumber, errors.descriptorNumber)
    let standard: Int32? =
      switch input {
      case .some(let file): file.descriptorNumber
      case .none: nil
      }
    let written = try output.reader(called: program.program)
    let complained = try errors.reader(called: program.program)
    let process = try unsafe shell.launch(inOwnGroup: true) { actions in
      if let standard {
        unsafe posix_spawn_file_actions_adddup2(&actions, standard, 0)
      } else {
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      }
      unsafe posix_spawn_file_actions_adddup2(&actions, out, 1)
      unsafe posix_spawn_file_actions_adddup2(&actions, err, 2)
    }
    self.process = process
    self.program = program.program
    self.output = written
    self.errors = complained
  }

  deinit {
    guard ended == nil else { return }
    kill(-process, SIGKILL)
    _ = ProcessFamily.collect(process)
  }

  /// Appends what the program has written and what was not read yet, up to `count` bytes; 0 when that
  /// is nothing.
  ///
  /// C: pread.
  package mutating func read(into arena: inout ByteArena, upTo count: Int) throws(Failure) -> Int {
    let got = try output.read(into: &arena, at: offset, upTo: count)
    offset += got
    return got
  }

  /// How many bytes the program has written.
  package func written() throws(Failure) -> Int { try output.size() }

  /// The exit code, 128 + n when signal n ended it; nil while it runs.
  ///
  /// Processes that it has left running in its group are ended with it. C: waitid, kill.
  package mutating func exitCode() throws(Failure) -> Int32? {
    if let ended { return ended }
    guard try isCollectable(process, program) else { return nil }
    // As long as it is not collected its number, and so its group's, belongs to nobody else.
    kill(-process, SIGKILL)
    guard let code = ProcessFamily.collect(process) else {
      throw .system(errno, "wait for", program)
    }
    ended = code
    return code
  }

  /// The last lines of its standard error so far; invalid UTF-8 is replaced.
  package var errorLines: [String] {
    guard let size = try? errors.size() else { return [] }
    var text = ByteArena()
    _ = try? errors.read(into: &text, at: max(0, size - 4096), upTo: 4096)
    return text.text(text.all).split(whereSeparator: \.isNewline).suffix(10).map(String.init)
  }
}

extension Subprocess {
  /// Starts it in a folder, with its output in a scratch file and its input from one.
  package func startSpooled(
    in folder: String, limits: SpooledProcess.Limits, input: borrowing ScratchFile? = nil
  ) throws(Failure) -> SpooledProcess {
    try SpooledProcess(self, folder: folder, limits: limits, input: input)
  }
}

/// Whether a process has ended and waits to be collected.
///
/// C: waitid.
func isCollectable(_ process: pid_t, _ program: String) throws(Failure) -> Bool {
  var told = unsafe siginfo_t()
  let code = uninterrupted {
    Int(unsafe waitid(P_PID, id_t(process), &told, WEXITED | WNOHANG | WNOWAIT))
  }
  guard code == 0 else { throw .system(errno, "wait for", program) }
  return unsafe told.si_signo == SIGCHLD
}
