import FootlightPlatform

@testable import FootlightCommands

/// A console that keeps what is written, for tests to read.
struct MemoryConsole {
  private let written = Output(OutputWriter())
  private let said = Output(OutputWriter())

  /// What went to standard output.
  var output: String { written.collected }
  /// What went to standard error.
  var talk: String { said.collected }

  /// The console to hand to a command.
  func console(
    terminal: Terminal = .none, variables: [String: String] = [:], folder: String = "."
  ) -> Console {
    Console(
      output: written, talk: said, terminal: terminal, variable: { variables[$0] }, folder: folder)
  }

  /// Runs the tool with these words and returns its exit code.
  func run(_ words: String..., terminal: Terminal = .none) -> Int32 {
    run(words, terminal: terminal)
  }

  func run(_ words: [String], terminal: Terminal = .none) -> Int32 {
    Tool.run(words, on: console(terminal: terminal))
  }
}
