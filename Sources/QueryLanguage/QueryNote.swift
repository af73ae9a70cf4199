/// Something a reader of the answer should know about how the query was understood.
public struct QueryNote: Sendable, Hashable {
  /// A stable name, such as `query.words`.
  public let code: String
  /// One sentence.
  public let message: String

  /// Makes a note.
  public init(code: String, message: String) {
    self.code = code
    self.message = message
  }
}
