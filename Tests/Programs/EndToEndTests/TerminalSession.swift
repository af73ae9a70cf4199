import FootlightPlatform
import TestSupport
import Testing

/// A program at a pseudo-terminal, with the screen that a person would see.
struct TerminalSession: ~Copyable {
  fileprivate let terminal: PseudoTerminal
  private let process: RunningProcess
  private(set) var screen: TerminalScreen
  /// All that was sent.
  fileprivate(set) var sent: [UInt8] = []

  init(
    _ program: String, _ arguments: [String], in folder: String, environment: [String: String],
    size: TerminalSize = TerminalSize(columns: 80, rows: 24), output: String? = nil
  ) throws {
    let terminal = try PseudoTerminal(size)
    var subprocess = Subprocess("/usr/bin/env", ["-C", folder, program] + arguments)
    let variables = ["PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "xterm", "HOME": folder]
      .merging(environment) { $1 }
    subprocess.environment = variables.map { "\($0.key)=\($0.value)" }
    process = try subprocess.start(at: terminal, output: output)
    self.terminal = terminal
    screen = TerminalScreen(size)
  }

  mutating func press(_ keys: String) throws {
    try terminal.press(Array(keys.utf8))
  }

  mutating func resize(_ size: TerminalSize) {
    screen = TerminalScreen(size)
    terminal.resize(size)
  }

  func send(signal: Int32) { process.send(signal: signal) }

  /// Reads until the screen is as wanted; a slow machine has half a minute.
  mutating func wait(_ says: String, until isWanted: (TerminalScreen) -> Bool) throws {
    let end = SystemServices.system.monotonic() + 30_000_000_000
    while !isWanted(screen) {
      guard SystemServices.system.monotonic() < end, let bytes = terminal.read(waiting: 200) else {
        Issue.record("never saw \(says):\n\(screen.lines.joined(separator: "\n"))")
        throw Failure(.fileMissing, "never saw \(says)")
      }
      sent += bytes
      screen.receive(bytes)
    }
  }

  /// Reads to the end and returns the exit code.
  mutating func end() throws -> Int32 {
    let end = SystemServices.system.monotonic() + 30_000_000_000
    while let bytes = terminal.read(waiting: 200) {
      sent += bytes
      screen.receive(bytes)
      guard SystemServices.system.monotonic() < end else {
        process.send(signal: 9)
        Issue.record("it never ended:\n\(screen.lines.joined(separator: "\n"))")
        break
      }
    }
    return try process.wait()
  }
}

extension TerminalSession {
  /// All that was sent, without sequences: for programs that use more of them than the screen knows.
  var text: String {
    var text = ""
    var isSequence = false
    for character in String(decoding: sent, as: UTF8.self).unicodeScalars {
      if character == "\u{1B}" {
        isSequence = true
      } else if isSequence {
        if character.properties.isAlphabetic || character == ">" || character == "=" {
          isSequence = false
        }
      } else if character != "\r" {
        text.unicodeScalars.append(character)
      }
    }
    return text
  }

  /// Reads until a text was sent.
  mutating func waitForText(_ wanted: String) throws {
    let end = SystemServices.system.monotonic() + 30_000_000_000
    while !text.contains(wanted) {
      guard SystemServices.system.monotonic() < end, let bytes = terminal.read(waiting: 200) else {
        Issue.record("never saw '\(wanted)' in:\n\(text)")
        throw Failure(.fileMissing, "never saw '\(wanted)'")
      }
      sent += bytes
    }
  }
}
