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
  /// What a query may begin with: `@cheap`, `type:`, `domain:law`.
  case conditions
  case words([String])

  /// The completion for a placeholder of help.
  init(_ placeholder: String, _ commands: [Command]) {
    switch placeholder {
    case "FILE": self = .files
    case "DIR": self = .folders
    case "DOMAIN", "ADDRESS", "DOMAIN [FILE]": self = .domains
    case "TEXT", "FILTER": self = .conditions
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

  /// A command that prints what queries may begin with, one a line.
  static let conditionWords = "footlight completions words 2>/dev/null"

  /// A command that prints the names of the domains, one a line.
  static let domainNames = "footlight status --short --color never 2>/dev/null | cut -d' ' -f1"
}

/// Completions for bash, without the helpers of the package bash-completion.
struct BashCompletions {
  func script(_ commands: [Command]) -> String {
    var lines = [
      "# Completions of footlight for bash; written by 'footlight completions bash'.",
      "_footlight() {",
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command='' i",
      "  local IFS=$'\\n'",
      "  COMPREPLY=()",
      "  for ((i = 1; i < COMP_CWORD; i++)); do",
      "    case ${COMP_WORDS[i]} in",
      "      \(commands.map(\.name).joined(separator: "|"))) command=${COMP_WORDS[i]}; break ;;",
      "    esac",
      "  done",
      "  case $command:$before in",
    ]
    for command in commands {
      for option in command.options where option.placeholder != nil {
        let names = patterns(option).map { "\(command.name):\($0)" }.joined(separator: "|")
        lines.append("    \(names)) \(reply(Completable(option, commands))); return ;;")
      }
    }
    for option in CommandOption.everywhere where option.placeholder != nil {
      let names = patterns(option).map { "*:\($0)" }.joined(separator: "|")
      lines.append("    \(names)) \(reply(Completable(option, commands))); return ;;")
    }
    lines += ["  esac", "  case $command in"]
    let everywhere = CommandOption.everywhere.flatMap { patterns($0) }
    lines.append(
      "    '') \(reply(.words(commands.map(\.name) + everywhere))) ;;")
    for command in commands {
      let options = command.allOptions.flatMap { patterns($0) }
      lines.append("    \(command.name))")
      lines.append("      if [[ $word == -* ]]; then \(reply(.words(options)))")
      lines.append("      else \(reply(Completable(command.operands.name, commands))); fi ;;")
    }
    lines += ["  esac", "}", "complete -o bashdefault -F _footlight footlight", ""]
    return lines.joined(separator: "\n")
  }

  private func patterns(_ option: CommandOption) -> [String] {
    [option.written] + (option.letter.map { ["-\($0)"] } ?? [])
  }

  private func reply(_ what: Completable) -> String {
    switch what {
    case .nothing: ":"
    case .files: "compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- \"$word\"))"
    case .folders: "compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- \"$word\"))"
    case .domains:
      "COMPREPLY=($(compgen -W \"$(\(Completable.domainNames))\" -- \"$word\"))"
    case .conditions:
      // A colon and an @ end a word for readline, which puts only what follows them in.
      #"""
      local text=${COMP_LINE:0:COMP_POINT}; text=${text##* }; local kept=${text%"$word"}; \
      COMPREPLY=($(compgen -W "$(\#(Completable.conditionWords))" -- "$text")); \
      COMPREPLY=("${COMPREPLY[@]#"$kept"}")
      """#
    case .words(let words):
      "COMPREPLY=($(compgen -W $'\(words.joined(separator: "\\n"))' -- \"$word\"))"
    }
  }
}
