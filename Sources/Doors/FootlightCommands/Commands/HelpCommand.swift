import Footlight

extension Command {
  static let help = Command(
    name: "help", operands: .optional("COMMAND"),
    summary: "print help",
    detail: """
      'footlight COMMAND --help' prints the same. With --all every command is named. With --markdown the reference is printed: the keys \
      of declarations, kinds of sources, filters, JSON output and exit codes.
      """,
    options: [.all, .markdown],
    examples: [:]
  ) { (settings, console) throws(Failure) in
    if settings.wantsMarkdown {
      try console.output.text(MarkdownReference.text)
      return .done
    }
    guard let name = settings.operands.first else {
      for line in HelpPage(console.style).overview(all: settings.findsAll) {
        try console.output.line(line)
      }
      return .done
    }
    let command = try Command.named(Command.renamed([name])[0])
    for line in HelpPage(console.style).page(command) { try console.output.line(line) }
    return .done
  }
}
