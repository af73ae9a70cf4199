import FootlightPlatform

/// Completions for zsh, a function for `compinit` (zshcompsys(1), `_arguments`).
struct ZshCompletions {
  func script(_ commands: [Command]) -> String {
    var lines = [
      "#compdef footlight",
      "# Completions of footlight for zsh; written by 'footlight completions zsh'.",
      "_footlight_domains() {",
      "  local -a names",
      "  names=(${(f)\"$(\(Completable.domainNames))\"})",
      "  compadd -a names",
      "}",
      "_footlight_conditions() {",
      "  local -a names",
      "  names=(${(f)\"$(\(Completable.conditionWords))\"})",
      "  compadd -S '' -a names",
      "}",
      "_footlight() {",
      "  local context state line",
      "  typeset -A opt_args",
      "  _arguments -C \\",
    ]
    lines += CommandOption.everywhere.map { "    \(argument($0, commands)) \\" }
    lines += [
      "    '1:command:->command' '*::argument:->argument'",
      "  case $state in",
      "    command)",
      "      local -a commands",
      "      commands=(",
    ]
    lines += commands.map { "        \(quoted("\($0.name):\(escaped($0.summary))"))" }
    lines += [
      "      )", "      _describe -t commands command commands ;;", "    argument)",
      "      case $words[1] in",
    ]
    for command in commands {
      var arguments = command.allOptions.map { argument($0, commands) }
      if command.operands.most > 0 {
        let mark = command.operands.most > 1 ? "*" : "1"
        let action = action(Completable(command.operands.name, commands))
        arguments.append(quoted("\(mark):\(command.operands.name.lowercased()):\(action)"))
      }
      lines.append("        \(command.name))")
      lines.append("          _arguments \\")
      lines += arguments.dropLast().map { "            \($0) \\" }
      lines += arguments.suffix(1).map { "            \($0) ;;" }
    }
    lines += ["      esac ;;", "  esac", "}", "_footlight \"$@\"", ""]
    return lines.joined(separator: "\n")
  }

  /// `'(-n --limit)'{-n,--limit}'[summary]:N:action'`.
  private func argument(_ option: CommandOption, _ commands: [Command]) -> String {
    var rest = "[\(escaped(option.summary))]"
    if let placeholder = option.placeholder {
      rest += ":\(placeholder.lowercased()):\(action(Completable(option, commands)))"
    }
    let star = option.isRepeatable ? "*" : ""
    guard let letter = option.letter else {
      return quoted("\(star)\(option.written)\(rest)")
    }
    let exclusion = option.isRepeatable ? "*" : "(-\(letter) \(option.written))"
    return quoted(exclusion) + "{-\(letter),\(option.written)}" + quoted(rest)
  }

  private func action(_ what: Completable) -> String {
    switch what {
    case .nothing: " "
    case .files: "_files"
    case .folders: "_files -/"
    case .domains: "_footlight_domains"
    case .conditions: "_footlight_conditions"
    case .words(let words): "(\(words.joined(separator: " ")))"
    }
  }

  /// Brackets and colons mean something in a specification.
  private func escaped(_ text: String) -> String { Quoting.backslashed(text, "[]:\\") }

  private func quoted(_ text: String) -> String { Quoting.shell(text, always: true) }
}
