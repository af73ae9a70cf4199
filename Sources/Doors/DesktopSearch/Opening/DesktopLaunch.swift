package import Footlight
package import FootlightPlatform

/// Shows all results of a query: in the picker, in a terminal.
package struct DesktopLaunch: Sendable {
  private let settings: DesktopServiceSettings
  private let system: SystemServices

  /// A launch with the tool that the settings name.
  package init(_ settings: DesktopServiceSettings, _ system: SystemServices) {
    self.settings = settings
    self.system = system
  }

  /// The address of a workspace's page with the query in it; nil where nobody serves one.
  package func page(of workspace: Workspace, _ query: DesktopQuery) -> String? {
    guard let address = ServedPage.address(of: workspace.folder, system) else { return nil }
    return query.text.isEmpty ? address : address + "?q=" + PercentEncoding.encoded(query.text)
  }

  /// Starts what shows the query in a workspace.
  ///
  /// - Throws: `desktop.no-terminal`.
  package func show(
    _ query: DesktopQuery, in workspace: Workspace,
    start: (Subprocess) throws(Failure) -> Void
  ) throws(Failure) {
    guard let tool = settings.tool else {
      throw Failure(
        .desktopNoTerminal, "the program footlight, which shows all results, is not found",
        remedy: "install the package footlight")
    }
    let words = String(query.text.filter { !$0.isNewline })
    var command = [tool, "pick", "--workspace", workspace.folder, "--index", workspace.index]
    if !words.isEmpty { command += ["--", words] }
    guard let terminal = TerminalProgram.running(command, path: system.path) else {
      throw Failure(
        .desktopNoTerminal, "there is no terminal in PATH in which the picker could run",
        remedy: "install one, such as gnome-console, konsole or xterm")
    }
    try start(terminal)
  }
}

/// A terminal and the words after which it takes a command, as separate words that no shell reads.
struct TerminalProgram: Equatable {
  let name: String
  let before: [String]

  /// The distribution's choice comes first, then the terminals of the desktops, then all others.
  static let known: [TerminalProgram] = [
    TerminalProgram(name: "xdg-terminal-exec", before: []),
    TerminalProgram(name: "x-terminal-emulator", before: ["-e"]),
    TerminalProgram(name: "ptyxis", before: ["--"]),
    TerminalProgram(name: "kgx", before: ["--"]),
    TerminalProgram(name: "gnome-terminal", before: ["--"]),
    TerminalProgram(name: "konsole", before: ["-e"]),
    TerminalProgram(name: "xfce4-terminal", before: ["-x"]),
    TerminalProgram(name: "mate-terminal", before: ["-x"]),
    TerminalProgram(name: "terminator", before: ["-x"]),
    TerminalProgram(name: "ghostty", before: ["-e"]),
    TerminalProgram(name: "foot", before: []),
    TerminalProgram(name: "alacritty", before: ["-e"]),
    TerminalProgram(name: "kitty", before: []),
    TerminalProgram(name: "wezterm", before: ["start", "--"]),
    TerminalProgram(name: "urxvt", before: ["-e"]),
    TerminalProgram(name: "st", before: ["-e"]),
    TerminalProgram(name: "xterm", before: ["-e"]),
  ]

  /// The command in the first terminal that lies in PATH; nil when there is none.
  static func running(_ command: [String], path: String) -> Subprocess? {
    for terminal in known {
      if let program = Subprocess.find(terminal.name, path: path) {
        return Subprocess(program, terminal.before + command)
      }
    }
    return nil
  }
}

/// A result that somebody has chosen.
struct Activation {
  let library: Library
  /// The page or program that is opened.
  let opening: Opening
  /// The query by which it was found; empty where nobody says.
  let query: String

  /// The program that the declaration names, in its folder; nil for the desktop's own.
  func program(_ system: SystemServices) -> Subprocess? {
    guard let command = opening.command, let name = command.first else { return nil }
    let program = Subprocess.find(name, in: opening.folder ?? "/", path: system.path) ?? name
    return Subprocess(program, Array(command.dropFirst()))
  }

  /// Records the visit.
  func record() throws(Failure) {
    try library.record(
      opening, options: VisitOptions(for: query.isEmpty ? nil : query))
  }
}
