/// The record of one thing that a person uses: an item, or a page that is none.
package struct ActivityRecord: Sendable, Hashable {
  /// The domain of things that are no items.
  package static let history = "history"

  /// The item's domain, or ``history``.
  package var domain: String
  /// The item's id; in ``history`` the persistent id or the url as it is compared.
  package var id: String
  /// The url as it was given, or the item's; may be empty.
  package var url = ""
  /// The kind of activity.
  package var type = ""
  /// Its title where no item gives one.
  package var title = ""
  /// A line about it where no item says it.
  package var details = ""
  /// Words that it is found by.
  package var keywords: [String] = []
  /// A JSON object with what the activity needs to be restored; may be empty.
  package var data = ""
  /// The keys that the data must hold.
  package var requiredKeys: [String] = []
  /// The id under which it is restored; may be empty.
  package var identifier = ""
  /// Where it does not show.
  package var excluded: Set<Eligibility> = []
  /// Whether it stays when its item goes.
  package var isWeak = false
  /// Seconds since 1970 from which on it is not found; nil for never.
  package var expires: Int64?
  /// When it was found that nothing of it is worth keeping any more, in seconds since 1970.
  package var spent: Int64?
  /// How much it is used.
  package var strength = ActivityStrength.none
  /// Whether it is starred.
  package var isStarred = false
  /// When it was first and last used, in seconds since 1970; nil for a star whose history was forgotten.
  package var first: Int64 = 0
  /// When it was last used, in seconds since 1970; nil for what was only starred.
  package var last: Int64?
  /// Grows with every use: tells those of one second apart.
  package var sequence: Int64 = 0
  /// The queries after which it was picked.
  package var picks: [ActivityPick] = []

  /// Something that was not used yet.
  package init(domain: String, id: String) {
    self.domain = domain
    self.id = id
  }

  /// Whether it is of the thing with an id, byte for byte.
  package func isOf(_ domain: String, _ id: String) -> Bool {
    self.domain == domain && self.id.utf8.elementsEqual(id.utf8)
  }

  /// Whether it is a thing that is no item.
  package var isPage: Bool { domain == ActivityRecord.history }

  /// 0 … 7: how early it comes among its equals.
  package func activityClass(on today: Int) -> Int {
    isStarred ? ActivityStrength.highestClass : strength.activityClass(on: today)
  }

  /// Whether nothing is worth keeping: no strength, star, data or end that lies ahead.
  package func isSpent(now: Int64) -> Bool {
    let today = ActivityStrength.day(of: now)
    guard activityClass(on: today) == 0, data.isEmpty else { return false }
    return expires.map { $0 <= now } ?? true
  }

  /// Whether it has ended.
  package func hasExpired(now: Int64) -> Bool { expires.map { $0 <= now } ?? false }

  /// Whether it may show somewhere.
  package func mayShow(in eligibility: Eligibility) -> Bool { !excluded.contains(eligibility) }
}

/// A query after which something was picked.
package struct ActivityPick: Sendable, Hashable {
  /// The query, folded.
  package var query: String
  /// How often and how lately.
  package var strength: ActivityStrength

  /// Describes a pick.
  package init(query: String, strength: ActivityStrength) {
    self.query = query
    self.strength = strength
  }
}

/// Where an activity may show.
public enum Eligibility: String, Sendable, Hashable, CaseIterable {
  /// It is found by its words.
  case search
  /// It may be exported to another machine.
  case handoff
  /// It may stand on pages that others see.
  case `public`
  /// It is shown for the empty query.
  case suggest

  /// Its bit in a stored number.
  var bit: Int {
    switch self {
    case .search: 1
    case .handoff: 2
    case .public: 4
    case .suggest: 8
    }
  }

  /// Some as a number.
  public static func bits(_ those: Set<Eligibility>) -> Int {
    those.reduce(0) { $0 | $1.bit }
  }

  /// The ones that a number stands for.
  public static func of(bits: Int) -> Set<Eligibility> {
    Set(allCases.filter { bits & $0.bit != 0 })
  }
}
