/// Something a reader of the answer should know about how the query was understood.
public struct QueryNote: Sendable, Hashable {
  /// A stable name, such as `query.words`.
  public let code: String
  /// One sentence.
  public let message: String
  /// The byte of the query that it is about, from 1; nil when it is about the whole.
  public let column: Int?

  /// Makes a note.
  public init(code: String, message: String, column: Int? = nil) {
    self.code = code
    self.message = message
    self.column = column
  }
}
