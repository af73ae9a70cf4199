import Footlight

extension Command {
  static let help = Command(
    name: "help", operands: .optional("COMMAND"),
    summary: "print help",
    detail: """
      'footlight COMMAND --help' prints the same. With --markdown the reference is printed: the keys \
      of declarations, kinds of sources, filters, JSON output and exit codes.
      """,
    options: [.markdown],
    examples: [:]
  ) { (settings, console) throws(Failure) in
    if settings.wantsMarkdown {
      try console.output.text(MarkdownReference.text)
      return .done
    }
    guard let name = settings.operands.first else {
      for line in HelpPage(console.style).overview(Command.all) { try console.output.line(line) }
      return .done
    }
    guard let command = Command.all.first(where: { $0.name == name }) else {
      throw CommandLineParser.unknownCommand(name, among: Command.all)
    }
    for line in HelpPage(console.style).page(command) { try console.output.line(line) }
    return .done
  }
}
