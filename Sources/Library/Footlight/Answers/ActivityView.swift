import DeclaredRecords
import FootlightPlatform
import IndexStores
import SearchEngine
import TextAnalysis

/// The activity of a person as searches see it: computed once, and again when it changes or another day begins.
struct ActivityView: Sendable {
  /// All that is recorded.
  let records: [ActivityRecord]
  /// The items that lead their tiers; nil when there are none.
  let preferred: PreferredItems?
  /// The pages that are no items, as a domain; nil when there are none.
  let pages: AddedDomain?
  /// The day on which strengths are told.
  let today: Int
  /// Why what is recorded cannot be read.
  let failure: Diagnostic?
  /// The queries that were counted, the most asked first; empty where queries are not counted.
  var queries: [AskedQuery] = []
  private let places: [ItemAddress: Int]
  private let pagePlaces: [String: Int]
  private let picks: [Int]

  /// Nothing is recorded.
  static let none = ActivityView([], now: 0)

  init(_ records: [ActivityRecord], now: Int64, failure: Diagnostic? = nil) {
    self.records = records
    self.failure = failure
    let today = ActivityStrength.day(of: now)
    self.today = today
    var places: [ItemAddress: Int] = [:]
    var pagePlaces: [String: Int] = [:]
    var items: [String: [PreferredItems.Item]] = [:]
    var pages: [StoredItem] = []
    var picks: [Int] = []
    for (index, record) in records.enumerated() {
      places[ItemAddress(domain: record.domain, id: record.id)] = index
      if !record.picks.isEmpty { picks.append(index) }
      let level = record.activityClass(on: today)
      if level > 0 {
        items[record.domain, default: []].append(.init(id: record.id, activity: level))
      }
      guard record.isPage else { continue }
      pagePlaces[NormalizedURL.of(record.url)] = index
      if record.mayShow(in: .search), !record.hasExpired(now: now) {
        pages.append(StoredItem(page: record))
      }
    }
    self.places = places
    self.pagePlaces = pagePlaces
    self.picks = picks
    preferred = items.isEmpty ? nil : PreferredItems(items)
    self.pages =
      pages.isEmpty
      ? nil
      : AddedDomain(
        ActivityRecord.history, label: "History",
        settings: IndexSettings(
          analyzer: Analyzer(), attributes: [IndexedAttribute("(private)", .boolean)]),
        items: pages)
  }

  /// The record of a thing.
  func record(_ address: ItemAddress) -> ActivityRecord? { places[address].map { records[$0] } }

  /// The record of a page, by its normalized url.
  func record(ofPage url: String) -> ActivityRecord? { pagePlaces[url].map { records[$0] } }

  /// A page as an item; nil when nothing is recorded of it, or it has ended.
  func page(_ id: String, now: Int64) -> LocatedItem? {
    guard let record = record(ItemAddress(domain: ActivityRecord.history, id: id)),
      !record.hasExpired(now: now)
    else { return nil }
    var located = LocatedItem(
      domain: ActivityRecord.history, item: StoredItem(page: record).named([]))
    located.isPrivate = !record.mayShow(in: .public)
    return located
  }

  /// The items that were picked for a text, or for how it goes on.
  func picked(for text: String) -> [PickedItem] {
    guard !picks.isEmpty else { return [] }
    let query = ActivityView.folded(text)
    return picks.compactMap { place in
      let record = records[place]
      let level = record.picked(for: query, on: today)
      return level == 0 ? nil : PickedItem(domain: record.domain, id: record.id, level: level)
    }
  }

  /// A query as picks are compared.
  static func folded(_ text: String) -> String {
    let tokens = Analyzer().analyze(text, as: .name).map(\.text)
    return String(tokens.joined(separator: " ").prefix(200))
  }
}

extension StoredItem {
  /// A page as an item; its data is found by its values.
  init(page record: ActivityRecord) {
    self.init(
      id: record.id, title: record.title.isEmpty ? record.url : record.title,
      description: record.details, body: ActivityData.words(of: record.data), url: record.url,
      keywords: record.keywords, aliases: [],
      attributes: record.mayShow(in: .public)
        ? [] : [Attribute(ordinal: 0, kind: .boolean, text: "true", worth: 1)],
      rank: 500, expires: record.expires)
  }
}
