/// A program whose output goes into a scratch file, so that nobody has to keep up with it.
///
/// The output can be read while the program runs. It ends, and all that it started, with its owner.
package struct SpooledProcess: ~Copyable, Sendable {
  private let process: pid_t
  private let program: String
  private let output: File
  private let errors: File
  private var offset = 0
  private var ended: Int32?

  /// Starts a program in a folder; its standard input is a file, or empty.
  package init(
    _ program: Subprocess, in folder: String, limits: Subprocess.Limits,
    input: borrowing ScratchFile? = nil
  ) throws(Failure) {
    let output = try ScratchFile()
    let errors = try ScratchFile()
    let written = try output.reader(called: program.program)
    let complained = try errors.reader(called: program.program)
    process = try program.launch(
      in: folder, limits, input: input, output: output.descriptorNumber,
      errors: errors.descriptorNumber)
    self.program = program.program
    self.output = written
    self.errors = complained
  }

  deinit {
    guard ended == nil else { return }
    _ = ProcessFamily.endGroup(of: process)
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
    guard let code = ProcessFamily.endGroup(of: process) else {
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
    return text.lastLines
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

extension ByteArena {
  /// The last lines of what a program has complained; invalid UTF-8 is replaced.
  var lastLines: [String] {
    text(all).split(whereSeparator: \.isNewline).suffix(10).map(String.init)
  }
}
