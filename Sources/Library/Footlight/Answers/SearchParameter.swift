/// A parameter of searches, as every door has it.
///
/// The options of the command line, the parameters of the API and their description, the arguments of assistants and
/// the state of pages are made of these rows: a parameter that is added here is one that all of them can take.
package struct SearchParameter: Sendable {
  /// The values that a parameter takes.
  package enum Kind: Sendable {
    case text
    case number(ClosedRange<Int>)
    case flag
    case choice([String])
    /// Any number of texts.
    case list
    /// Any number of these words.
    case listOf([String])
    /// The same, of what names attributes of the domains that are searched.
    case attributes(AttributeUse)
    /// A text of this form (ECMA-262), as the description of the API tells it.
    case pattern(String)

    /// Whether it may be there any number of times.
    package var isList: Bool {
      switch self {
      case .attributes(.grouped): false
      case .list, .listOf, .attributes: true
      case .text, .number, .flag, .choice, .pattern: false
      }
    }
  }

  /// The use that a parameter makes of the attributes that it names.
  package enum AttributeUse: Sendable { case filtered, counted, ordered, grouped, within }

  /// The name, with underscores between words.
  package let name: String
  package let kind: Kind
  /// One line for people at a command line, which says what to do.
  package let line: String
  /// What the line leaves out, in whole sentences.
  package let detail: String
  /// One line for programs and models, which says what the value is.
  package let summary: String
  /// Puts a value that the kind allows into the options; each of several is put on its own.
  package let put: @Sendable (_ value: String, _ options: inout SearchOptions) -> Void

  private init(
    _ name: String, _ kind: Kind, line: String = "", detail: String = "", summary: String = "",
    put: @escaping @Sendable (String, inout SearchOptions) -> Void
  ) {
    self.name = name
    self.kind = kind
    self.line = line
    self.detail = detail
    self.summary = summary
    self.put = put
  }

  /// A parameter whose value is a whole number.
  private init(
    _ name: String, _ range: ClosedRange<Int>, line: String, detail: String = "", summary: String,
    number: @escaping @Sendable (Int, inout SearchOptions) -> Void
  ) {
    self.init(name, .number(range), line: line, detail: detail, summary: summary) {
      value, options in
      if let value = Int(value) { number(value, &options) }
    }
  }

  /// A parameter that is there or not.
  private init(
    _ name: String, line: String, detail: String = "", summary: String = "",
    flag: @escaping @Sendable (Bool, inout SearchOptions) -> Void
  ) {
    self.init(name, .flag, line: line, detail: detail, summary: summary) { value, options in
      flag(SearchParameter.isOn(value), &options)
    }
  }

  /// The words that put a flag up, and those that take it down.
  package static let flagWords = ["true", "false", "1", "0", "on", "off"]

  /// Whether a word puts a flag up.
  package static func isOn(_ value: String) -> Bool { ["true", "1", "on"].contains(value) }

  package static let domain = SearchParameter(
    "domain", .list, line: "search only this domain, or this group of domains",
    detail: "A group is what stands before a dot: 'law' means 'law' and all of 'law.*'.",
    summary: "a domain or a group of domains; all without it"
  ) { $1.domains.append($0) }

  package static let filter = SearchParameter(
    "filter", .attributes(.filtered),
    line: "keep only items with such an attribute: type:Movie, year>=2010, -type:a,b",
    detail: "Several filters must all hold. They work within the text of a query as well.",
    summary: "a condition such as type:Movie or year>=2010"
  ) { $1.filters.append($0) }

  package static let within = SearchParameter(
    "within", .attributes(.within),
    line:
      "keep only items whose places lie in the polygons of a file of GeoJSON ('-': standard input)",
    detail: """
      Within the text of a query, near:48.14,11.58,10km is a circle (m, km, mi, nmi, ft or yd), near:48.0,11.3..48.3,11.8 a box from \
      its western to its eastern corner, within:48,11;48,12;49,12 a polygon.
      """,
    summary: """
      an area in which places must lie: lat,lon,10km, a box lat,lon..lat,lon, corners lat,lon;lat,lon;lat,lon or a polygon \
      of GeoJSON
      """
  ) { $1.areas.append($0) }

  package static let facet = SearchParameter(
    "facet", .attributes(.counted), line: "count the values of an attribute over all hits",
    detail: """
      NAME~TEXT counts those that hold a text. NAME/10 counts numbers in steps of ten, NAME/year, NAME/month and \
      NAME/day dates.
      """,
    summary: "an attribute whose values are counted: name, name~text, name/10 or name/month"
  ) { $1.facets.append($0) }

  package static let siblings = SearchParameter(
    "siblings",
    line: "count the values of --facet as if no --filter of the same attribute were there",
    summary: "whether values are counted as if no filter of their attribute were there"
  ) { $1.countsSiblings = $0 }

  package static let sort = SearchParameter(
    "sort", .attributes(.ordered),
    line: "order the hits by an attribute or 'title', with a - before it from the highest down",
    detail:
      "Several decide one after the other: --sort -year,title. Items without the attribute come last. "
      + "--sort near:48.14,11.58 puts the nearest first, --sort near those nearest to where near:… of the query asks.",
    summary:
      "an attribute or title to order by, with a - before it from the highest down; of several the first one first"
  ) { $1.sort = AttributeOrder.list([$0], after: $1.sort) }

  package static let limit = SearchParameter(
    "limit", 0...SearchOptions.furthest,
    line: "print at most N hits (\(SearchOptions.usualLimit))",
    detail:
      "The limit and the offset together reach the \(SearchOptions.furthest)th hit, no further.",
    summary:
      "how many hits at most (\(SearchOptions.usualLimit)); limit and offset together reach \(SearchOptions.furthest)"
  ) { (value: Int, options) in options.limit = value }

  package static let offset = SearchParameter(
    "offset", 0...SearchOptions.furthest, line: "leave out the first N hits",
    summary: "how many hits are left out (0)"
  ) { (value: Int, options) in options.offset = value }

  package static let match = SearchParameter(
    "match", .choice(MatchMode.allCases.map(\.rawValue)),
    line: "which words must occur: tiers, all, any or none (tiers)",
    detail: """
      'tiers' looks for all words, and for some of them when little is found; 'all' wants \
      each word, complete or begun; 'any' wants one of them; 'none' finds the items that hold none.
      """,
    summary: "which words must occur"
  ) { $1.match = MatchMode(rawValue: $0) ?? .tiers }

  package static let perDomain = SearchParameter(
    "per_domain", 1...10_000, line: "keep the best N hits of each domain",
    detail: "They stay in the order of all hits; the total still counts what matches.",
    summary: "how many hits of each domain at most"
  ) { (value: Int, options) in options.perDomain = value }

  package static let distinct = SearchParameter(
    "distinct", .attributes(.grouped),
    line: "show only the best hit of each value of an attribute, and how many more it has",
    detail: """
      Items without the attribute stand alone; of several values the one that comes first in their order decides. \
      'domain' stands for the domain, and 'none' for no attribute where a declaration names one ('distinct').
      """,
    summary:
      "an attribute of whose values only the best hit is there; domain, or none where one is declared"
  ) { $1.distinct = SearchOptions.Distinct($0) }

  package static let count = SearchParameter(
    "count", .choice(["quick", "exact", "groups"]),
    line: "count hits and facets to the last one, whatever it costs: exact (quick)",
    detail: """
      A quick count stops when it has read enough, and says that there are at least so many. 'groups' counts what \
      --distinct shows: each value once.
      """,
    summary: "how hits are counted (quick); groups counts what distinct leaves"
  ) {
    $1.countsExactly = $0 == "exact"
    $1.countsGroups = $0 == "groups"
  }

  package static let timeout = SearchParameter(
    "timeout_ms", 0...1_000_000_000,
    line: "stop searching after N milliseconds, with what was found",
    detail: """
      A note says so, and JSON has "cut": true. Whether an item that is to be explained is found is not \
      known then; that exits with 1, too.
      """,
    summary: "after how many milliseconds it stops"
  ) { (value: Int, options) in options.timeout = .milliseconds(value) }

  package static let strict = SearchParameter(
    "strict", line: "refuse a query of which a part would only be taken as words",
    detail: "Without this option such a part is taken as words, and a note says so."
  ) { $1.isStrict = $0 }

  package static let explain = SearchParameter(
    "explain", line: "tell for each hit what its score is made of",
    summary: "whether each hit is explained"
  ) { $1.explainsHits = $0 }

  package static let all = SearchParameter(
    "all", line: "find everything, or all that the filters leave; takes no TEXT",
    summary: "finds everything that the filters leave"
  ) { $1.findsAll = $0 }
}
