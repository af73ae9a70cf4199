import DeclaredRecords
public import FootlightPlatform
import IndexStores
import TextAnalysis

extension Library {
  /// Records that something was visited; it opens nothing.
  ///
  /// The target is an address, an item's url, a `footlight:` link, what `links` accepts, or the url of a
  /// page that is no item. Nothing waits for an indexer.
  ///
  /// - Throws: `item.unknown`, `item.bad-address`, `item.url-refused`, `activity.bad`, `activity.lacks`.
  @discardableResult
  public func visit(
    _ target: String, options: VisitOptions = VisitOptions()
  ) throws(Failure) -> VisitOutcome {
    let searcher = try searcher([])
    let found = try searcher.activityTarget(
      target, isWeak: options.isWeak, identifier: options.identifier)
    return try visit(found, options)
  }

  /// Records that something was picked from the answer to a query.
  @discardableResult
  public func visit(_ target: String, for query: String) throws(Failure) -> VisitOutcome {
    try visit(target, options: VisitOptions(for: query))
  }

  /// The text that a query stands for: that of a search, where it names one.
  private func meant(_ query: String) -> String {
    guard let (name, rest) = SavedSearch.asked(by: query) else { return query }
    return searches.first { $0.name == name }.map { $0.text + rest } ?? query
  }

  /// Records a visit of a target that is known.
  func visit(
    _ target: ActivityTarget, _ options: VisitOptions
  ) throws(Failure) -> VisitOutcome {
    if let query = options.query { count(pickedFor: query) }
    let now = system.now()
    let expires = try ActivityExpiry.read(options.expires, now: now)
    if let data = options.data {
      try ActivityData.check(data, requiring: options.requiredKeys)
    } else if let key = options.requiredKeys.first {
      throw Failure(
        .activityLacks, "the data lacks what is required: \(key)", remedy: "add it to --data")
    }
    try ActivityLimits.check(options)
    let isPage = target.address.domain == ActivityRecord.history
    let title = target.title.isEmpty ? options.title ?? target.url : target.title
    var outcome = VisitOutcome(
      address: target.address, title: title, url: target.url, isRecorded: false,
      reason: refusal(of: target))
    if outcome.reason == nil, isPage, let expires, expires <= now {
      outcome.reason = "it has ended already"
    }
    guard outcome.reason == nil else { return outcome }
    try userData.changeActivity { (change) throws(Failure) in
      var record =
        try change.record(target.address.domain, target.address.id)
        ?? ActivityRecord(domain: target.address.domain, id: target.address.id)
      record.take(options)
      if !target.url.isEmpty, !isPage || record.url.isEmpty { record.url = target.url }
      if !target.title.isEmpty, !isPage { record.title = target.title }
      if target.isItem, !options.isWeak { record.isWeak = false }
      if target.isAllowedUnknown || options.isWeak { record.isWeak = true }
      if isPage {
        record.expires = expires ?? ActivityExpiry.ofPage(now)
      } else if let expires {
        record.expires = expires
      }
      var use = ActivityUse()
      if options.isCopy { use.points = ActivityStrength.copy }
      use.query = ActivityView.folded(meant(options.query ?? ""))
      record.add(use, now: now, sequence: try change.nextSequence())
      if !record.identifier.isEmpty { try change.release(record.identifier, for: record) }
      try change.store(record)
      try change.purge(now: now)
    }
    open.activityChanges.note()
    outcome.isRecorded = true
    return outcome
  }

  /// Stars a thing: it leads its equals at once, and stays.
  @discardableResult
  public func star(_ target: String) throws(Failure) -> VisitOutcome {
    try setStar(target, true)
  }

  /// Takes a star back.
  @discardableResult
  public func unstar(_ target: String) throws(Failure) -> VisitOutcome {
    try setStar(target, false)
  }

  private func setStar(_ text: String, _ isStarred: Bool) throws(Failure) -> VisitOutcome {
    let target: ActivityTarget
    do throws(Failure) {
      target = try searcher([]).activityTarget(text)
    } catch {
      // A star can be taken from an item that is gone.
      guard !isStarred, let address = ItemAddress(text),
        let record = activityView().record(address)
      else { throw error }
      target = ActivityTarget(address: address, title: record.title, url: record.url, isItem: false)
    }
    var outcome = VisitOutcome(
      address: target.address, title: target.title.isEmpty ? target.url : target.title,
      url: target.url, isRecorded: false, reason: isStarred ? refusal(of: target) : nil)
    guard outcome.reason == nil else { return outcome }
    let now = system.now()
    outcome.isRecorded = try userData.changeActivity { (change) throws(Failure) in
      let known = try change.record(target.address.domain, target.address.id)
      guard isStarred || known?.isStarred == true else { return false }
      var record =
        known ?? ActivityRecord(domain: target.address.domain, id: target.address.id)
      record.isStarred = isStarred
      if record.url.isEmpty { record.url = target.url }
      if !target.title.isEmpty { record.title = target.title }
      if isStarred, target.isAllowedUnknown { record.isWeak = true }
      if isStarred, record.last == nil {
        record.first = now
        record.last = now
        record.sequence = try change.nextSequence()
      }
      // A starred page does not end.
      if record.isPage { record.expires = isStarred ? nil : ActivityExpiry.ofPage(now) }
      if !isStarred, record.strength.activityClass(on: ActivityStrength.day(of: now)) == 0,
        record.data.isEmpty
      {
        try change.forget(record.domain, record.id)
      } else {
        try change.store(record)
      }
      try change.purge(now: now)
      return true
    }
    if !outcome.isRecorded { outcome.reason = "it was not starred" }
    open.activityChanges.note()
    return outcome
  }

  /// Why nothing is recorded of a target; nil when something is.
  func refusal(of target: ActivityTarget) -> String? {
    recordsActivity ? target.refusal : "FOOTLIGHT_ACTIVITY is off"
  }
}

extension ActivityRecord {
  /// Takes what a visit says; what it does not say stays as it was.
  fileprivate mutating func take(_ options: VisitOptions) {
    if let type = options.type { self.type = type }
    if let title = options.title { self.title = title }
    if let description = options.description { details = description }
    if !options.keywords.isEmpty { keywords = options.keywords }
    if let data = options.data {
      self.data = data
      requiredKeys = options.requiredKeys
    }
    if let identifier = options.identifier { self.identifier = identifier }
    if !options.excluded.isEmpty { excluded = options.excluded }
  }
}

/// How much an activity may say.
enum ActivityLimits {
  static func check(_ options: VisitOptions) throws(Failure) {
    let texts =
      [
        options.type, options.title, options.description, options.identifier, options.query,
      ].compactMap { $0 } + options.keywords + options.requiredKeys
    guard texts.allSatisfy({ $0.utf8.count <= 4_096 }), options.keywords.count <= 100,
      options.requiredKeys.count <= 100
    else {
      throw Failure(
        .badActivity, "a text of the visit is longer than 4,096 bytes, or there are more than 100",
        remedy: "say less")
    }
  }
}

/// When activities end.
enum ActivityExpiry {
  /// A page is found for so many seconds after its last visit.
  static func ofPage(_ now: Int64) -> Int64 { now &+ 30 * 86_400 }

  /// Reads a date, an instant or a period; nil for nothing.
  static func read(_ text: String?, now: Int64) throws(Failure) -> Int64? {
    guard let text else { return nil }
    let bytes = Array(text.utf8)
    switch bytes.isEmpty ? nil : ExpiryRule.read(bytes.span, zone: 0) {
    case .instant(let end): return end
    case .after(let period): return period.after(now)
    case .never: return nil
    case .template, nil:
      throw Failure(
        .badActivity, "'\(text)' is no date and no period",
        remedy: "write it as in 2030-12-31, 2030-12-31T18:00:00Z or P30D")
    }
  }
}

/// A target, as it is recorded.
struct ActivityTarget: Sendable, Hashable {
  /// Where it is recorded.
  var address: ItemAddress
  /// The item's title, or nothing.
  var title: String
  /// The item's url, or the one that was written.
  var url: String
  /// Whether there is an item.
  var isItem: Bool
  /// Whether it stays though there is no item.
  var isAllowedUnknown = false
  /// Why its domain records nothing; nil when it does.
  var refusal: String?
}

extension Searcher {
  /// The target of a text, as it is recorded.
  ///
  /// - Parameter isWeak: whether an id that no item has is recorded, too.
  func activityTarget(
    _ text: String, isWeak: Bool = false, identifier: String? = nil
  ) throws(Failure) -> ActivityTarget {
    try LinkSafety.check(named: text)
    var made: ActivityTarget
    do throws(Failure) {
      switch try target(text) {
      case .item(let found, _):
        made = ActivityTarget(
          address: ItemAddress(domain: found.domain, id: found.item.id), title: found.item.title,
          url: found.item.url, isItem: found.domain != ActivityRecord.history)
      case .unknown(let address, let url):
        made = ActivityTarget(
          address: address, title: "", url: url ?? "", isItem: false, isAllowedUnknown: true)
      case .page(let url):
        let id = identifier ?? NormalizedURL.of(url)
        made = ActivityTarget(
          address: ItemAddress(domain: ActivityRecord.history, id: id), title: "", url: url,
          isItem: false)
      }
    } catch {
      guard isWeak, error.concerns([.itemUnknown]), let address = ItemAddress(text),
        !address.id.isEmpty, state.domains.contains(where: { $0.name == address.domain })
      else { throw error }
      made = ActivityTarget(
        address: address, title: "", url: "", isItem: false, isAllowedUnknown: true)
    }
    let facts = state.domains.first { $0.name == made.address.domain }?.facts
    if facts?.querySettings.recordsActivity == false {
      made.refusal = "\(made.address.domain) declares 'activity: false'"
    }
    return made
  }
}
