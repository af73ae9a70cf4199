import FootlightPlatform
import TestSupport
import Testing

@testable import FootlightCommands

struct CompletionsTests {
  private static let path = "/usr/local/bin:/usr/bin:/bin"

  private func script(_ shell: Shell) -> String { shell.completions(Command.all) }

  /// The words of a piece of a script: letters, digits and hyphens.
  private func words(_ text: some StringProtocol) -> Set<String> {
    let apart = text.split(separator: #"\n"#).joined(separator: " ")
    return Set(
      apart.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map(String.init))
  }

  /// What stands between two texts; empty when they are not there.
  private func piece(_ text: String, from start: String, to end: String) -> Substring {
    guard let begin = text.firstRange(of: start) else { return "" }
    let rest = text[begin.upperBound...]
    return rest[..<(rest.firstRange(of: end)?.lowerBound ?? rest.startIndex)]
  }

  /// The lines that complete a command's option, as words each.
  private func lines(_ shell: Shell, _ command: Command, _ option: CommandOption) -> [Set<String>] {
    let text = script(shell)
    switch shell {
    case .bash:
      let offered = words(piece(text, from: "\n    \(command.name))\n", to: "; fi ;;\n"))
      let isThere = offered.contains(option.written)
      let values = text.split(separator: "\n").filter { line in
        line.contains("    \(command.name):\(option.written)")
          || line.contains("    *:\(option.written)")
      }
      return isThere ? [offered] + values.map { words($0) } : []
    case .zsh:
      return piece(text, from: "\n        \(command.name))\n", to: " ;;\n").split(separator: "\n")
        .map { words($0) }.filter { $0.contains(option.written) }
    case .fish:
      return text.split(separator: "\n").filter { line in
        line.contains(" -l \(option.name) ")
          && (line.contains("seen_subcommand_from \(command.name)'") || !line.contains(" -n "))
      }.map { words($0) }
    }
  }

  @Test(arguments: Shell.allCases)
  func `every command, option, letter and choice is completed`(_ shell: Shell) {
    let text = script(shell)
    for command in Command.all {
      let isOffered =
        switch shell {
        case .bash: words(piece(text, from: "    '') ", to: " ;;\n")).contains(command.name)
        case .zsh: text.contains("\n        '\(command.name):")
        case .fish: text.contains(" -a \(command.name) -d ")
        }
      #expect(isOffered, "\(command.name)")
      for option in command.allOptions {
        let found = lines(shell, command, option).reduce(Set()) { $0.union($1) }
        let letters = option.letter.map { shell == .fish ? ["-s", "\($0)"] : ["-\($0)"] } ?? []
        let wanted = Set([shell == .fish ? option.name : option.written] + letters + option.choices)
        #expect(wanted.subtracting(found).isEmpty, "\(command.name): \(option.written)")
      }
    }
  }

  @Test(arguments: Shell.allCases)
  func `the shell itself finds no mistake in its script, where it is installed`(
    _ shell: Shell
  ) throws {
    guard let program = Subprocess.find(shell.rawValue, path: Self.path) else { return }
    let folder = try TemporaryFolder()
    let file = try folder.write("script", script(shell))
    #expect(try Subprocess(program, ["-n", file]).run() == 0)
  }

  @Test(arguments: [
    ("footlight expl", "explain"), ("footlight query --mat", "--match"),
    ("footlight query --match n", "none"), ("footlight completions z", "zsh"),
    ("footlight --color al", "always"), ("footlight status --ch", "--check"),
    ("footlight help dum", "dump"), ("footlight query -m a", "all any"),
  ])
  func `bash completes what is begun`(_ line: String, _ expected: String) throws {
    guard let bash = Subprocess.find("bash", path: Self.path) else { return }
    let folder = try TemporaryFolder()
    let words = line.split(separator: " ").map { "'\($0)'" }
    let body =
      script(.bash) + "\nCOMP_WORDS=(\(words.joined(separator: " ")))"
      + "\nCOMP_CWORD=\(words.count - 1)\n_footlight\nprintf '%s ' \"${COMPREPLY[@]}\"\n"
    let file = try folder.write("script", body)
    var process = Subprocess(bash, [file])
    process.output = file + ".out"
    #expect(try process.run() == 0)
    let said = try File.readWhole(file + ".out")
    #expect(said.text(said.all) == expected + " ")
  }

  @Test func `an unknown shell is the caller's mistake, and the nearest is proposed`() {
    let memory = MemoryConsole()
    #expect(memory.run("completions", "fisch") == 2)
    #expect(memory.talk.contains("did you mean 'fish'?"))
    #expect(memory.run("completions", "bash") == 0)
  }

  @Test func `the manual names every command, option, exit code and variable`() {
    let memory = MemoryConsole()
    #expect(memory.run("man") == 0)
    let text = memory.output.split(separator: "\\", omittingEmptySubsequences: false).joined()
    for command in Command.all {
      #expect(text.contains(".BR footlight-\(command.name) (1)\n"))
      let page = MemoryConsole()
      #expect(page.run("man", command.name) == 0)
      let plain = page.output.split(separator: "\\", omittingEmptySubsequences: false).joined()
      #expect(plain.contains("\nfootlight-\(command.name) - "))
      for option in command.options {
        let isThere = plain.contains("fB\(option.written)fR")
        #expect(isThere, "\(command.name): \(option.written)")
      }
    }
    for (code, _) in ExitCode.meanings { #expect(text.contains(".B \(code)\n")) }
    for variable in EnvironmentVariable.all { #expect(text.contains(".B \(variable.name)\n")) }
    #expect(text.contains("footlight \(Tool.version)"))
  }

  @Test func `no line of the manual is taken for a request that is none`() throws {
    let known: Set<Substring> = [
      ".SH", ".SS", ".TP", ".PP", ".B", ".BR", ".RS", ".RE", ".nf", ".fi", ".TH",
    ]
    let manual = ManualPage(version: "1")
    let text = manual.text() + Command.all.map { manual.text($0) }.joined()
    for line in text.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
      let request = line.split(separator: " ").first ?? line
      let isKnown = known.contains(request) || line.hasPrefix(#".\""#)
      #expect(isKnown, "\(line)")
    }
  }
}
