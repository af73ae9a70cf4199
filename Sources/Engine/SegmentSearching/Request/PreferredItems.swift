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
