import SegmentSearching

/// Something that the reader of an answer should know: a domain that is not built, an index that
/// is older than its data, a generation that could not be read, a part of the query taken as words.
public struct Note: Sendable, Hashable {
  /// A stable name for programs.
  public var code: Code
  /// One sentence for people.
  public var message: String
  /// The domain that it is about, if it is about one.
  public var domain: String?
  /// The query that was probably meant, where the note knows one.
  public var meant: String?

  /// Makes a note.
  public init(code: Code, message: String, domain: String? = nil, meant: String? = nil) {
    self.code = code
    self.message = message
    self.domain = domain
    self.meant = meant
  }
}

extension Note {
  /// That the text is somebody's name, and its operators were not taken as such.
  static let readAsName = Note(
    code: .readAsName,
    message: "the whole text is a name, so its marks were taken as parts of it")

  /// That nothing holds the words but as pieces of others.
  static let foundInside = Note(
    code: .foundInside,
    message: "no item holds the words; below are items in whose names they stand within other words"
  )

  /// Tells which parts of a query with too few hits were given up; nil where none were.
  static func relaxed(_ relaxations: [Relaxation]) -> Note? {
    guard let first = relaxations.first else { return nil }
    let what =
      switch first {
      case .word: "lack one of its words"
      case .words: "satisfy its marked parts alone"
      case .phrase: "hold the words of its phrase apart"
      case .field: "hold its words in another field"
      case .most: "hold some of its words"
      }
    return Note(
      code: .relaxed, message: "few or none satisfy the query; below them stand items that \(what)")
  }

  /// That a search was stopped by its deadline, and what may be missing therefore.
  static func cut(after timeout: Duration?, missing: String) -> Note {
    Note(
      code: .searchCut,
      message:
        "the search was stopped after \(timeout.milliseconds) ms: \(missing) may be missing")
  }
}
