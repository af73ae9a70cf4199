package import Footlight
package import FootlightPlatform

/// The command-line tool: a line of words in, an exit code out.
public enum Tool {
  /// The version that `--version` prints.
  static let version = Library.version

  /// Does what a command line asks for, its first word being the program's name, and ends the
  /// process.
  public static func main(_ words: [String]) -> Never {
    begin()
    Process.exit(run(Array(words.dropFirst()), on: .system()))
  }

  /// Does what a command line asks for and returns the exit code of the process.
  static func run(_ words: [String], on console: Console) -> Int32 {
    let words = Command.renamed(words)
    return ended(console, words) { (console) throws(Failure) in
      if let program = sister(words) { try program.become(Array(words.dropFirst())) }
      let request = try CommandLineParser.parse(words, commands: Command.all)
      console.choose(request.settings)
      if let program = request.command?.program, !request.settings.isAnswered {
        // That of the shared store does several commands.
        try program.become(program == .store ? words : request.withoutCommand)
      }
      if SharedChange.concerns(request, console) { try SisterProgram.store.become(words) }
      return try perform(request, console)
    }
  }

  /// Does what the program of the shared store is there for – commands that change an index which is a copy of
  /// one – and ends the process.
  package static func main(
    storing words: [String],
    _ opens: @escaping @Sendable (Workspace, String, Settings, Console) throws(Failure) -> Library,
    _ run: (Command, Settings, Console) throws(Failure) -> ExitCode?
  ) -> Never {
    begin()
    var console = Console.system()
    console.opensShared = opens
    let words = Command.renamed(Array(words.dropFirst()))
    let code = ended(console, words) { (console) throws(Failure) in
      let known = Command.all.filter { SharedChange.isKnown($0) }
      let request = try CommandLineParser.parse(words, commands: known)
      console.choose(request.settings)
      if !request.settings.isAnswered, let command = request.command,
        let code = try run(command, request.settings, console)
      {
        return code
      }
      return try perform(request, console, among: known)
    }
    Process.exit(code)
  }

  /// Does what a program beside the tool is there for – one command of the table – and ends the process.
  ///
  /// The words are those after its own name: `footlight-serve --port 0` is `footlight serve --port 0`.
  package static func main(
    as command: Command, _ words: [String],
    _ run: (Settings, Console) throws(Failure) -> ExitCode
  ) -> Never {
    begin()
    let code = ended(.system(), words) { (console) throws(Failure) in
      let request = try CommandLineParser.parse(
        [command.name] + words.dropFirst(), commands: [command])
      console.choose(request.settings)
      return request.settings.isAnswered
        ? try perform(request, console) : try run(request.settings, console)
    }
    Process.exit(code)
  }

  /// What every program does first.
  private static func begin() {
    Process.occupyStandardStreams()
    Signals.ignoreFailedWrites()
  }

  /// The exit code of what was done, with all of its output sent.
  private static func ended(
    _ console: Console, _ words: [String], _ work: (inout Console) throws(Failure) -> ExitCode
  ) -> Int32 {
    var console = console
    // Mistakes of the line itself are told in the form that it asks for, too.
    console.writesJSON = words.prefix { $0 != "--" }.contains {
      $0 == "--json" || $0.hasPrefix("-j")
    }
    do throws(Failure) {
      let code = try work(&console)
      try console.output.flush()
      return code.rawValue
    } catch {
      return end(error, console)
    }
  }

  /// The program that a command line calls: the first word is no command, but `footlight-WORD` is there.
  private static func sister(_ words: [String]) -> SisterProgram? {
    guard let word = words.first, !Command.all.contains(where: { $0.name == word }),
      let program = SisterProgram(named: word)
    else { return nil }
    // Of ours it is said what they lack, of others that there is no such command.
    return program.trait != nil || (try? program.located()) != nil ? program : nil
  }

  private static func perform(
    _ request: CommandLineParser.Request, _ console: Console, among known: [Command] = Command.all
  ) throws(Failure) -> ExitCode {
    if request.settings.wantsVersion {
      try console.output.line("footlight \(version)")
      return .done
    }
    let help = HelpPage(console.style)
    if request.settings.wantsHelp {
      let lines = request.command.map { help.page($0) } ?? help.overview(known)
      for line in lines { try console.output.line(line) }
      return .done
    }
    guard let command = request.command else {
      if let code = try Command.pickAlone(request.settings, console) { return code }
      for line in HelpPage(console.talkStyle).overview() { try console.talk.line(line) }
      try console.talk.flush()
      return .mistake
    }
    var settings = request.settings
    settings.changesIndex = SharedChange.changes(command)
    return try command.run(settings, console)
  }

  /// Says what went wrong; what was found before that still goes out.
  package static func end(_ failure: Failure, _ console: Console) -> Int32 {
    try? console.output.flush()
    try? console.say(failure.diagnostics)
    return failure.exitCode
  }
}
