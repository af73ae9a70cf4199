import DeclaredRecords
import FootlightPlatform
import IndexStores
import TextAnalysis

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
    if facts?.doors.recordsActivity == false {
      made.refusal = "\(made.address.domain) declares 'activity: false'"
    }
    return made
  }
}
