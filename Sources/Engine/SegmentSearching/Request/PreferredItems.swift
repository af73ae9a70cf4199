/// The items that a person uses, which lead their tiers; the same for all queries until something is used.
///
/// A class, so that what was looked up for one query is there for the next.
package final class PreferredItems: Sendable {
  /// An item and how much it is used.
  package struct Item: Sendable, Hashable {
    /// The id within the domain.
    package var id: String
    /// 1 … 7.
    package var activity: Int

    /// Names an item.
    package init(id: String, activity: Int) {
      self.id = id
      self.activity = max(0, min(7, activity))
    }
  }

  /// Of one domain as many count at most, the strongest.
  package static let mostOfDomain = 4_096

  /// The items of each domain.
  package let items: [String: [Item]]

  /// Takes the items of each domain; of those of one class the first ones are kept.
  package init(_ items: [String: [Item]]) {
    self.items = items.mapValues { those in
      guard those.count > PreferredItems.mostOfDomain else { return those }
      let strongest = those.enumerated().sorted {
        ($1.element.activity, $0.offset) < ($0.element.activity, $1.offset)
      }
      return strongest.prefix(PreferredItems.mostOfDomain).map(\.element)
    }
  }
}

/// An item that was picked after a query, or after one that goes on like it.
package struct PickedItem: Sendable, Hashable {
  /// Its domain.
  package var domain: String
  /// Its id within the domain.
  package var id: String
  /// How strongly, 1 … 7: the strongest leads.
  package var level: Int

  /// Names an item.
  package init(domain: String, id: String, level: Int) {
    self.domain = domain
    self.id = id
    self.level = level
  }
}

/// Why a document stands before its equals.
package struct Preference: Sendable, Hashable {
  /// 0 … 7: how much it is used.
  package var activity = 0
  /// Whether it is within its window.
  package var isInWindow = false
  /// 0 … 7: how strongly it was picked for the query.
  package var picked = 0

  /// A score as it is with the factor of the class: (14 + class) / 14.
  package func raised(_ score: Int) -> Int { Preference.raised(score, activity) }

  static func raised(_ score: Int, _ activity: Int) -> Int {
    activity == 0 ? score : score * (14 + activity) / 14
  }

  /// The most that a preference can make of a score.
  static func highest(_ score: Int) -> Int { raised(score, 7) }
}
