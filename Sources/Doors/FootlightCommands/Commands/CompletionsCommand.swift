import Footlight
import FootlightPlatform

extension Command {
  static let completions = Command(
    name: "completions", operands: .one("SHELL"),
    summary: "print completions for bash, zsh or fish",
    detail: """
      They know every command, option and choice, and ask 'footlight domains' for the names of \
      domains. 'make install' and the Debian package put them where the shells look.
      """,
    options: [],
    examples: [
      "footlight completions bash > footlight.bash":
        "then 'source footlight.bash', here or in ~/.bashrc"
    ]
  ) { (settings, console) throws(Failure) in
    let name = settings.operands.first ?? ""
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
    name: "man", operands: .none,
    summary: "print the manual page, in the language of man",
    detail: "'make install' and the Debian package put it where man looks.",
    options: [],
    examples: [
      "footlight man > footlight.1": "to read it with 'man ./footlight.1'"
    ]
  ) { (_, console) throws(Failure) in
    try console.output.text(ManualPage(version: Library.version).text(Command.all))
    return .done
  }
}
