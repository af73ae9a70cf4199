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
