/// How the cells of a file are told apart.
struct CSVDialect: Sendable, Hashable {
  /// What stands between two cells.
  var delimiter = UInt8(ascii: ",")
  /// What encloses a cell that holds delimiters or line feeds; nil when nothing does.
  var quote: UInt8? = UInt8(ascii: "\"")
  /// What lines begin with that are no rows; nil when all are.
  var comment: UInt8?
}
