package import FootlightPlatform
import SegmentFiles
import Synchronization

extension SearchableSegment {
  /// Of items in their windows as many count at most, the first in the order of the index.
  private static let mostInWindow = 4_096

  /// The documents that are preferred for a request.
  ///
  /// - Complexity: O(picks) where the same items were asked for before and no window begins or ends.
  package func preferred(_ request: SearchRequest, _ domain: String) throws(Failure)
    -> PreferredDocuments
  {
    let windows = try stored.reserved().windows
    let items = request.preferred?.items[domain] == nil ? nil : request.preferred
    guard items != nil || !windows.isEmpty || !request.picked.isEmpty else {
      return PreferredDocuments()
    }
    let now = windows.isEmpty ? 0 : request.now
    var found: PreferredDocuments
    if let known = knownPreferences.withLock({ $0 }), known.items === items, known.now == now {
      found = known.documents
    } else {
      found = try preferred(items?.items[domain] ?? [], windows, now: request.now)
      let made = KnownPreferences(items: items, now: now, documents: found)
      knownPreferences.withLock { $0 = made }
    }
    var picked: [(UInt32, Preference)] = []
    for pick in request.picked where pick.domain == domain {
      if let document = try stored.document(ofID: pick.id) {
        picked.append((document, Preference(picked: pick.level)))
      }
    }
    return found.joined(picked)
  }

  private func preferred(
    _ items: [PreferredItems.Item], _ windows: [RelevantWindow], now: Int64
  ) throws(Failure) -> PreferredDocuments {
    var found: [(UInt32, Preference)] = []
    for item in items {
      if let document = try stored.document(ofID: item.id) {
        found.append((document, Preference(activity: item.activity)))
      }
    }
    var left = SearchableSegment.mostInWindow
    for window in windows where left > 0 && window.from <= now && now < window.to {
      found.append((window.document, Preference(isInWindow: true)))
      left -= 1
    }
    return PreferredDocuments(found)
  }
}
