/// Something that the reader of an answer should know: a domain that is not built, an index that
/// is older than its data, a generation that could not be read, a part of the query taken as words.
public struct Note: Sendable, Hashable {
  /// A stable name for programs, such as `domain.unbuilt`.
  public var code: String
  /// One sentence for people.
  public var message: String
  /// The domain that it is about, if it is about one.
  public var domain: String?
  /// The query that was probably meant, where the note knows one.
  public var meant: String?

  /// Makes a note.
  public init(code: String, message: String, domain: String? = nil, meant: String? = nil) {
    self.code = code
    self.message = message
    self.domain = domain
    self.meant = meant
  }
}

extension Note {
  /// That a search was stopped by its deadline, and what may be missing therefore.
  static func cut(after milliseconds: Int?, missing: String) -> Note {
    Note(
      code: "search.cut",
      message: "the search was stopped after \(milliseconds ?? 0) ms: \(missing) may be missing")
  }
}
