public import FootlightPlatform
import IndexStores

/// An activity as it was recorded: what is needed to go on with it.
public struct RestoredActivity: Sendable, Hashable {
  /// Its persistent id.
  public var identifier: String
  /// The kind of activity.
  public var type: String
  /// Its title.
  public var title: String
  /// Its url; may be empty.
  public var url: String
  /// The data as it was written: a JSON object, or an empty text.
  public var data: String
  /// The item, where it is one.
  public var item: ItemAddress?
}

extension Library {
  /// The activity that was recorded under a persistent id.
  ///
  /// - Throws: `activity.unknown`, and `activity.lacks` when a required key is missing.
  public func restore(_ identifier: String) throws(Failure) -> RestoredActivity {
    let searcher = try searcher([])
    if let failure = searcher.activity.failure { throw Failure(failure) }
    let now = world.now()
    let known = searcher.activity.records.first {
      !$0.identifier.isEmpty && $0.identifier.utf8.elementsEqual(identifier.utf8)
        && !$0.hasExpired(now: now)
    }
    guard let record = known else {
      throw Failure(
        .activityUnknown, "no activity was recorded with the id '\(identifier)'",
        remedy: "`footlight history --json` lists what there is")
    }
    let missing = ActivityData.lacking(record.data, record.requiredKeys)
    guard missing.isEmpty else {
      throw Failure(
        .activityLacks,
        "the data of '\(identifier)' lacks what is required: \(missing.joined(separator: ", "))",
        remedy: "record it again with that key")
    }
    let entry = try searcher.entry(record, .owner)
    return RestoredActivity(
      identifier: identifier, type: record.type, title: entry?.title ?? record.title,
      url: entry?.url ?? record.url, data: record.data,
      item: record.isPage ? nil : ItemAddress(domain: record.domain, id: record.id))
  }
}
