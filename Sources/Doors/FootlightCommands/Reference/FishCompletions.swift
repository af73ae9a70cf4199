import FootlightPlatform

/// Completions for fish, a line an option (fish: complete).
struct FishCompletions {
  func script(_ commands: [Command]) -> String {
    let names = commands.map(\.name).joined(separator: " ")
    var lines = [
      "# Completions of footlight for fish; written by 'footlight completions fish'.",
      "complete -c footlight -f",
    ]
    for option in CommandOption.everywhere { lines.append(line(option, "", commands)) }
    let noCommand = "not __fish_seen_subcommand_from \(names)"
    for command in commands {
      lines.append(
        "complete -c footlight -n \(quoted(noCommand)) -a \(command.name) "
          + "-d \(quoted(command.summary))")
    }
    for command in commands {
      let seen = "-n \(quoted("__fish_seen_subcommand_from \(command.name)"))"
      for option in command.options { lines.append(line(option, " \(seen)", commands)) }
      let operand = arguments(Completable(command.operands.name, commands))
      if !operand.isEmpty { lines.append("complete -c footlight \(seen)\(operand)") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func line(_ option: CommandOption, _ condition: String, _ commands: [Command]) -> String {
    var text = "complete -c footlight\(condition)"
    if let letter = option.letter { text += " -s \(letter)" }
    text += " -l \(option.name)"
    if option.placeholder != nil {
      // `-x` keeps the names of files out of what is no file.
      let what = Completable(option, commands)
      text += (what == .files ? " -r" : " -x") + arguments(what)
    }
    return text + " -d \(quoted(option.summary))"
  }

  private func arguments(_ what: Completable) -> String {
    switch what {
    case .nothing: ""
    case .files: " -F"
    case .folders: " -a '(__fish_complete_directories)'"
    case .domains: " -a \(quoted("(\(Completable.domainNames))"))"
    case .conditions: " -a \(quoted("(\(Completable.conditionWords))"))"
    case .words(let words): " -a \(quoted(words.joined(separator: " ")))"
    }
  }

  private func quoted(_ text: String) -> String {
    "'" + Quoting.backslashed(text, "'\\") + "'"
  }
}
