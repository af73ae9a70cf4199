/// How the cells of a file are told apart.
struct CSVDialect: Sendable, Hashable {
  /// The character between two cells.
  var delimiter = UInt8(ascii: ",")
  /// The character that encloses a cell that holds delimiters or line feeds; nil when none does.
  var quote: UInt8? = UInt8(ascii: "\"")
  /// The character that begins lines that are no rows; nil when all lines are rows.
  var comment: UInt8?
  /// How a quote within quotes is written.
  var escapes = CSVEscape.double
}

/// How a quote within quotes is written.
package enum CSVEscape: String, Sendable, Hashable {
  /// Twice (RFC 4180).
  case double
  /// After a backslash; so is a backslash before a quote or another one. Others are characters like any.
  case backslash
  /// As above; `\n`, `\r`, `\t` and an escaped line end stand for what they mean, and `\N` for no value.
  case mysql
}
