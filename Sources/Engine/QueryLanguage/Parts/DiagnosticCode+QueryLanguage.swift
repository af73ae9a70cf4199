package import FootlightPlatform

extension DiagnosticCode {
  /// A quotation mark that nothing closes, or nothing between two.
  ///
  /// Remedy: close it, or leave it out; a backslash before it takes it literally.
  package static let queryQuote = DiagnosticCode("query.quote", .caller)
  /// A parenthesis without the other, nothing between two, or too many within each other.
  ///
  /// Remedy: close it, or leave it out; a backslash before it takes it literally.
  package static let queryParenthesis = DiagnosticCode("query.parenthesis", .caller)
  /// OR, NOT or - without what belongs to it.
  ///
  /// Remedy: complete it; a backslash before OR or NOT makes it a word.
  package static let queryOperand = DiagnosticCode("query.operand", .caller)
  /// A filter without a value, or with one that the attribute's type cannot have.
  ///
  /// Remedy: write a value after it, such as `name:value` or `name:low..high`.
  package static let queryValue = DiagnosticCode("query.value", .caller)
  /// A piece of words, such as `*ford*`, that is too short, or that no searched domain looks for.
  ///
  /// Remedy: write three letters or more, declare `search.substrings`, or ask for `ford*`.
  package static let queryPiece = DiagnosticCode("query.piece", .caller)
  /// A mode that says how words combine, beside a query that says it itself with OR, phrases,
  /// parentheses or fields.
  ///
  /// Remedy: leave out the mode, or write plain words.
  package static let queryMatch = DiagnosticCode("query.match", .caller)
  /// More words or filters than are used, or texts longer than a search reads.
  ///
  /// Remedy: make the query shorter.
  package static let queryTooLong = DiagnosticCode("query.words", .caller)
}
