public import SegmentFiles
public import QueryLanguage

/// One search over the parts of an index.
public struct SearchRequest: Sendable {
  /// What is searched for.
  public var query: Query
  /// How many hits to pass over.
  public var offset: Int
  /// How many hits to return.
  public var limit: Int
  /// How the words are combined.
  public var match: MatchMode
  /// The present, in seconds since 1970: what has expired is not found.
  public var now: Int64
  /// Whether the total is counted to the end whatever it costs.
  public var countsExactly: Bool
  /// What must hold beside the query, such as filters.
  public var conditions: [QueryExpression] = []
  /// The attributes whose values are counted over all hits.
  public var facets: [String] = []
  /// How many values of each of these are counted, unless all are: beyond it the counts are lower bounds.
  var facetLimit = FacetCounter.workLimit
  /// What the hits are ordered by; nil for the best first.
  public var sort: AttributeOrder?
  /// When it has to stop before it is done; nil for never.
  public var bounds: SearchBounds?
  /// Whether a query without words finds everything.
  public var findsAll = false
  /// Whether hits are wanted with their bodies, as far as these come with what is read anyway.
  public var takesBodies = false
  /// How many hits of each domain there are at most, over all pages; nil for all.
  public var perDomain: Int?
  /// The items that their person uses, which lead their tiers.
  public var preferred: PreferredItems?
  /// The items that were picked for this query.
  public var picked: [PickedItem] = []
  /// Whether items are left out that only their owner sees.
  public var hidesPrivate = false

  /// The furthest hit that paging reaches: offset + limit.
  public static let furthest = 10_000

  /// Makes a request for the first ten hits by tiers.
  public init(
    query: Query, offset: Int = 0, limit: Int = 10, match: MatchMode = .tiers, now: Int64,
    countsExactly: Bool = false
  ) {
    self.query = query
    self.offset = offset
    self.limit = limit
    self.match = match
    self.now = now
    self.countsExactly = countsExactly
  }
}

/// An order of hits by an attribute: those without it last, equals as they stand in the index.
public struct AttributeOrder: Sendable, Hashable {
  /// The attribute's name.
  public var name: String
  /// Whether the highest value comes first.
  public var isDescending: Bool

  /// Makes an order.
  public init(_ name: String, isDescending: Bool = false) {
    self.name = name
    self.isDescending = isDescending
  }
}

/// One segment that takes part in a search; the segments of a domain follow each other.
public struct SearchPart: Sendable {
  /// The domain's name; orders equal hits.
  public var domain: String
  /// The domain's weight in thousandths: 1000 leaves scores as they are.
  public var weight: Int
  /// Words that count as the same word.
  public var synonyms: Synonyms
  /// The open segment.
  public var segment: SearchableSegment
  /// The documents that a later segment of the domain has replaced or deleted.
  public var hidden: HiddenDocuments?
  /// The dictionaries of what is hidden in the whole domain, with one of its parts: so that a word is
  /// counted once for each item that is there.
  public var hiddenWords: [Segment]
  /// The words that the domain's other parts hold and this one does not, with the first of them.
  public var addedWords: AddedWords?

  /// Names a part.
  public init(
    domain: String, weight: Int = 1000, synonyms: Synonyms = Synonyms(),
    segment: SearchableSegment,
    hidden: HiddenDocuments? = nil, hiddenWords: [Segment] = [], addedWords: AddedWords? = nil
  ) {
    self.domain = domain
    self.weight = weight
    self.synonyms = synonyms
    self.segment = segment
    self.hidden = hidden
    self.hiddenWords = hiddenWords
    self.addedWords = addedWords
  }

  /// Names a part of which nothing is kept for the next search.
  package init(
    domain: String, weight: Int = 1000, synonyms: Synonyms = Synonyms(), generation: Segment,
    hidden: HiddenDocuments? = nil
  ) {
    self.init(
      domain: domain, weight: weight, synonyms: synonyms, segment: SearchableSegment(generation),
      hidden: hidden)
  }

  /// The segment as stored.
  package var generation: Segment { segment.generation }
}

/// One hit, in its place.
public struct RankedHit: Sendable {
  /// The field that made the hit, and its text.
  public struct Match: Sendable, Hashable {
    /// `id`, `title`, `alias`, `keyword`, `description` or `body`.
    public var field: String
    /// The title, alias or id itself; empty for longer fields.
    public var text: String

    /// Makes a match.
    public init(field: String, text: String) {
      self.field = field
      self.text = text
    }
  }

  /// The index of its part in the request.
  public var part: Int
  /// Its document number within the generation.
  public var document: UInt32
  /// 1 … 6, as the design numbers them.
  public var tier: Int
  /// The score; nil in tiers 1 and 2, and in 5 where the corrected words would be in one of these.
  public var score: Int?
  /// The item.
  public var item: StoredItem
  /// Whether the item has its body, if there is any.
  public var hasBody: Bool
  /// What matched.
  public var matched: Match

  /// Makes a hit.
  public init(
    part: Int, document: UInt32, tier: Int, score: Int?, item: StoredItem, hasBody: Bool = false,
    matched: Match
  ) {
    self.part = part
    self.document = document
    self.tier = tier
    self.score = score
    self.item = item
    self.hasBody = hasBody
    self.matched = matched
  }
}

/// What a search found.
public struct SearchAnswer: Sendable {
  /// The hits asked for, in their order.
  public var hits: [RankedHit]
  /// How many items the opened tiers hold.
  public var total: Int
  /// Whether `total` is only a lower bound.
  public var isAtLeast: Bool
  /// Whether the search was stopped by its deadline: hits, facets and their order are what was found
  /// until then, and `total` is a lower bound.
  public var isCut = false
  /// Whether tiers 1 to 4 hold something, on this page or elsewhere: the words stand somewhere as they
  /// were typed.
  public var isFoundAsTyped = false
  /// The values of each attribute that was asked for, in the order of the request.
  public var facets: [Facet]
  /// By which other terms words of the query were found: corrected spellings and their like.
  public var spellings: [QueryWord: Set<[UInt8]>] = [:]
  /// What words of the query were taken for, where typos were looked for.
  public var corrections: [Correction]

  /// Makes an answer.
  public init(
    hits: [RankedHit], total: Int, isAtLeast: Bool, facets: [Facet] = [],
    corrections: [Correction] = []
  ) {
    self.corrections = corrections
    self.hits = hits
    self.total = total
    self.isAtLeast = isAtLeast
    self.facets = facets
  }
}
