import FootlightPlatform
import Testing

@testable import FootlightCommands

/// What must hold for every command and every option, because help, manual and completions are
/// made from the same table.
struct OptionTableTests {
  static let pairs = Command.all.flatMap { command in
    command.allOptions.map { (command.name, $0.name) }
  }

  private func option(_ command: String, _ name: String) throws -> CommandOption {
    let command = try #require(Command.all.first { $0.name == command })
    return try #require(command.allOptions.first { $0.name == name })
  }

  /// A value that the option takes.
  private func good(_ option: CommandOption) -> [String] {
    switch option.value {
    case .none: []
    case .text, .anyText: ["some text"]
    case .number(_, let range, _): ["\(range.upperBound)"]
    case .size: ["256M"]
    case .choice(_, let words, _): [words[words.count - 1]]
    }
  }

  @Test(arguments: pairs)
  func `every option says in one line what it does`(_ command: String, _ name: String) throws {
    let option = try option(command, name)
    #expect(!option.summary.isEmpty && !option.summary.hasSuffix("."))
    #expect(option.summary.first?.isUppercase == false)
    #expect(option.detail.isEmpty || option.detail.hasSuffix("."))
    #expect(option.name.allSatisfy { $0.isLowercase || $0 == "-" })
  }

  @Test(arguments: pairs)
  func `every option stands in the help of its command`(_ command: String, _ name: String) {
    let memory = MemoryConsole()
    #expect(memory.run(command, "--help") == 0)
    #expect(memory.output.contains("--\(name)"))
  }

  @Test(arguments: pairs)
  func `every option parses and changes the settings`(_ command: String, _ name: String) throws {
    let option = try option(command, name)
    let taken = try #require(Command.all.first { $0.name == command }).operands
    let operands = Array(repeating: "x", count: min(taken.most, max(1, taken.least)))
    let words = [command, option.written] + good(option) + operands
    let request = try CommandLineParser.parse(words, commands: Command.all)
    #expect(request.command?.name == command)
    var untouched = Settings()
    untouched.operands = request.settings.operands
    #expect(request.settings != untouched, "a value other than the default must leave a mark")
  }

  @Test(arguments: pairs)
  func `every option refuses nonsense`(_ command: String, _ name: String) throws {
    let option = try option(command, name)
    let words: [String]
    let code: DiagnosticCode
    switch option.value {
    case .none: (words, code) = (["\(option.written)=yes"], .unexpectedValue)
    case .text: (words, code) = (["\(option.written)="], .wrongValue)
    // Any text is one, but there must be one.
    case .anyText: (words, code) = (["x", option.written], .missingValue)
    default: (words, code) = ([option.written, "12monkeys"], .wrongValue)
    }
    let failure = #expect(throws: Failure.self) {
      let operands = words.last == option.written ? [] : ["x"]
      return try CommandLineParser.parse([command] + words + operands, commands: Command.all)
    }
    #expect(failure?.diagnostics.first?.code == code)
    #expect(failure?.exitCode == 2)
  }

  @Test(arguments: Command.all.map(\.name))
  func `no command has two options of one name or letter`(_ name: String) throws {
    let options = try #require(Command.all.first { $0.name == name }).allOptions
    #expect(Set(options.map(\.name)).count == options.count)
    let letters = options.compactMap(\.letter)
    #expect(Set(letters).count == letters.count)
  }

  @Test(arguments: Command.all.map(\.name))
  func `every command has help of its own`(_ name: String) throws {
    let command = try #require(Command.all.first { $0.name == name })
    #expect(!command.summary.isEmpty && !command.summary.hasSuffix("."))
    let (direct, asked) = (MemoryConsole(), MemoryConsole())
    #expect(direct.run(name, "--help") == 0 && asked.run("help", name) == 0)
    #expect(direct.output == asked.output)
    #expect(direct.output.hasPrefix("footlight \(name): \(command.summary)."))
    #expect(direct.output.split(separator: "\n").allSatisfy { columns(of: $0) <= 80 })
  }

  @Test(arguments: Command.all.flatMap { command in command.examples.map { $0.key } })
  func `every example in the help is a valid command line`(_ line: String) throws {
    for part in line.split(separator: " && ") where part.hasPrefix("footlight ") {
      let typed = part.split(separator: " > ").first ?? part
      let words = typed.split(separator: " ").dropFirst().map(String.init)
      let request = try CommandLineParser.parse(words, commands: Command.all)
      #expect(request.command != nil)
    }
  }
}
