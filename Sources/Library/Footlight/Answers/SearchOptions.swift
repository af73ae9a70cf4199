import FootlightPlatform
public import SearchEngine

/// How a search is done.
///
/// ```swift
/// let newest = SearchOptions(
///   domains: ["law"], filters: ["year>=1990"], facets: ["set"],
///   sort: [AttributeOrder("year", isDescending: true)])
/// let answer = try library.search("rule", options: newest)
/// ```
public struct SearchOptions: Sendable, Hashable {
  /// The domains or groups to search (`law` means `law` and `law.*`); all when empty.
  public var domains: [String]
  /// How many hits a page has.
  public var limit: Int
  /// How many hits to leave out before it.
  public var offset: Int
  /// Which items match.
  public var match: MatchMode
  /// Counts all matches, whatever that costs.
  public var countsExactly: Bool
  /// Counts the groups of ``distinct`` in totals and facets, not items; without groups every item is one.
  public var countsGroups = false
  /// Throws when the text cannot be parsed; otherwise it is taken as words, and a note says so.
  public var isStrict: Bool
  /// Conditions beside the text, such as `year>=2010` or `-type:Movie`; all must hold.
  public var filters: [String]
  /// Areas in all of which the places of items must lie, as queries write them or as a polygon of GeoJSON.
  public var areas: [String] = []
  /// The attributes whose values are counted over all hits: `genre`, values that hold a text (`genre~com`), numbers and
  /// dates in steps (`year/10`, `released/month`).
  public var facets: [String]
  /// What the values hold that are counted, whatever facet asks.
  package var valuesHold: String?
  /// The orders of the hits, the first one first; empty for the best first.
  public var sort: [AttributeOrder]
  /// Finds everything, or all that the filters leave, when the text holds no words.
  public var findsAll = false
  /// Looks up what matched in the texts of each hit: its highlights and its snippet.
  ///
  /// It takes time after the search, which ``Answer/took`` leaves out.
  public var marksMatches = true

  /// Explains each hit: what its score is made of.
  ///
  /// It takes time after the search, which ``Answer/took`` leaves out.
  public var explainsHits = false

  /// Counts the values of an attribute as if none of ``filters`` were about it: what else could be chosen.
  public var countsSiblings = false

  /// Counts the hits of each domain: ``Answer/domainTotals``.
  public var countsDomains = false

  /// For whom the answer is: others than the owner do not see private items.
  public var audience = Audience.owner

  /// How many hits of each domain there are at most, over all pages; nil for all.
  public var perDomain: Int?

  /// Which hits are put together, so that only the best one of them is there.
  public var distinct = Distinct.declared

  /// After which time the search stops with what it has found; nil for never.
  ///
  /// An answer or explanation that was stopped says so: ``Answer/isCut``, ``ItemExplanation/isCut``.
  public var timeout: Duration?

  /// The furthest hit that paging reaches: offset + limit.
  public static let furthest = SearchRequest.furthest

  /// How many hits a page has unless somebody asks for another number; as many completions.
  public static let usualLimit = SearchRequest.usualLimit

  /// Makes options; the defaults are those of the command line.
  public init(
    domains: [String] = [], limit: Int = usualLimit, offset: Int = 0, match: MatchMode = .tiers,
    filters: [String] = [], facets: [String] = [], sort: [AttributeOrder] = [],
    countsExactly: Bool = false, isStrict: Bool = false, timeout: Duration? = nil
  ) {
    self.domains = domains
    self.limit = limit
    self.offset = offset
    self.match = match
    self.filters = filters
    self.facets = facets
    self.sort = sort
    self.countsExactly = countsExactly
    self.isStrict = isStrict
    self.timeout = timeout
  }

  /// Which hits are put together.
  public enum Distinct: Sendable, Hashable {
    /// Those of a domain as its declaration says (`distinct`).
    case declared
    /// None.
    case none
    /// Those with the same value of an attribute, over all domains; `domain` stands for the domain.
    case by(String)

    /// Reads what doors write: an attribute's name, or `none`.
    public init(_ text: String) {
      self = text == "none" ? .none : .by(text)
    }
  }
}

/// The reader of an answer, which decides the items and the traces of use that it may hold.
public enum Audience: String, Sendable, Hashable, CaseIterable {
  /// The person whose workspace it is, at the command line: sees all.
  case owner
  /// The same person at the pages of their own server: private items are left out.
  case page
  /// Everybody else who asks over the network, and assistants: private items are left out, and so is all that
  /// the person has visited, starred and picked, as if nothing were recorded.
  case web
  /// The desktop's own search: private items are left out, and domains that declare `desktop: false`.
  case desktop

  /// Whether private items are left out.
  package var hidesPrivate: Bool { self != .owner }
  /// Whether the person's history and stars are found, and decide between hits.
  package var knowsActivity: Bool { self != .web }
}

extension SearchBounds {
  /// When a search stops that began at `began`, in nanoseconds of the system's clock; nil for never.
  init?(
    after timeout: Duration?, began: Int64, _ system: SystemServices, _ cancellation: Cancellation?
  ) {
    guard timeout != nil || cancellation != nil else { return nil }
    self.init(
      deadline: timeout.map { timeout in
        let given = timeout.inNanoseconds
        let (end, isFar) = began.addingReportingOverflow(given)
        return isFar ? (given < 0 ? .min : .max) : end
      },
      clock: system.monotonic, cancellation: cancellation)
  }
}

extension Duration? {
  /// How many milliseconds a search was given, for messages.
  var milliseconds: Int { self?.inMilliseconds ?? 0 }
}
