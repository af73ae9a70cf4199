public import FootlightDiagnostics

/// A part of a query that cannot be parsed: a lenient reader takes it as words, a strict one refuses.
public struct QueryMistake: Sendable, Hashable {
  /// What kind of mistake it is.
  public var code: DiagnosticCode
  /// What is wrong, without a full stop.
  public var message: String
  /// What to do.
  public var remedy: String
  /// The byte at which it stands, from 0.
  public var offset: Int

  /// Makes a mistake.
  public init(_ code: DiagnosticCode, _ message: String, remedy: String, at offset: Int) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.offset = offset
  }

  /// The mistake as a diagnostic of the file `query`, with line and column from 1.
  public func diagnostic(in text: String) -> Diagnostic {
    var line = 1
    var column = 1
    for byte in text.utf8.prefix(offset) {
      column += 1
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      }
    }
    return Diagnostic(
      code, message, at: SourceLocation(file: "query", line: line, column: column), remedy: remedy)
  }

  /// The mistake as a note of an answer.
  var note: QueryNote {
    guard code != .queryTooLong else { return QueryNote(code: code.name, message: message) }
    return QueryNote(
      code: code.name, message: "\(message), at column \(offset + 1) of the query: taken as words",
      column: offset + 1)
  }
}
