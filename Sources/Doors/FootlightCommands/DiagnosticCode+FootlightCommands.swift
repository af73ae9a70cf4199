package import FootlightPlatform

extension DiagnosticCode {
  /// An argument that a tool cannot take.
  ///
  /// Remedy: send arguments as the schema of the tool describes them.
  package static let toolArgument = DiagnosticCode("tool.argument", .caller)
}

/// The mistakes of a command line.
extension DiagnosticCode {
  /// A command that does not exist.
  ///
  /// Remedy: `footlight --help` lists the commands.
  static let unknownCommand = DiagnosticCode("usage.unknown-command", .caller)
  /// An option that the command does not take.
  ///
  /// Remedy: `footlight COMMAND --help` lists the options; write `--` before words with a hyphen.
  static let unknownOption = DiagnosticCode("usage.unknown-option", .caller)
  /// An option without the value that it needs.
  ///
  /// Remedy: write the value after the option.
  static let missingValue = DiagnosticCode("usage.missing-value", .caller)
  /// A value after an option that takes none.
  ///
  /// Remedy: write the option alone.
  static let unexpectedValue = DiagnosticCode("usage.unexpected-value", .caller)
  /// A value that the option does not take.
  ///
  /// Remedy: write a value of the kind that the message names.
  package static let wrongValue = DiagnosticCode("usage.wrong-value", .caller)
  /// An option twice that may be given once.
  ///
  /// Remedy: keep one of them.
  static let repeatedOption = DiagnosticCode("usage.repeated-option", .caller)
  /// A command without what it needs.
  ///
  /// Remedy: write what the message says.
  static let missingOperand = DiagnosticCode("usage.missing-operand", .caller)
  /// A word too many after a command.
  ///
  /// Remedy: quote words that belong together.
  static let surplusOperand = DiagnosticCode("usage.surplus-operand", .caller)
  /// A shell for which there are no completions.
  ///
  /// Remedy: write `bash`, `zsh` or `fish`.
  static let unknownShell = DiagnosticCode("usage.unknown-shell", .caller)
  /// A format that cannot be read, or a name in it that a hit does not have.
  ///
  /// Remedy: write names that `footlight query --help` lists, in braces.
  static let badFormat = DiagnosticCode("usage.bad-format", .caller)
  /// Nothing can be picked without a terminal that can be drawn on.
  ///
  /// Remedy: search with `footlight query`, or sit at a terminal.
  static let noTerminalToPick = DiagnosticCode("pick.no-terminal", .caller)
  /// A proposal that nobody has accepted.
  ///
  /// Remedy: accept it with `--yes`, or write it to a file with `--print`.
  static let notConfirmed = DiagnosticCode("add.not-confirmed", .caller)
  /// No program of the desktop opens urls.
  ///
  /// Remedy: install xdg-utils, or take the address from `--print`.
  static let noProgramToOpen = DiagnosticCode("open.no-program", .machine)
  /// The program of `on_match` could not be told what has come, changed and gone; it is told the next time.
  ///
  /// Remedy: see what the program says; `footlight allow footlight.yaml` lets it run.
  static let alertProgram = DiagnosticCode("alerts.program", .machine)
}
