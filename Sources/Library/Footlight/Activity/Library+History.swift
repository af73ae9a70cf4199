import DeclaredRecords
public import FootlightPlatform
import IndexStores
import TextAnalysis

/// One thing of the history.
public struct ActivityEntry: Sendable, Hashable {
  /// The domain; `history` for pages that are no items.
  public var domain: String
  /// The id within the domain.
  public var id: String
  /// The item's title, or what the activity calls it.
  public var title: String
  /// The item's url, or the one that was recorded; may be empty.
  public var url: String
  /// Whether it is starred.
  public var isStarred: Bool
  /// When it was last used, in seconds since 1970; nil for a star whose history was forgotten.
  public var last: Int64?

  /// Its address as printed.
  public var address: String { ItemAddress(domain: domain, id: id).description }
}

/// Which part of the history is meant.
public struct HistorySelection: Sendable, Hashable {
  /// Addresses, urls and links.
  public var targets: [String] = []
  /// Domains or groups.
  public var domains: [String] = []
  /// Kinds of activity.
  public var types: [String] = []
  /// Persistent ids.
  public var identifiers: [String] = []
  /// Things last used before the beginning of a day, or before an instant.
  public var before: String?
  /// Everything.
  public var isAll = false
  /// Stars, too, which stay otherwise when everything or what is old is meant.
  public var includesStars = false

  /// Means nothing yet.
  public init() {}

  var isEmpty: Bool {
    targets.isEmpty && domains.isEmpty && types.isEmpty && identifiers.isEmpty && before == nil
      && !isAll
  }
}

extension Library {
  /// The history, the latest first.
  ///
  /// - Parameters:
  ///   - starred: Only what is starred.
  ///   - domains: Only these domains or groups; all without names.
  ///   - audience: The reader: private items are left out for others than the owner, and readers for whom
  ///     activity does not exist get nothing.
  public func history(
    starred: Bool = false, domains: [String] = [], limit: Int? = nil, audience: Audience = .owner
  ) throws(Failure) -> [ActivityEntry] {
    guard audience.knowsActivity else { return [] }
    let searcher = try searcher([])
    if let failure = searcher.activity.failure { throw Failure(failure) }
    let selection = DomainSelection(domains)
    let now = system.now()
    let records = searcher.activity.records.filter { record in
      guard selection.contains(record.domain), !record.isSpent(now: now) || record.isStarred,
        !(record.isPage && record.hasExpired(now: now))
      else { return false }
      return starred ? record.isStarred : record.last != nil
    }.sorted {
      (($0.last ?? .min), $0.sequence) > (($1.last ?? .min), $1.sequence)
    }
    var found: [ActivityEntry] = []
    for record in records {
      if let limit, found.count >= limit { break }
      if let entry = try searcher.entry(record, audience) { found.append(entry) }
    }
    return found
  }

  /// Forgets some of it; returns how many things.
  ///
  /// - Throws: `activity.bad` when nothing is named.
  @discardableResult
  public func forget(_ selection: HistorySelection) throws(Failure) -> Int {
    guard !selection.isEmpty else {
      throw Failure(
        .badActivity, "nothing is named that is to be forgotten",
        remedy: "name targets, or --domain, --type, --id, --before, or --all")
    }
    let searcher = try searcher([])
    if let failure = searcher.activity.failure { throw Failure(failure) }
    var addresses: Set<ItemAddress> = []
    for text in selection.targets {
      if let address = searcher.recorded(text) { addresses.insert(address) }
    }
    let before = try HistoryMoment.read(selection.before)
    let domains = DomainSelection(selection.domains)
    let count = try userData.changeActivity { (change) throws(Failure) in
      var count = 0
      for record in try change.records() {
        let address = ItemAddress(domain: record.domain, id: record.id)
        let isNamed =
          addresses.contains(address) || selection.types.contains(record.type)
          || !record.identifier.isEmpty && selection.identifiers.contains(record.identifier)
          || !selection.domains.isEmpty && domains.contains(record.domain)
        let isSwept =
          selection.isAll || before.map { (record.last ?? .min) < $0 } ?? false
        guard isNamed || isSwept else { continue }
        count += 1
        guard !isNamed, record.isStarred, !selection.includesStars else {
          try change.forget(record.domain, record.id)
          continue
        }
        // The star stays, and nothing else.
        var kept = ActivityRecord(domain: record.domain, id: record.id)
        kept.isStarred = true
        kept.url = record.url
        kept.title = record.title
        kept.isWeak = record.isWeak
        try change.store(kept)
      }
      return count
    }
    try userData.forgetInBackup()
    open.activityChanges.note()
    return count
  }
}

extension Searcher {
  /// A recorded thing as it is told; nil where an audience does not see it.
  func entry(
    _ record: ActivityRecord, _ audience: Audience
  ) throws(Failure) -> ActivityEntry? {
    var item: LocatedItem?
    if !record.isPage, state.problem(of: record.domain) == nil {
      item = try self.item(at: ItemAddress(domain: record.domain, id: record.id))
    }
    if audience != .owner {
      if item?.isPrivate ?? false || !record.mayShow(in: .public) { return nil }
      if !isShown(record.domain, to: audience) { return nil }
    }
    let url = item.map(\.item.url) ?? record.url
    let title = item?.item.title ?? record.title
    return ActivityEntry(
      domain: record.domain, id: record.id, title: title.isEmpty ? url : title, url: url,
      isStarred: record.isStarred, last: record.last)
  }

  /// The recorded address of whatever a text points at, whether it is still there or not.
  func recorded(_ text: String) -> ItemAddress? {
    if let address = ItemAddress(text), activity.record(address) != nil { return address }
    if let record = activity.record(ofPage: NormalizedURL.of(text)) {
      return ItemAddress(domain: record.domain, id: record.id)
    }
    do throws(Failure) {
      if let address = try target(text).address, activity.record(address) != nil { return address }
    } catch {
      // Nothing is recorded of what is nothing.
    }
    let url = NormalizedURL.of(text)
    return activity.records.first { !$0.url.isEmpty && NormalizedURL.of($0.url) == url }.map {
      ItemAddress(domain: $0.domain, id: $0.id)
    }
  }
}

/// Moments as they are written in commands.
enum HistoryMoment {
  /// The beginning of a day, or an instant; nil for nothing.
  static func read(_ text: String?) throws(Failure) -> Int64? {
    guard let text else { return nil }
    guard let moment = Moment.read(Array(text.utf8).span, zone: 0) else {
      throw Failure(
        .badActivity, "'\(text)' is no date", remedy: "write it as in 2030-12-31")
    }
    return moment.start
  }
}
