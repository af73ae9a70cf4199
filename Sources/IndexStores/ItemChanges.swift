/// How two builds of a domain differ; an item that came out the same counts nowhere.
public struct ItemChanges: Sendable, Hashable {
  /// Items that were not there before.
  public var inserted: Int
  /// Items whose contents are different now.
  public var updated: Int
  /// Items that are no longer there.
  public var deleted: Int

  /// Makes counts.
  public init(inserted: Int = 0, updated: Int = 0, deleted: Int = 0) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
  }

  /// What two numbers of items tell alone, where the items cannot be compared: the least that
  /// must have happened.
  public init(items: Int, before: Int) {
    self.init(inserted: max(0, items - before), deleted: max(0, before - items))
  }
}
