import CKernel

/// The properties of the terminal, if there is one.
public struct Terminal: Sendable, Hashable {
  /// Whether standard input is a terminal.
  public var readsFromTerminal: Bool
  /// Whether standard output is a terminal.
  public var writesToTerminal: Bool
  /// Whether standard error is a terminal.
  public var talksToTerminal: Bool
  /// How many columns it has; 80 when nobody knows.
  public var width: Int

  /// No terminal at all, as in a pipe.
  public static let none = Terminal(
    readsFromTerminal: false, writesToTerminal: false, talksToTerminal: false)

  /// Describes a terminal.
  public init(
    readsFromTerminal: Bool, writesToTerminal: Bool, talksToTerminal: Bool, width: Int = 80
  ) {
    self.readsFromTerminal = readsFromTerminal
    self.writesToTerminal = writesToTerminal
    self.talksToTerminal = talksToTerminal
    self.width = width
  }

  /// The terminal of this process.
  ///
  /// C: isatty, ioctl.
  public static var system: Terminal {
    var terminal = Terminal(
      readsFromTerminal: isatty(0) == 1, writesToTerminal: isatty(1) == 1,
      talksToTerminal: isatty(2) == 1)
    for descriptor: Int32 in [1, 2] where isatty(descriptor) == 1 {
      var size = winsize()
      if unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
        terminal.width = Int(size.ws_col)
        break
      }
    }
    return terminal
  }
}
