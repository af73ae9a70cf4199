import Footlight
import FootlightPlatform

extension Command {
  static let completions = Command(
    name: "completions", operands: .one("SHELL"),
    summary: "print completions for bash, zsh or fish",
    detail: """
      They know every command, option and choice, and ask the tool for the names of domains, of attributes and of searches \
      such as @cheap. 'make install' and the Debian package put them where the shells look.
      """,
    options: [],
    examples: [
      "footlight completions bash > footlight.bash":
        "then 'source footlight.bash', here or in ~/.bashrc"
    ]
  ) { (settings, console) throws(Failure) in
    let name = settings.operands.first ?? ""
    // What the scripts ask for: the words with which something within a query begins.
    if name == "words" {
      for word in try Library.opened(settings, console).conditionWords() {
        try console.output.line(console.data(word))
      }
      return .done
    }
    guard let shell = Shell(rawValue: name) else {
      let names = Shell.allCases.map(\.rawValue)
      throw Failure(
        .unknownShell, "there are no completions for '\(visible(name))'",
        remedy: nearest(to: name, among: names).map { "did you mean '\($0)'?" }
          ?? "write one of: \(names.joined(separator: ", "))")
    }
    try console.output.text(shell.completions(Command.all))
    return .done
  }

  static let manual = Command(
    name: "man", operands: .optional("COMMAND"),
    summary: "print a manual page, in the language of man",
    detail: """
      Without COMMAND it is that of the tool. 'make install' and the Debian package put all of them where man looks: \
      'man footlight-query'.
      """,
    options: [],
    examples: [
      "footlight man query > footlight-query.1": "to read it with 'man ./footlight-query.1'"
    ]
  ) { (settings, console) throws(Failure) in
    let manual = ManualPage(version: Library.version)
    let command = try settings.operands.first.map { (name) throws(Failure) in
      try Command.named(name)
    }
    try console.output.text(command.map { manual.text($0) } ?? manual.text())
    return .done
  }
}
