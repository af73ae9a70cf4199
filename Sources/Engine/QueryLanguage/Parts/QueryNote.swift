/// Something a reader of the answer should know about how the query was understood.
package struct QueryNote: Sendable, Hashable {
  /// A stable name, such as `query.words`.
  package let code: String
  /// One sentence.
  package let message: String
  /// The byte of the query that it is about, from 1; nil when it is about the whole.
  package let column: Int?

  /// Makes a note.
  package init(code: String, message: String, column: Int? = nil) {
    self.code = code
    self.message = message
    self.column = column
  }
}
