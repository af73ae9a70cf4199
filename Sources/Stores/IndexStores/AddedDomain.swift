package import FootlightPlatform
package import SegmentFiles
package import SegmentSearching
import SegmentWriting
import Synchronization
import TextAnalysis

/// A domain of a few items that no store holds: it is searched beside those that one does.
///
/// A class, so that its items are indexed once for all queries.
package final class AddedDomain: Sendable {
  /// The name.
  package let name: String
  /// The name for people.
  package let label: String
  /// The items.
  package let items: [StoredItem]
  /// The settings that decide the bytes of its index.
  package let settings: IndexSettings
  private let indexed = Mutex<SearchableSegment?>(nil)

  /// Holds items, which are indexed when somebody searches.
  package init(_ name: String, label: String, settings: IndexSettings, items: [StoredItem]) {
    self.name = name
    self.label = label
    self.settings = settings
    self.items = items
  }

  /// The domain as a store would tell of it.
  package var stored: StoredDomain {
    StoredDomain(
      name: name, generation: 0,
      facts: DomainFacts(label: label, version: 1, fingerprint: AddedDomain.fingerprint),
      items: items.count, terms: 0, bytes: 0)
  }

  /// Of a domain that no declaration made.
  package static let fingerprint = "added"

  /// Its items, indexed.
  package func segment() throws(Failure) -> SearchableSegment {
    try indexed.withLock { (known) throws(Failure) in
      if let known { return known }
      let made = SearchableSegment(
        try Segment.inMemory(items, settings: settings, name: name))
      known = made
      return made
    }
  }
}
