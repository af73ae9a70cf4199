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
