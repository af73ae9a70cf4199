/// The manual page, from the tables: nothing is said here that the tables do not say.
///
/// In the macros of man(7).
struct ManualPage {
  let version: String

  func text(_ commands: [Command]) -> String {
    var lines = [
      #".\" Written by 'footlight man'."#,
      #".TH FOOTLIGHT 1 "" "footlight \#(version)" "User Commands""#,
      ".SH NAME", escaped("footlight - finds things in files and databases that you describe"),
      ".SH SYNOPSIS", #".B footlight"#, #"\fICOMMAND\fR [\fIOPTIONS\fR]"#,
      ".SH DESCRIPTION",
      escaped(
        """
        Each kind of content is a domain, declared in a YAML file in the folder domains/: it says \
        where the records are, and how a record becomes an item that is found by its title, its \
        words and its aliases. 'footlight init' starts a folder with an example that works.
        """), ".SH COMMANDS",
    ]
    for command in commands { lines += section(command) }
    lines.append(".SH OPTIONS OF EVERY COMMAND")
    for option in CommandOption.everywhere { lines += item(option) }
    lines.append(".SH EXIT STATUS")
    for (code, says) in ExitCode.meanings { lines += [".TP", ".B \(code)", escaped(says + ".")] }
    lines.append(".SH ENVIRONMENT")
    for variable in EnvironmentVariable.all {
      lines += [".TP", ".B \(variable.name)", escaped(variable.summary + ".")]
    }
    lines += [
      ".SH FILES", ".TP", ".B domains/*.yaml", "The declarations.", ".TP",
      ".B domains/schema.json", "Their JSON Schema, for editors.", ".TP", ".B .footlight/",
      escaped("The index. All but user.sqlite in it can be built again."),
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(_ command: Command) -> [String] {
    let usage = "footlight \(command.name) [OPTIONS] \(command.operands.written)"
    var lines = [".SS " + escaped(usage.hasSuffix(" ") ? String(usage.dropLast()) : usage)]
    lines.append(
      escaped(command.summary.prefix(1).uppercased() + command.summary.dropFirst() + "."))
    if !command.detail.isEmpty {
      for paragraph in command.detail.split(separator: "\n") {
        lines += [".PP", escaped(paragraph)]
      }
    }
    for option in command.options { lines += item(option) }
    for (line, says) in command.examples {
      lines += [".PP", ".RS", ".nf", literal(line), ".fi", escaped("(\(says))"), ".RE"]
    }
    return lines
  }

  private func item(_ option: CommandOption) -> [String] {
    let letter = option.letter.map { #"\fB\-\#($0)\fR, "# } ?? ""
    let value = option.placeholder.map { #" \fI\#($0)\fR"# } ?? ""
    let text = option.summary.prefix(1).uppercased() + option.summary.dropFirst() + "."
    return [
      ".TP", "\(letter)\\fB\(escaped(option.written))\\fR\(value)",
      escaped(option.detail.isEmpty ? text : "\(text) \(option.detail)"),
    ]
  }

  /// One line as it is typed.
  private func literal(_ line: String) -> String {
    line.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\e")
      .split(separator: "-", omittingEmptySubsequences: false).joined(separator: "\\-")
  }

  /// Text as roff takes it, in lines of which none is a request.
  private func escaped(_ text: some StringProtocol) -> String {
    wrapped(String(text), to: 72).map { line in
      var result = ""
      for character in line {
        switch character {
        case "\\": result += "\\e"
        case "-": result += "\\-"
        case "…": result += "..."
        case "–": result += "\\(en"
        default: result.append(character)
        }
      }
      let isRequest = result.hasPrefix(".") || result.hasPrefix("'")
      return isRequest ? "\\&" + result : result
    }.joined(separator: "\n")
  }
}
