package import FootlightPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A terminal without a screen, at which a program sits instead of a person: what is written to it are the
/// keys, what is read from it is drawn.
package struct PseudoTerminal: ~Copyable, Sendable {
  private let controller: Int32
  /// The path under which another program opens it as its terminal.
  package let path: String

  /// Makes one of a size.
  ///
  /// Linux: /dev/ptmx, ioctl_tty(2). macOS: posix_openpt, grantpt, unlockpt, ptsname.
  package init(_ size: TerminalSize) throws(Failure) {
    #if os(Linux)
      // The C library offers these to programs that ask for its extensions, which Swift does not.
      let (unlock, numberOf) = (UInt(0x4004_5431), UInt(0x8004_5430))
      let number = unsafe open("/dev/ptmx", O_RDWR | O_CLOEXEC)
      var locked: Int32 = 0
      var other: UInt32 = 0
      guard number >= 0, unsafe ioctl(number, unlock, &locked) == 0,
        unsafe ioctl(number, numberOf, &other) == 0
      else { throw .system(errno, "make", "a pseudo-terminal") }
      path = "/dev/pts/\(other)"
    #else
      let number = posix_openpt(O_RDWR | O_NOCTTY)
      guard number >= 0, fcntl(number, F_SETFD, FD_CLOEXEC) == 0, grantpt(number) == 0,
        unlockpt(number) == 0, let name = unsafe ptsname(number)
      else { throw .system(errno, "make", "a pseudo-terminal") }
      path = unsafe String(cString: name)
    #endif
    controller = number
    resize(size)
  }

  deinit { _ = close(controller) }

  /// Gives it another size; its programs get a signal.
  ///
  /// C: ioctl.
  package func resize(_ size: TerminalSize) {
    // struct winsize: rows, columns, and their sizes in dots, which nobody asks for.
    var size = (UInt16(clamping: size.rows), UInt16(clamping: size.columns), UInt16(0), UInt16(0))
    _ = unsafe ioctl(controller, UInt(TIOCSWINSZ), &size)
  }

  /// Presses keys.
  ///
  /// C: write.
  package func press(_ bytes: [UInt8]) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes {
        unsafe write(controller, $0.baseAddress, $0.count)
      }
      guard written >= 0 || errno == EINTR else { throw .system(errno, "write", path) }
      rest = rest.dropFirst(max(0, written))
    }
  }

  /// The bytes drawn since the last read, after so many milliseconds at most; empty for none, nil when no program has
  /// it open any more.
  ///
  /// C: poll, read.
  package func read(waiting milliseconds: Int32) -> [UInt8]? {
    var waiting = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&waiting, 1, milliseconds) > 0 else { return [] }
    return unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 1) { bytes in
      while true {
        let got = unsafe drawn(into: bytes)
        if got < 0, errno == EINTR { continue }
        return got > 0 ? unsafe Array(bytes[..<got]) : nil
      }
    }
  }

  private func drawn(into bytes: UnsafeMutableRawBufferPointer) -> Int {
    var part = unsafe iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
    return unsafe readv(controller, &part, 1)
  }
}

extension Subprocess {
  /// Starts it in a session of its own at a terminal; standard output goes to the terminal as well, unless
  /// a file is named.
  ///
  /// The first terminal that the leader of a session opens is that of the session: Perl, which every system has, leads
  /// one, opens it, and becomes the program.
  package func start(
    at terminal: borrowing PseudoTerminal, output: String? = nil
  ) throws(Failure) -> RunningProcess {
    let script = """
      setsid(); my ($terminal, $output) = splice @ARGV, 0, 2; open STDIN, "+<", $terminal or die;
      open STDERR, "+<&STDIN"; $output ? open STDOUT, ">", $output : open STDOUT, "+<&STDIN"; exec @ARGV
      """
    var leader = self
    leader.program = "/usr/bin/perl"
    leader.arguments =
      ["-MPOSIX=setsid", "-e", script, terminal.path, output ?? "", program] + arguments
    return try leader.start()
  }
}
