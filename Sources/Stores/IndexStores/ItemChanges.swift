/// How two builds of a domain differ; an item that came out the same counts nowhere.
package struct ItemChanges: Sendable, Hashable {
  /// Items that were not there before.
  package var inserted: Int
  /// Items whose contents are different now.
  package var updated: Int
  /// Items that are no longer there.
  package var deleted: Int

  /// Makes counts.
  package init(inserted: Int = 0, updated: Int = 0, deleted: Int = 0) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
  }

  /// The least that must have happened, judged by two numbers of items where the items cannot be
  /// compared.
  package init(items: Int, before: Int) {
    self.init(inserted: max(0, items - before), deleted: max(0, before - items))
  }
}
