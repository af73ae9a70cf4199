/// A shell for which there are completions.
enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish

  /// The script that completes command lines of these commands.
  func completions(_ commands: [Command]) -> String {
    switch self {
    case .bash: BashCompletions().script(commands)
    case .zsh: ZshCompletions().script(commands)
    case .fish: FishCompletions().script(commands)
    }
  }
}

/// The things that a shell completes for an operand or the value of an option.
enum Completable: Sendable, Equatable {
  case nothing
  case files
  case folders
  case domains
  case words([String])

  /// The completion for a placeholder of help.
  init(_ placeholder: String, _ commands: [Command]) {
    switch placeholder {
    case "FILE": self = .files
    case "DIR": self = .folders
    case "DOMAIN": self = .domains
    case "COMMAND": self = .words(commands.map(\.name))
    case "SHELL": self = .words(Shell.allCases.map(\.rawValue))
    default: self = .nothing
    }
  }

  /// The completion for the value of an option.
  init(_ option: CommandOption, _ commands: [Command]) {
    self =
      option.choices.isEmpty
      ? Completable(option.placeholder ?? "", commands) : .words(option.choices)
  }

  /// A command that prints the names of the domains, one a line.
  static let domainNames = "footlight domains --color never 2>/dev/null | cut -d' ' -f1"
}
