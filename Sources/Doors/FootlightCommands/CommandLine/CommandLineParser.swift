import Footlight
import FootlightPlatform

/// Turns the words of a command line into a command and its settings, by the tables alone.
///
/// All mistakes are collected, so that one run reports them together.
struct CommandLineParser {
  /// The result of reading a command line.
  struct Request {
    /// The command; nil when only help or the version is wanted.
    var command: Command?
    var settings = Settings()
    /// The words of the line without that command, for a program that does it.
    var withoutCommand: [String] = []
  }

  private let commands: [Command]
  private var request = Request()
  private var given: Set<String> = []
  private var mistakes: [Diagnostic] = []
  private var rest: ArraySlice<String>
  /// A word whose letters were taken for an option's value: `-dlaw`, but also `-domain:law`.
  private var attachedWord: String?

  /// Parses the words after the program's name.
  static func parse(_ words: [String], commands: [Command]) throws(Failure) -> Request {
    var parser = CommandLineParser(commands: commands, rest: words[...])
    parser.run()
    parser.checkOperands()
    if parser.request.settings.wantsHelp || parser.request.settings.wantsVersion {
      // Whoever asks for help gets it, whatever else is on the line.
      return parser.request
    }
    let forms = ["json", "ids", "format"].filter { parser.given.contains($0) }
    if forms.count > 1 {
      parser.mistake(
        .repeatedOption, "--\(forms[0]) and --\(forms[1]) say two things about the output",
        remedy: "give one of them")
    }
    if let failure = Failure(parser.mistakes) { throw failure }
    return parser.request
  }

  private init(commands: [Command], rest: ArraySlice<String>) {
    self.commands = commands
    self.rest = rest
    request.withoutCommand = Array(rest)
  }

  private mutating func run() {
    var optionsHaveEnded = false
    while let word = rest.popFirst() {
      if optionsHaveEnded || !word.hasPrefix("-") || word == "-" {
        takeOperand(word)
      } else if word == "--" {
        optionsHaveEnded = true
      } else if word.hasPrefix("--") {
        takeNamed(word)
      } else {
        takeLetters(word)
      }
    }
  }

  private mutating func takeOperand(_ word: String) {
    if request.command != nil {
      request.settings.operands.append(word)
      return
    }
    do throws(Failure) {
      request.command = try Command.named(word, among: commands)
      request.withoutCommand.remove(at: rest.startIndex - 1)
    } catch {
      mistakes += error.diagnostics
      // Without a command nothing that follows can be judged.
      rest = []
    }
  }

  private mutating func mistake(_ code: DiagnosticCode, _ message: String, remedy: String) {
    mistakes.append(Diagnostic(code, message, remedy: remedy))
  }

  // MARK: Options

  private var known: [CommandOption] {
    request.command?.allOptions ?? CommandOption.everywhere
  }

  private mutating func takeNamed(_ word: String) {
    let parts = word.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    guard let option = known.first(where: { $0.name == name }) else {
      return reject("--" + name)
    }
    take(option, written: "--" + name, attached: parts.count > 1 ? String(parts[1]) : nil)
  }

  /// Takes `-n5`, `-n 5` and switches that share a hyphen.
  private mutating func takeLetters(_ word: String) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = known.first(where: { $0.letter == letter }) else {
        return reject("-" + String(letter), of: word)
      }
      let takesValue = option.placeholder != nil
      if letters.first == "=" { letters.removeFirst() }
      let attached = takesValue && !letters.isEmpty ? String(letters) : nil
      if attached?.first?.isLetter == true { attachedWord = attachedWord ?? word }
      take(option, written: "-" + String(letter), attached: attached)
      if takesValue { return }
    }
  }

  private mutating func take(_ option: CommandOption, written: String, attached: String?) {
    if !given.insert(option.name).inserted, option.placeholder != nil, !option.isRepeatable {
      mistake(
        .repeatedOption, "'\(option.written)' is given twice", remedy: "keep one of them")
    }
    guard let placeholder = option.placeholder else {
      if attached != nil {
        mistake(
          .unexpectedValue, "'\(written)' takes no value", remedy: "write '\(written)' alone")
      } else if case .none(let apply) = option.value {
        apply(&request.settings)
      }
      return
    }
    guard let text = attached ?? following() else {
      mistake(
        .missingValue, "'\(written)' needs a value",
        remedy: "write '\(option.written) \(placeholder)'")
      return
    }
    if let mistake = option.apply(text, to: &request.settings) { mistakes.append(mistake) }
  }

  /// The next word, unless it is plainly an option itself.
  private mutating func following() -> String? {
    guard let word = rest.first else { return nil }
    if word == "--" || known.contains(where: { $0.written == word }) { return nil }
    return rest.popFirst()
  }

  private mutating func reject(_ written: String, of word: String? = nil) {
    var remedy: String?
    if written.hasPrefix("--") {
      remedy = nearest(to: String(written.dropFirst(2)), among: known.map(\.name))
        .map { "did you mean '--\($0)'?" }
    }
    if remedy == nil, let command = request.command {
      remedy =
        command.operands.most > 0
        ? "write -- before words that begin with a hyphen"
        : "'footlight \(command.name) --help' lists the options"
    }
    mistake(
      .unknownOption, "unknown option '\(visible(written))'",
      remedy: remedy ?? "options of a command stand after its name")
    // The word after an unknown option might be its value: it is not judged as an operand.
    if let next = rest.first, !next.hasPrefix("-"), request.command != nil { rest.removeFirst() }
  }

  // MARK: Operands

  private mutating func checkOperands() {
    guard let command = request.command, mistakes.isEmpty else { return }
    let operands = request.settings.operands
    if operands.count < command.operands.least, request.settings.batchFile == nil,
      !request.settings.findsAll, !request.settings.takesReady,
      request.settings.search.filters.isEmpty
    {
      let remedy = "write 'footlight \(command.name) \(command.operands.written)'"
      let doubt = attachedWord.map { "; if '\(visible($0))' is text, write -- before it" }
      mistake(
        .missingOperand, "'\(command.name)' needs \(command.operands.name)",
        remedy: remedy + (doubt ?? ""))
    }
    if operands.count > command.operands.most {
      let first = visible(operands[command.operands.most])
      mistake(
        .surplusOperand, "'\(command.name)' does not take '\(first)'",
        remedy: "write 'footlight \(command.name) \(command.operands.written)'")
    }
  }
}
