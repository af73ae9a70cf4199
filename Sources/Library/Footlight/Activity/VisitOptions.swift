public import IndexStores

/// The details that are recorded with a visit.
public struct VisitOptions: Sendable, Hashable {
  /// The query with which the target was picked; it then leads its tier for that query and its beginnings.
  public var query: String?
  /// The kind of activity.
  public var type: String?
  /// The title of the target, where it is no item.
  public var title: String?
  /// A line about it, shown where the item has none.
  public var description: String?
  /// Words that a page is found by.
  public var keywords: [String] = []
  /// A JSON object of at most 4 KB with what is needed to restore it.
  public var data: String?
  /// The keys that the data must hold.
  public var requiredKeys: [String] = []
  /// When it ends: a date (the end of that day), an instant, or a period such as `P30D`.
  public var expires: String?
  /// The id under which it is restored.
  public var identifier: String?
  /// Records also what no item is, and keeps it when the item goes.
  public var isWeak = false
  /// Where it does not show.
  public var excluded: Set<Eligibility> = []
  /// Whether an address was only copied, which says less than a visit.
  public var isCopy = false

  /// A visit and no more.
  public init(for query: String? = nil) {
    self.query = query
  }
}

/// The outcome of a visit or a star.
public struct VisitOutcome: Sendable, Hashable {
  /// The address under which it is recorded: that of the item, or of a page in the domain `history`.
  public var address: ItemAddress
  /// Its title.
  public var title: String
  /// Its url, or an empty text.
  public var url: String
  /// Whether it was recorded.
  public var isRecorded: Bool
  /// Why it was not; nil when it was.
  public var reason: String?
}
