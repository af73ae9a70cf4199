import FootlightPlatform

/// Writes help from the tables: nothing is said here that the tables do not say.
struct HelpPage {
  private let style: Style
  private let width: Int

  init(_ style: Style, width: Int = 80) {
    self.style = style
    self.width = width
  }

  /// The overview: the commands of every day, and the names of the others; with `all` every command.
  func overview(_ known: [Command] = Command.all, all: Bool = false) -> [String] {
    var lines = ["footlight finds things in files and databases that you describe.", ""]
    lines += [heading("Usage"), "  footlight COMMAND [OPTIONS]"]
    let groups = Command.groups.map { group in
      (
        group.heading,
        group.commands.filter { command in known.contains { $0.name == command.name } }
      )
    }.filter { !$0.1.isEmpty }
    let whole = all ? groups.count : 1
    for (name, commands) in groups.prefix(whole) {
      lines += ["", heading(name)]
      lines += columnsOf(
        commands.map { "\($0.name) \($0.operands.written)".trimmed }, commands.map(\.summary))
    }
    if whole < groups.count {
      lines += ["", heading("Other commands")]
      lines += columnsOf(
        groups.dropFirst().map { $0.0.lowercased() },
        groups.dropFirst().map { $0.1.map(\.name).joined(separator: ", ") })
    }
    lines += ["", heading("Options of every command")]
    lines += optionLines(CommandOption.everywhere)
    lines += [
      "", "'footlight COMMAND --help' says more about a command, 'footlight help --all' names all.",
    ]
    return lines
  }

  /// All about one command.
  func page(_ command: Command) -> [String] {
    var lines = ["footlight \(command.name): \(command.summary).", ""]
    let usage = ["footlight", command.name, "[OPTIONS]", command.operands.written]
    lines += [heading("Usage"), "  " + usage.filter { !$0.isEmpty }.joined(separator: " ")]
    for paragraph in paragraphs(command.detail) {
      lines += [""] + wrapped(paragraph, to: width)
    }
    for group in CommandOption.Group.allCases {
      let options = command.options.filter { $0.group == group }
      guard !options.isEmpty else { continue }
      let isAlone = command.options.allSatisfy { $0.group == group }
      lines += ["", heading(isAlone ? "Options" : "\(group.rawValue) options")]
      lines += optionLines(options)
    }
    lines += ["", heading("Options of every command")] + optionLines(CommandOption.everywhere)
    if !command.examples.isEmpty {
      lines += ["", heading("Examples")]
      for (line, says) in command.examples {
        lines += ["  " + style(line, .label), "      " + says]
      }
    }
    return lines
  }

  private func optionLines(_ options: [CommandOption]) -> [String] {
    columnsOf(options.map { signature($0) }, options.map(\.summary))
  }

  /// `-n, --limit N`; names stand below each other whether there is a letter or not.
  private func signature(_ option: CommandOption) -> String {
    let letter = option.letter.map { "-\($0), " } ?? "    "
    return letter + option.written + (option.placeholder.map { " \($0)" } ?? "")
  }

  private func columnsOf(_ names: [String], _ texts: [String]) -> [String] {
    let widest = names.reduce(0) { max($0, columns(of: $1)) }
    let indent = String(repeating: " ", count: widest + 4)
    return zip(names, texts).flatMap { name, text -> [String] in
      let folded = wrapped(text, to: max(30, width - widest - 4))
      let shown = style(padded(name, to: widest), .label)
      return ["  \(shown)  \(folded.first ?? "")"] + folded.dropFirst().map { indent + $0 }
    }
  }

  private func heading(_ text: String) -> String {
    style(text + ":", .title)
  }

  private func paragraphs(_ text: String) -> [String] {
    var paragraphs = [""]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        paragraphs.append("")
      } else {
        paragraphs[paragraphs.count - 1] += (paragraphs.last == "" ? "" : " ") + line
      }
    }
    return paragraphs.filter { !$0.isEmpty }
  }
}
