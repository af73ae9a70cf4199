package import Footlight
package import FootlightPlatform
import JSONAnswers
import Synchronization

/// All that a command touches besides the library: where it writes, and what surrounds it.
package struct Console: Sendable {
  /// Standard output: data, and nothing else.
  package let output: Output
  /// Standard error: talk.
  package let talk: Output
  /// The styles that standard output may have.
  var style = Style.plain
  /// The styles that standard error may have.
  var talkStyle = Style.plain
  /// Whether errors, warnings and notes are objects of JSON, a line each.
  var writesJSON = false
  /// The properties of the terminal.
  var terminal = Terminal.none
  /// A variable of the environment.
  package var variable: @Sendable (String) -> String? = { _ in nil }
  /// The folder in which the command was called.
  package var folder = "."
  /// Nanoseconds since some fixed moment.
  var clock: @Sendable () -> Int64 = { 0 }
  /// A file that the person named, to be read from front to back; `-` is standard input.
  var input: @Sendable (String) throws(Failure) -> ByteInput = { (path) throws(Failure) in
    path == "-" ? ByteInput(descriptor: 0, name: "standard input") : try ByteInput.open(path)
  }
  /// Hands an url to the desktop's program for it.
  package var open: @Sendable (String) throws(Failure) -> Void = { _ in }
  /// Runs a program with its arguments; one that is named by a path lies in the folder.
  var launch: @Sendable (_ command: [String], _ folder: String?) throws(Failure) -> Void = { _, _ in
  }
  /// Opens the library of a workspace whose index is a copy of a shared store, so that it can be changed; nil in
  /// programs that cannot.
  package var opensShared:
    (@Sendable (Workspace, _ store: String, Settings, Console) throws(Failure) -> Library)?
  /// The flag that an interruption raises; asked for only by work that knows how to stop.
  package var cancellation: @Sendable () -> Cancellation = { Cancellation() }

  /// The number of columns of a line of standard output; without bounds for a pipe.
  var width: Int { terminal.writesToTerminal ? terminal.width : .max }

  /// Says something to the person: at once, on standard error.
  package func say(_ diagnostic: Diagnostic) throws(Failure) {
    if writesJSON {
      var json = JSONWriter()
      json.line(JSONObjects.finding, Finding(domain: nil, diagnostic))
      try talk.bytes(json.bytes)
    } else {
      try talk.text(DiagnosticText.written(diagnostic, talkStyle))
    }
    try talk.flush()
  }

  /// Says several things.
  package func say(_ diagnostics: [Diagnostic]) throws(Failure) {
    for diagnostic in diagnostics { try say(diagnostic) }
  }

  /// Says what the reader of an answer should know.
  package func say(_ notes: [Note]) throws(Failure) {
    for note in notes {
      try say(
        Diagnostic(DiagnosticCode(note.code.rawValue, .caller), note.message, severity: .note))
    }
  }

  /// Says a plain sentence.
  package func say(_ sentence: String) throws(Failure) {
    try talk.line(visible(sentence))
    try talk.flush()
  }

  /// A text for a program or, when a person looks on, one that a terminal does not obey.
  func data(_ text: String) -> String {
    terminal.writesToTerminal ? visible(text) : text
  }

  /// An url for a program: what would command a terminal is percent-encoded, as urls write it (RFC 3986,
  /// section 2.1), so that one line is one url.
  func url(_ text: String) -> String {
    var written = ""
    for scalar in text.unicodeScalars {
      guard scalar.commandsTerminal else {
        written.unicodeScalars.append(scalar)
        continue
      }
      for byte in String(scalar).utf8 {
        written += "%" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return written
  }

  /// Decides about the form of what is told, now that the command line is known.
  mutating func choose(_ settings: Settings) {
    writesJSON = settings.printsJSON
    let colours = settings.colours
    let forbidden = variable("NO_COLOR").map { !$0.isEmpty } ?? false
    let dumb = variable("TERM") == "dumb"
    func isColourful(_ isTerminal: Bool) -> Bool {
      switch colours {
      case .always: true
      case .never: false
      case .auto: isTerminal && !forbidden && !dumb
      }
    }
    style = Style(isColourful: isColourful(terminal.writesToTerminal))
    talkStyle = Style(isColourful: isColourful(terminal.talksToTerminal))
  }

  /// The console of this process.
  static func system(_ system: SystemServices = .system) -> Console {
    Console(
      output: Output(OutputWriter(descriptor: 1)), talk: Output(OutputWriter(descriptor: 2)),
      terminal: system.terminal(), variable: system.environment, clock: system.monotonic,
      open: { (url) throws(Failure) in
        try Opener(path: system.path).open(url)
      },
      launch: { (command, folder) throws(Failure) in
        try Opener(path: system.path).run(command, in: folder)
      },
      cancellation: {
        Signals.install()
        Process.adoptOrphans()
        return Cancellation(followsSignals: true)
      })
  }
}

/// The form of diagnostics on standard error.
enum DiagnosticText {
  /// `place: severity[code]: message`, and a line that helps.
  static func written(_ diagnostic: Diagnostic, _ style: Style) -> String {
    var text = ""
    if let location = diagnostic.location { text += style(visible("\(location)"), .title) + ": " }
    let role: Style.Role =
      switch diagnostic.severity {
      case .error: .error
      case .warning: .warning
      case .note: .label
      }
    text += style("\(diagnostic.severity.rawValue)[\(diagnostic.code.name)]", role)
    text += ": \(message(diagnostic.message))\n"
    if let remedy = diagnostic.remedy { text += "  \(style("help", .label)): \(message(remedy))\n" }
    return text
  }

  private static func message(_ text: String) -> String {
    visibleLines(text).joined(separator: "\n    ")
  }
}

/// One of the process's two ways out, shared by all who write to it.
package final class Output: Sendable {
  private let writer: Mutex<OutputWriter>

  init(_ writer: consuming OutputWriter) {
    self.writer = Mutex(writer)
  }

  /// Whether the reader has gone away: writing more is of no use.
  var isClosed: Bool { writer.withLock { $0.isClosed } }

  /// The text that was written and not sent yet.
  var collected: String { writer.withLock { $0.collected } }

  /// Writes a line of text.
  package func line(_ text: String = "") throws(Failure) {
    try writer.withLock { (writer) throws(Failure) in try writer.writeLine(text) }
  }

  /// Writes text as it is.
  package func text(_ text: String) throws(Failure) {
    try writer.withLock { (writer) throws(Failure) in try writer.write(text) }
  }

  /// Writes bytes of an arena.
  package func bytes(_ bytes: borrowing ByteArena) throws(Failure) {
    try writer.withLock { (writer) throws(Failure) in try writer.write(bytes, bytes.all) }
  }

  /// Sends what is waiting.
  package func flush() throws(Failure) {
    try writer.withLock { (writer) throws(Failure) in try writer.flush() }
  }
}
