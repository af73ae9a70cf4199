import CKernel

/// A terminal without a screen, at which a program sits instead of a person: what is written to it are the
/// keys, what is read from it is drawn.
package struct PseudoTerminal: ~Copyable, Sendable {
  private let controller: Descriptor
  /// The path under which another program opens it as its terminal.
  package let path: String

  /// Makes one of a size.
  ///
  /// Linux: /dev/ptmx, ioctl_tty(2). macOS: posix_openpt, grantpt, unlockpt, ptsname.
  package init(_ size: TerminalSize) throws(Failure) {
    #if os(Linux)
      // The C library offers these to programs that ask for its extensions, which Swift does not.
      let (unlock, numberOf) = (UInt(0x4004_5431), UInt(0x8004_5430))
      let controller = try Descriptor(path: "/dev/ptmx", flags: O_RDWR, action: "open")
      var locked: Int32 = 0
      var other: UInt32 = 0
      guard unsafe ioctl(controller.number, unlock, &locked) == 0,
        unsafe ioctl(controller.number, numberOf, &other) == 0
      else { throw .system(errno, "make", "a pseudo-terminal") }
      self.controller = controller
      path = "/dev/pts/\(other)"
    #else
      let number = posix_openpt(O_RDWR | O_NOCTTY)
      guard number >= 0 else { throw .system(errno, "make", "a pseudo-terminal") }
      let controller = Descriptor(owned: number)
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      guard grantpt(number) == 0, unlockpt(number) == 0, let name = unsafe ptsname(number) else {
        throw .system(errno, "make", "a pseudo-terminal")
      }
      self.controller = controller
      path = unsafe String(cString: name)
    #endif
    resize(size)
  }

  /// Gives it another size; its programs get a signal.
  ///
  /// C: ioctl.
  package func resize(_ size: TerminalSize) {
    var size = winsize(
      ws_row: UInt16(clamping: size.rows), ws_col: UInt16(clamping: size.columns), ws_xpixel: 0,
      ws_ypixel: 0)
    _ = unsafe ioctl(controller.number, UInt(TIOCSWINSZ), &size)
  }

  /// Presses keys.
  package func press(_ bytes: [UInt8]) throws(Failure) {
    try controller.write(bytes.span, path: path)
  }

  /// The bytes drawn since the last read, after so many milliseconds at most; empty for none, nil when no program has
  /// it open any more.
  ///
  /// C: poll, read.
  package func read(waiting milliseconds: Int32) -> [UInt8]? {
    var waiting = pollfd(fd: controller.number, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&waiting, 1, milliseconds) > 0 else { return [] }
    var bytes: [UInt8] = Array(repeating: 0, count: 1 << 14)
    let number = controller.number
    let got = uninterrupted {
      unsafe bytes.withUnsafeMutableBytes { unsafe systemRead(number, $0.baseAddress, $0.count) }
    }
    guard got > 0 else { return nil }
    return Array(bytes[..<got])
  }
}

extension Subprocess {
  /// Starts it in a session of its own at a terminal; standard output goes to the terminal as well, unless
  /// a file is named.
  ///
  /// C: posix_spawn. The first terminal that the leader of a session opens is that of the session.
  package func start(
    at terminal: borrowing PseudoTerminal, output: String? = nil
  ) throws(Failure) -> RunningProcess {
    let path = terminal.path
    try checkPath(output ?? path)
    let process = try unsafe launch(inOwnSession: true) { actions in
      unsafe posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
      unsafe posix_spawn_file_actions_adddup2(&actions, 0, 2)
      if let output {
        let writing = O_WRONLY | O_CREAT | O_TRUNC
        unsafe posix_spawn_file_actions_addopen(&actions, 1, output, writing, 0o666)
      } else {
        unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1)
      }
    }
    return RunningProcess(identifier: process, program: program)
  }
}
