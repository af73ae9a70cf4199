import FootlightDiagnostics
import FootlightPlatform

/// The command-line tool: a line of words in, an exit code out.
public enum Tool {
  /// The version that `--version` prints.
  static let version = "0.1.0"

  /// Does what a command line asks for, its first word being the program's name, and ends the
  /// process.
  public static func main(_ words: [String]) -> Never {
    Process.occupyStandardStreams()
    Signals.ignoreFailedWrites()
    Process.exit(run(Array(words.dropFirst()), on: .system()))
  }

  /// Does what a command line asks for and returns the exit code of the process.
  static func run(_ words: [String], on console: Console) -> Int32 {
    var console = console
    do throws(Failure) {
      let request = try CommandLineParser.parse(words, commands: Command.all)
      console.choose(request.settings.colours)
      let code = try perform(request, console)
      try console.output.flush()
      return code.rawValue
    } catch {
      return end(error, console)
    }
  }

  private static func perform(
    _ request: CommandLineParser.Request, _ console: Console
  ) throws(Failure) -> ExitCode {
    if request.settings.wantsVersion {
      try console.output.line("footlight \(version)")
      return .done
    }
    let help = HelpPage(console.style)
    if request.settings.wantsHelp {
      let lines = request.command.map { help.page($0) } ?? help.overview(Command.all)
      for line in lines { try console.output.line(line) }
      return .done
    }
    guard let command = request.command else {
      for line in HelpPage(console.talkStyle).overview(Command.all) { try console.talk.line(line) }
      try console.talk.flush()
      return .mistake
    }
    return try command.run(request.settings, console)
  }

  /// Says what went wrong; what was found before that still goes out.
  private static func end(_ failure: Failure, _ console: Console) -> Int32 {
    try? console.output.flush()
    try? console.say(failure.diagnostics)
    return failure.exitCode
  }
}
