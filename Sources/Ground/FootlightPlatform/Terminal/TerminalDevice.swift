import CKernel

/// How many columns and rows a terminal has.
package struct TerminalSize: Sendable, Hashable {
  /// The columns of a row.
  package var columns: Int
  /// The rows.
  package var rows: Int

  /// A size.
  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// The terminal at which somebody sits, for a program that draws on it and reads single keys; wherever its
/// standard streams go.
///
/// The terminal is as it was when the value goes.
package struct TerminalDevice: ~Copyable, Sendable {
  /// The events that a wait can end with.
  package struct Ready: OptionSet, Sendable {
    /// The bits.
    package let rawValue: Int
    /// A set of these.
    package init(rawValue: Int) { self.rawValue = rawValue }
    /// Keys were pressed, or the terminal is gone.
    package static let input = Ready(rawValue: 1)
    /// The bell was rung.
    package static let bell = Ready(rawValue: 2)
  }

  private let descriptor: Descriptor
  private let path: String
  private let former: termios

  /// Opens the terminal of this process.
  ///
  /// C: open, tcgetattr.
  package init(_ path: String = "/dev/tty") throws(Failure) {
    let descriptor = try Descriptor(path: path, flags: O_RDWR, action: "open")
    var settings = termios()
    guard unsafe tcgetattr(descriptor.number, &settings) == 0 else {
      throw .system(errno, "use as a terminal", path)
    }
    self.descriptor = descriptor
    self.path = path
    former = settings
  }

  deinit { leaveRawMode() }

  /// Has each key come at once and as it is: no line is collected, no key means a signal.
  ///
  /// C: tcsetattr.
  package func enterRawMode() {
    var settings = former
    settings.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INPCK | ISTRIP | IXON)
    settings.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
    settings.c_cflag |= tcflag_t(CS8)
    // Output keeps its newlines: everything is placed by row and column.
    unsafe tcsetattr(descriptor.number, TCSADRAIN, &settings)
  }

  /// Gives the terminal back as it was.
  ///
  /// C: tcsetattr.
  package func leaveRawMode() {
    var settings = former
    unsafe tcsetattr(descriptor.number, TCSADRAIN, &settings)
  }

  /// How large it is; 80 by 24 where nobody knows.
  ///
  /// C: ioctl.
  package var size: TerminalSize {
    var size = winsize()
    guard unsafe ioctl(descriptor.number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
      size.ws_row > 0
    else { return TerminalSize(columns: 80, rows: 24) }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Waits until there is something to do, so many milliseconds at most; without them, for ever.
  ///
  /// C: poll.
  package func wait(for doorbell: Doorbell, milliseconds: Int32? = nil) -> Ready {
    var descriptors = [
      pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: doorbell.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    guard unsafe poll(&descriptors, 2, milliseconds ?? -1) > 0 else { return [] }
    var ready: Ready = []
    if descriptors[0].revents != 0 { ready.insert(.input) }
    if descriptors[1].revents != 0 {
      doorbell.silence()
      ready.insert(.bell)
    }
    return ready
  }

  /// The bytes of the keys that were pressed; nil when the terminal is gone.
  ///
  /// C: read.
  package func read() -> [UInt8]? {
    var bytes: [UInt8] = Array(repeating: 0, count: 4096)
    let number = descriptor.number
    let got = uninterrupted {
      unsafe bytes.withUnsafeMutableBytes { unsafe systemRead(number, $0.baseAddress, $0.count) }
    }
    guard got > 0 else { return nil }
    return Array(bytes[..<got])
  }

  /// Sends bytes.
  ///
  /// C: write.
  package func write(_ bytes: [UInt8]) throws(Failure) {
    try descriptor.write(bytes.span, path: path)
  }
}
