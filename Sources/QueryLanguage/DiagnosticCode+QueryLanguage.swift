public import FootlightDiagnostics

extension DiagnosticCode {
  /// A quotation mark that nothing closes, or nothing between two.
  ///
  /// Remedy: close it, or leave it out; a backslash before it takes it literally.
  public static let queryQuote = DiagnosticCode("query.quote", .caller)
  /// A parenthesis without the other, nothing between two, or too many within each other.
  ///
  /// Remedy: close it, or leave it out; a backslash before it takes it literally.
  public static let queryParenthesis = DiagnosticCode("query.parenthesis", .caller)
  /// OR, NOT or - without what belongs to it.
  ///
  /// Remedy: complete it; a backslash before OR or NOT makes it a word.
  public static let queryOperand = DiagnosticCode("query.operand", .caller)
  /// A filter without a value, or with one that the attribute's type cannot have.
  ///
  /// Remedy: write a value behind it, such as `name:value` or `name:low..high`.
  public static let queryValue = DiagnosticCode("query.value", .caller)
  /// A mode that says how words combine, beside a query that says it itself with OR, phrases,
  /// parentheses or fields.
  ///
  /// Remedy: leave out the mode, or write plain words.
  public static let queryMatch = DiagnosticCode("query.match", .caller)
  /// More words or filters than are used.
  ///
  /// Remedy: make the query shorter.
  public static let queryTooLong = DiagnosticCode("query.words", .caller)
}
