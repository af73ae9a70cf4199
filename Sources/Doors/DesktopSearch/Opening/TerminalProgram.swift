import FootlightPlatform

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
