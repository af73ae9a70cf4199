public import FootlightPlatform
import SearchEngine
import TextAnalysis

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

  /// "Did you mean": words that nothing holds, and the likeliest ones that are spelled nearly so.
  ///
  /// Nothing is said of words that some item holds as they are, unless nothing else was found.
  static func typos(_ answer: SearchAnswer, in query: String) -> [Note] {
    let told = answer.corrections.filter { !$0.isHeld || !answer.isFoundAsTyped }
    let meant = correcting(query, told)
    return told.compactMap { correction in
      guard let first = correction.expansions.first else { return nil }
      let others = correction.expansions.dropFirst().prefix(2)
      let more = others.isEmpty ? "" : ", " + others.map { "'\($0)'" }.joined(separator: " or ")
      let what = correction.isHeld ? "little" : "nothing"
      return Note(
        code: .typos,
        message: "\(what) holds '\(correction.word)': did you mean '\(first)'\(more)?", meant: meant
      )
    }
  }

  /// The query with the likeliest word for each that was misspelled; nil where none stands in it as it is, but for
  /// capitals.
  private static func correcting(_ query: String, _ corrections: [Correction]) -> String? {
    var isOther = false
    var words = query.split(separator: " ", omittingEmptySubsequences: false)
    var index = 0
    while index < words.count {
      defer { index += 1 }
      // A joined name stands for two words of the query.
      for size in [2, 1] where index + size <= words.count {
        let typed = words[index..<index + size].joined(separator: " ").lowercased()
        guard let first = corrections.first(where: { $0.word == typed })?.expansions.first else {
          continue
        }
        words.replaceSubrange(index..<index + size, with: [first[...]])
        isOther = true
        break
      }
    }
    return isOther ? words.joined(separator: " ") : nil
  }
}

extension Note {
  /// A stable name for programs, such as `domain.unbuilt`.
  ///
  /// Beside those named here a note can have the code of a ``Diagnostic``, which then says why a
  /// domain was not searched or how a query was understood.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The name.
    public let rawValue: String

    /// Names a code.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The code of a diagnostic that is told in a note.
    public init(_ code: DiagnosticCode) {
      rawValue = code.name
    }

    /// Nothing is indexed yet.
    public static let nothingIndexed = Code(rawValue: "index.missing")
    /// A domain is declared and not built.
    public static let unbuilt = Code(.unbuilt)
    /// A domain is older than its declaration or its data.
    public static let stale = Code(.stale)
    /// No domain that is searched has the name that stands in the query.
    public static let unknownDomain = Code(.unknownDomain)
    /// A domain was left out, because it has no attribute of a filter's name.
    public static let lacksAttribute = Code(rawValue: "filter.attribute")
    /// A value is none of its attribute's type, or one that no item has, and matches nothing.
    public static let badValue = Code(rawValue: "query.value")
    /// Something that was probably meant is spelled otherwise; ``Note/meant`` is the query with it.
    public static let typos = Code(rawValue: "query.typos")
    /// The whole text was taken as a name that some item bears, not as words with operators.
    public static let readAsName = Code(rawValue: "query.name")
    /// Nothing holds the words, and items were found in whose names they are pieces of other words.
    public static let foundInside = Code(rawValue: "query.inside")
    /// Few or none satisfy the query, and something of it was given up.
    public static let relaxed = Code(rawValue: "query.relaxed")
    /// The search was stopped at its timeout, and something may be missing.
    public static let searchCut = Code(rawValue: "search.cut")
    /// A domain was built with another version of the analysis.
    public static let otherAnalysis = Code(rawValue: "index.analysis")
    /// Words of a domain are found only as they are written, though stems are declared.
    public static let unstemmed = Code(rawValue: "index.unstemmed")
    /// The copy of a shared store is more than a day old.
    public static let oldCopy = Code(rawValue: "store.old")
    /// A domain of the shared store was not searched, or in an older state: this copy lacks it.
    public static let lackingCopy = Code(rawValue: "store.lacking")
  }
}

extension Stemming {
  /// The note on a domain whose words are found only as they are written.
  func note(on domain: String) -> Note? {
    guard language != .none, isStored != isAvailable else { return nil }
    return Note(
      code: .unstemmed,
      message: isStored
        ? "this build of footlight cannot stem: words of \(domain) are found as they are written"
        : "\(domain) was built without stems; `footlight sync --rebuild \(domain)` adds them",
      domain: domain)
  }
}
