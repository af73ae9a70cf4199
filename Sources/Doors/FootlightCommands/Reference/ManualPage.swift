import FootlightPlatform

/// The manual, from the tables: a page of the tool and one of each command.
///
/// Nothing is said here that the tables do not say.
/// In the macros of man(7).
struct ManualPage {
  let version: String

  /// The page `footlight(1)`.
  func text() -> String {
    var lines =
      head("footlight", "finds things in files and databases that you describe") + [
        ".SH SYNOPSIS", #".B footlight"#, #"\fICOMMAND\fR [\fIOPTIONS\fR]"#,
        ".SH DESCRIPTION",
        escaped(
          """
          Each kind of content is a domain, declared in a YAML file in the folder domains/: it says \
          where the records are, and how a record becomes an item that is found by its title, its \
          words and its aliases. 'footlight init' starts a folder with an example that works.
          """), ".SH COMMANDS",
      ]
    for (heading, commands) in Command.groups {
      lines.append(".SS " + escaped(heading))
      for command in commands {
        lines += [".TP", ".BR footlight\\-\(escaped(command.name)) (1)", sentence(command.summary)]
      }
    }
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
      ".B domains/schema.json", "Their JSON Schema, for editors.", ".TP", ".B footlight.yaml",
      "The settings of the workspace.", ".TP", ".B .footlight/",
      escaped("The index. All but user.sqlite in it can be built again."),
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The page of a command, `footlight-NAME(1)`.
  func text(_ command: Command) -> String {
    var lines = head("footlight-\(command.name)", command.summary)
    lines += [
      ".SH SYNOPSIS", ".B footlight \(escaped(command.name))",
      escaped("[OPTIONS] \(command.operands.written)".trimmed), ".SH DESCRIPTION",
      sentence(command.summary),
    ]
    for paragraph in command.detail.split(separator: "\n") { lines += [".PP", escaped(paragraph)] }
    if !command.options.isEmpty { lines.append(".SH OPTIONS") }
    for option in command.options { lines += item(option) }
    if !command.examples.isEmpty { lines.append(".SH EXAMPLES") }
    for (line, says) in command.examples {
      lines += [".PP", ".RS", ".nf", literal(line), ".fi", escaped("(\(says))"), ".RE"]
    }
    lines += [".SH SEE ALSO", ".BR footlight (1)", "has the options of every command."]
    return lines.joined(separator: "\n") + "\n"
  }

  private func head(_ name: String, _ summary: String) -> [String] {
    [
      #".\" Written by 'footlight man'."#,
      ".TH \(name.uppercased()) 1 \"\" \"footlight \(version)\" \"User Commands\"",
      ".SH NAME", escaped("\(name) - \(summary)"),
    ]
  }

  private func sentence(_ summary: String) -> String {
    escaped(summary.prefix(1).uppercased() + summary.dropFirst() + ".")
  }

  private func item(_ option: CommandOption) -> [String] {
    let letter = option.letter.map { #"\fB\-\#($0)\fR, "# } ?? ""
    let value = option.placeholder.map { #" \fI\#($0)\fR"# } ?? ""
    return [
      ".TP", "\(letter)\\fB\(escaped(option.written))\\fR\(value)",
      sentence(option.summary) + (option.detail.isEmpty ? "" : "\n" + escaped(option.detail)),
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
