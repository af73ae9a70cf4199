import FootlightPlatform

/// Writes help from the tables: nothing is said here that the tables do not say.
struct HelpPage {
  private let style: Style
  private let width: Int

  init(_ style: Style, width: Int = 80) {
    self.style = style
    self.width = width
  }

  /// The overview: the tool, its commands, and the options that all of them take.
  func overview(_ commands: [Command]) -> [String] {
    var lines = ["footlight finds things in files and databases that you describe.", ""]
    lines += [heading("Usage"), "  footlight COMMAND [OPTIONS]", ""]
    lines.append(heading("Commands"))
    let names = commands.map { "\($0.name) \($0.operands.written)".trimmed }
    lines += columnsOf(names, commands.map(\.summary))
    lines += ["", heading("Options of every command")]
    lines += optionLines(CommandOption.everywhere)
    lines += ["", "'footlight COMMAND --help' says more about a command."]
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
      let options = command.allOptions.filter { $0.group == group }
      guard !options.isEmpty else { continue }
      lines += ["", heading("\(group.rawValue) options")] + optionLines(options)
    }
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
