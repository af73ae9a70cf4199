/// How the cells of a file are told apart.
struct CSVDialect: Sendable, Hashable {
  /// The character between two cells.
  var delimiter = UInt8(ascii: ",")
  /// The character that encloses a cell that holds delimiters or line feeds; nil when none does.
  var quote: UInt8? = UInt8(ascii: "\"")
  /// The character that begins lines that are no rows; nil when all lines are rows.
  var comment: UInt8?
  /// Whether a backslash within quotes takes the character after it as it is.
  var hasBackslashes = false
}
