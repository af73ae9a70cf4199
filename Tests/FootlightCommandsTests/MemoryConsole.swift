import FootlightDiagnostics
import FootlightPlatform
import Synchronization

@testable import FootlightCommands

/// A console that keeps what is written, for tests to read.
final class MemoryConsole: Sendable {
  private let written = Mutex("")
  private let said = Mutex("")

  /// What went to standard output.
  var output: String { written.withLock { $0 } }
  /// What went to standard error.
  var talk: String { said.withLock { $0 } }

  /// The console to hand to a command.
  func console(
    terminal: Console.Terminal = Console.Terminal(), variables: [String: String] = [:],
    folder: String = "."
  ) -> Console {
    Console(
      output: Output { bytes in
        let text = bytes.text(bytes.all)
        self.written.withLock { $0 += text }
        return true
      },
      talk: Output { bytes in
        let text = bytes.text(bytes.all)
        self.said.withLock { $0 += text }
        return true
      },
      terminal: terminal, variable: { variables[$0] }, folder: folder)
  }

  /// Runs the tool with these words and returns its exit code.
  func run(_ words: String..., terminal: Console.Terminal = Console.Terminal()) -> Int32 {
    Tool.run(words, on: console(terminal: terminal))
  }
}
