public import FootlightPlatform

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
    /// A value is none of its attribute's type, and matches nothing.
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
    /// No search has the name that the query asks for; ``Note/meant`` is the nearest one.
    public static let unknownSearch = Code(rawValue: "query.search")
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
