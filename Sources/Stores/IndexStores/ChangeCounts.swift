/// The changes of the items of an index; an item that came out the same counts nowhere.
///
/// A rebuild compares with the index that it replaces if that can be read and neither has more
/// than 20,000 items; otherwise only the difference of the numbers of items is counted.
public struct ChangeCounts: Sendable, Hashable {
  /// Items that were not there before.
  public var inserted: Int
  /// Items that are different now.
  public var updated: Int
  /// Items that are no longer there.
  public var deleted: Int

  /// Makes counts.
  public init(inserted: Int = 0, updated: Int = 0, deleted: Int = 0) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
  }

  /// The least that must have happened, judged by two numbers of items where the items cannot be
  /// compared.
  package init(items: Int, before: Int) {
    self.init(inserted: max(0, items - before), deleted: max(0, before - items))
  }

  /// Adds what happened elsewhere, or later.
  package static func += (sum: inout ChangeCounts, more: ChangeCounts) {
    sum.inserted += more.inserted
    sum.updated += more.updated
    sum.deleted += more.deleted
  }
}
