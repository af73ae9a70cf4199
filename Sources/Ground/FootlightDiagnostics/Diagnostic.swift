/// A mistake or failure: its message, its place and its remedy.
///
/// A diagnostic never holds the contents of a record: it names the record and the field.
public struct Diagnostic: Error, Sendable, Hashable {
  /// How much it matters: an error fails the work, a warning does not.
  public enum Severity: String, Sendable, Hashable {
    case error
    case warning
    case note
  }

  /// The stable code, for programs and for the reference page.
  public var code: DiagnosticCode
  /// An error unless said otherwise.
  public var severity: Severity
  /// One sentence without a full stop that says what is wrong.
  public var message: String
  /// Where it is; nil when there is no file to point into.
  public var location: SourceLocation?
  /// The remedy; nil when the message says it all.
  public var remedy: String?

  /// Makes a diagnostic; an error unless said otherwise.
  public init(
    _ code: DiagnosticCode, _ message: String, at location: SourceLocation? = nil,
    remedy: String? = nil, severity: Severity = .error
  ) {
    self.code = code
    self.message = message
    self.location = location
    self.remedy = remedy
    self.severity = severity
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The diagnostic as the command line prints it: place, severity, code, message and a help line.
  public var description: String {
    var text = ""
    if let location { text += "\(location): " }
    text += "\(severity.rawValue)[\(code.name)]: \(message)"
    if let remedy { text += "\n  help: \(remedy)" }
    return text
  }
}

/// The stable name of one kind of failure and who has to act on it.
///
/// The codes of each part of the house are declared beside that part, in an extension.
public struct DiagnosticCode: Sendable, Hashable {
  /// The side that can repair the mistake; the exit code follows from this alone.
  public enum Side: Sendable, Hashable {
    /// Usage, declaration, data: exit 2.
    case caller
    /// Disk, permission, lock: exit 3.
    case machine
    /// The caller gave up: exit 130.
    case interrupted
  }

  /// The public name, such as `declaration.unknown-key`.
  public let name: String
  /// The side that can repair the mistake.
  public let side: Side

  /// Declares a code.
  public init(_ name: String, _ side: Side) {
    self.name = name
    self.side = side
  }

  /// The process exit code that this kind of failure leads to.
  public var exitCode: Int32 {
    switch side {
    case .caller: 2
    case .machine: 3
    case .interrupted: 130
    }
  }
}

/// A place in a file: the path as the user knows it, and a line and column that count from 1.
public struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
  /// The path, relative to where the user stands when that is possible.
  public var file: String
  /// The line, from 1; nil when the whole file is meant.
  public var line: Int?
  /// The column in bytes, from 1; nil when the whole line is meant.
  public var column: Int?

  /// Names a place.
  public init(file: String, line: Int? = nil, column: Int? = nil) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// `file:line:column`, as editors and terminals understand it.
  public var description: String {
    guard let line else { return file }
    guard let column else { return "\(file):\(line)" }
    return "\(file):\(line):\(column)"
  }
}

/// The error that every call of the library throws: one or more diagnostics.
public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
  /// All that went wrong, in the order of its places.
  public internal(set) var diagnostics: [Diagnostic]

  /// A failure with one reason.
  public init(_ diagnostic: Diagnostic) {
    diagnostics = [diagnostic]
  }

  /// A failure with several reasons; nil when there is none.
  public init?(_ diagnostics: [Diagnostic]) {
    guard !diagnostics.isEmpty else { return nil }
    self.diagnostics = diagnostics
  }

  /// A failure with one reason, written in place.
  public init(
    _ code: DiagnosticCode, _ message: String, at location: SourceLocation? = nil,
    remedy: String? = nil
  ) {
    self.init(Diagnostic(code, message, at: location, remedy: remedy))
  }

  /// The exit code of a process that ends with this failure: the highest of its reasons.
  public var exitCode: Int32 {
    diagnostics.map(\.code.exitCode).max() ?? 3
  }

  /// All diagnostics, one after the other.
  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }

  /// Whether one of its reasons has one of these codes.
  public func concerns(_ codes: Set<DiagnosticCode>) -> Bool {
    diagnostics.contains { codes.contains($0.code) }
  }
}

/// The same failure, told otherwise.
extension Failure {
  /// With a place for all of its reasons.
  package func at(_ location: SourceLocation) -> Failure {
    retold { $0.location = location }
  }

  /// With another remedy.
  package func advised(_ remedy: String) -> Failure {
    retold { $0.remedy = remedy }
  }

  /// As warnings, for somebody whose call has succeeded all the same.
  package var asWarnings: [Diagnostic] {
    retold { if $0.severity == .error { $0.severity = .warning } }.diagnostics
  }

  package func retold(_ change: (inout Diagnostic) -> Void) -> Failure {
    var failure = self
    for index in failure.diagnostics.indices { change(&failure.diagnostics[index]) }
    return failure
  }
}
