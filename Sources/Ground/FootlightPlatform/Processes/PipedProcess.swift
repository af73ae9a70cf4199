import Synchronization

/// A program whose output is read while it runs; it ends, and all that it started, with its owner.
///
/// One that is fed reads a file; its output is dropped, and what it has left running stays when it ends by itself.
package struct PipedProcess: ~Copyable, Sendable {
  /// The outcome of waiting for output.
  package enum Event: Sendable, Hashable {
    /// So many bytes of output came.
    case output(Int)
    /// Nothing came in time.
    case nothing
    /// There will be no more output.
    case ended
  }

  private let process: pid_t
  private let family = ProcessFamily()
  private let program: String
  /// Whether it reads a file, and may leave programs running.
  private let isFed: Bool
  private var output: Descriptor?
  private var errors: Descriptor?
  private var complaints = ByteArena()
  private var exitCode: Int32?

  /// As much of the standard error is kept, from its end.
  private static let keptErrors = 4096

  /// Starts a program in a folder, with its output in a pipe; or one that is fed, with a file as its input.
  ///
  /// With `memory`, it and what it starts may have so many bytes of data each.
  package init(
    _ program: Subprocess, in folder: String, memory: Int? = nil,
    feeding input: borrowing ScratchFile? = nil
  ) throws(Failure) {
    isFed =
      switch input {
      case .some: true
      case .none: false
      }
    let output = try Pipe(for: program.program)
    let errors = try Pipe(for: program.program)
    var marked = program
    if var settings = marked.environment {
      settings.append("\(ProcessFamily.variable)=\(family.mark)")
      marked.environment = settings
    } else {
      marked.variables[ProcessFamily.variable] = family.mark
    }
    process = try marked.launch(
      in: folder, Subprocess.Limits(memory: memory), input: input,
      output: isFed ? nil : output.writing.number,
      errors: errors.writing.number)
    self.program = program.program
    // Only the program may hold the ends that write: otherwise its end is never seen.
    self.output = output.takeReading()
    self.errors = errors.takeReading()
  }

  deinit {
    guard exitCode == nil else { return }
    family.end(of: process)
    _ = ProcessFamily.collect(process)
  }

  /// Appends what the program writes, up to `count` bytes; waits so many milliseconds for it.
  ///
  /// A signal that this process catches ends the waiting early.
  ///
  /// C: poll, read.
  package mutating func read(
    into arena: inout ByteArena, upTo count: Int, waiting milliseconds: Int32
  ) throws(Failure) -> Event {
    guard let number = output?.number else { return .ended }
    guard wait(for: number, milliseconds) else { return .nothing }
    guard let got = try receive(number, &arena, count, program) else { return .nothing }
    if got > 0 { return .output(got) }
    output = nil
    return .ended
  }

  /// The exit code, 128 + n when signal n ended it; nil when it still runs after so many
  /// milliseconds.
  ///
  /// Processes that it has left running are ended with it, in its group or elsewhere, unless it is fed. C: waitid, kill.
  package mutating func exitCode(waiting milliseconds: Int32) throws(Failure) -> Int32? {
    if let exitCode { return exitCode }
    // Keeps the pipe of its error output from filling up.
    _ = wait(for: nil, errors == nil ? 0 : milliseconds)
    var hasEnded = try isCollectable(process, program)
    if !hasEnded {
      usleep(useconds_t(min(milliseconds, 5)) * 1000)
      hasEnded = try isCollectable(process, program)
    }
    if !hasEnded { return nil }
    // As long as it is not collected its number, and so its group's, belongs to nobody else.
    if !isFed { family.end(of: process) }
    guard let code = ProcessFamily.collect(process) else {
      throw .system(errno, "wait for", program)
    }
    exitCode = code
    // Its last words still lie in the pipe. Its children may go on writing errors, so the number of reads is bounded.
    var reads = 0
    while reads < 256, takeErrors() { reads += 1 }
    return exitCode
  }

  /// The last lines of its standard error so far; invalid UTF-8 is replaced.
  package var errorLines: [String] { complaints.lastLines }

  /// Waits until there is output, and takes in what comes on standard error meanwhile; false when
  /// there is no output.
  private mutating func wait(for output: Int32?, _ milliseconds: Int32) -> Bool {
    let reading = Int16(POLLIN)
    var descriptors = [
      pollfd(fd: output ?? -1, events: reading, revents: 0),
      pollfd(fd: errors?.number ?? -1, events: reading, revents: 0),
    ]
    guard unsafe poll(&descriptors, 2, milliseconds) > 0 else { return false }
    if descriptors[1].revents != 0 { _ = takeErrors() }
    return descriptors[0].revents != 0
  }

  /// Takes in what standard error holds at the moment; false when that is nothing.
  private mutating func takeErrors() -> Bool {
    guard let number = errors?.number else { return false }
    do throws(Failure) {
      guard let got = try receive(number, &complaints, PipedProcess.keptErrors, program) else {
        return false
      }
      if got == 0 { errors = nil }
    } catch {
      errors = nil
    }
    let excess = complaints.count - PipedProcess.keptErrors
    if excess > PipedProcess.keptErrors {
      let end = complaints.bytes(ByteRange(start: excess, count: complaints.count - excess))
      complaints.removeAll()
      complaints.append(end)
    }
    return errors != nil
  }
}

/// The two ends of a pipe; no program that is started inherits them by itself.
struct Pipe: ~Copyable {
  let writing: Descriptor
  private var reading: Descriptor?

  /// C: pipe, fcntl.
  init(for program: String) throws(Failure) {
    var ends: [Int32] = [0, 0]
    // No program may be started between the two calls: it would hold the pipe open.
    let failed: Int32 = Subprocess.launching.withLock { _ in
      guard unsafe pipe(&ends) == 0 else { return errno }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return 0
    }
    guard failed == 0 else { throw .system(failed, "make a pipe for", program) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    reading = Descriptor(owned: ends[0])
    writing = Descriptor(owned: ends[1])
  }

  /// The number of the end that is read; -1 where it was taken.
  var readingNumber: Int32 {
    switch reading {
    case .some(let end): end.number
    case .none: -1
    }
  }

  consuming func takeReading() -> Descriptor? {
    reading.take()
  }
}

/// Reads what a pipe holds; nil when it holds nothing at the moment, 0 at its end.
func receive(
  _ number: Int32, _ arena: inout ByteArena, _ count: Int, _ program: String
) throws(Failure) -> Int? {
  var failed: Int32 = 0
  let before = arena.count
  unsafe arena.appendUnsafe(room: count) { room in
    let got = uninterrupted { unsafe systemRead(number, room.baseAddress, room.count) }
    if got < 0 { failed = errno }
    return max(0, got)
  }
  if failed == EAGAIN || failed == EWOULDBLOCK { return nil }
  guard failed == 0 else { throw .system(failed, "read from", program) }
  return arena.count - before
}
