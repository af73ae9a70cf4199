package import FootlightPlatform

/// A part of a query that cannot be parsed: a lenient reader takes it as words, a strict one refuses.
package struct QueryMistake: Sendable, Hashable {
  /// The kind of mistake.
  package var code: DiagnosticCode
  /// The mistake in words, without a full stop.
  package var message: String
  /// The remedy.
  package var remedy: String
  /// The byte at which it stands, from 0.
  package var offset: Int

  /// Makes a mistake.
  package init(_ code: DiagnosticCode, _ message: String, remedy: String, at offset: Int) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.offset = offset
  }

  /// The mistake as a diagnostic of the file `query`, with line and column from 1.
  package func diagnostic(in text: String) -> Diagnostic {
    var place = QueryPlace()
    return place.diagnostic(self, in: text)
  }

  /// Mistakes in the order of their places as diagnostics; O(text), however many they are.
  static func diagnostics(_ mistakes: [QueryMistake], in text: String) -> [Diagnostic] {
    var place = QueryPlace()
    return mistakes.map { place.diagnostic($0, in: text) }
  }

  /// As many mistakes are told one by one.
  static let limit = 64

  /// The mistakes in the order of their places; after the limit one tells how many more there are.
  static func told(_ mistakes: [QueryMistake]) -> [QueryMistake] {
    let sorted = mistakes.sorted { $0.offset < $1.offset }
    guard sorted.count > limit else { return sorted }
    let rest = sorted[limit...]
    let first = rest[limit]
    return sorted[..<limit] + [
      QueryMistake(
        first.code, "and \(rest.count) more mistake\(rest.count == 1 ? "" : "s")",
        remedy: "correct the first ones: others may come from them", at: first.offset)
    ]
  }

  /// The mistake as a note of an answer.
  var note: QueryNote {
    guard code != .queryTooLong else { return QueryNote(code: code.name, message: message) }
    return QueryNote(
      code: code.name, message: "\(message), at column \(offset + 1) of the query: taken as words",
      column: offset + 1)
  }
}

/// A place of a text that goes on from mistake to mistake.
private struct QueryPlace {
  private var offset = 0
  private var line = 1
  private var column = 1

  /// A mistake, no nearer to the beginning than the one before, with its line and column.
  mutating func diagnostic(_ mistake: QueryMistake, in text: String) -> Diagnostic {
    let bytes = text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: offset, limitedBy: bytes.endIndex)
    for byte in bytes[(start ?? bytes.endIndex)...].prefix(max(0, mistake.offset - offset)) {
      column += 1
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      }
    }
    offset = max(offset, mistake.offset)
    return Diagnostic(
      mistake.code, mistake.message,
      at: SourceLocation(file: "query", line: line, column: column), remedy: mistake.remedy)
  }
}

/// Something a reader of the answer should know about how the query was understood.
package struct QueryNote: Sendable, Hashable {
  /// A stable name, such as `query.words`.
  package let code: String
  /// One sentence.
  package let message: String
  /// The byte of the query that it is about, from 1; nil when it is about the whole.
  package var column: Int?
}
