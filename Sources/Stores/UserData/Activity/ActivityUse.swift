/// One use of something: what a visit says about it.
package struct ActivityUse: Sendable, Hashable {
  /// The points that it adds to the strength.
  package var points = ActivityStrength.visit
  /// The query after which it was picked, folded; empty for none.
  package var query = ""

  /// A visit.
  package init() {}

  /// Uses that follow each other within so many seconds count once.
  static let pause: Int64 = 120
}

extension ActivityRecord {
  /// Counts one use.
  package mutating func add(_ use: ActivityUse, now: Int64, sequence: Int64) {
    let today = ActivityStrength.day(of: now)
    let isRepeated = last.map { now >= $0 && now - $0 < ActivityUse.pause } ?? false
    // A star alone is no visit.
    if !isRepeated || strength.strength == 0 {
      strength = strength.adding(use.points, on: today)
    }
    if !use.query.isEmpty { pick(use.query, isRepeated: isRepeated, today: today) }
    if first == 0 { first = now }
    last = now
    spent = nil
    self.sequence = sequence
  }

  /// The most queries that are remembered of one thing.
  package static let mostPicks = 16

  private mutating func pick(_ query: String, isRepeated: Bool, today: Int) {
    if let index = picks.firstIndex(where: { $0.query == query }) {
      if !isRepeated {
        picks[index].strength = picks[index].strength.adding(ActivityStrength.visit, on: today)
      }
      return
    }
    picks.append(
      ActivityPick(
        query: query, strength: ActivityStrength.none.adding(ActivityStrength.visit, on: today)))
    guard picks.count > ActivityRecord.mostPicks else { return }
    let weakest = picks.indices.min {
      picks[$0].strength.decayed(on: today) < picks[$1].strength.decayed(on: today)
    }
    if let weakest { picks.remove(at: weakest) }
  }

  /// How strongly it is picked for a query, or for how it goes on: 0 … 7.
  package func picked(for query: String, on today: Int) -> Int {
    guard !query.isEmpty else { return 0 }
    return picks.reduce(0) { level, pick in
      pick.query.utf8.starts(with: query.utf8)
        ? max(level, pick.strength.activityClass(on: today)) : level
    }
  }

  /// Takes what another machine, or an earlier copy, knows of the same thing; doing it twice is doing it
  /// once.
  package mutating func merge(_ other: ActivityRecord) {
    strength = strength.merged(with: other.strength)
    isStarred = isStarred || other.isStarred
    first = first == 0 ? other.first : min(first, other.first == 0 ? first : other.first)
    for pick in other.picks {
      if let index = picks.firstIndex(where: { $0.query == pick.query }) {
        picks[index].strength = picks[index].strength.merged(with: pick.strength)
      } else if picks.count < ActivityRecord.mostPicks {
        picks.append(pick)
      }
    }
    guard (other.last ?? .min) > (last ?? .min) || last == nil else { return }
    last = other.last ?? last
    url = other.url
    type = other.type
    title = other.title
    details = other.details
    keywords = other.keywords
    data = other.data
    requiredKeys = other.requiredKeys
    identifier = other.identifier
    excluded = other.excluded
    isWeak = isWeak || other.isWeak
    expires = other.expires
  }
}
