package import FootlightPlatform
package import SearchEngine
import Synchronization
package import TextAnalysis

/// One published state of a store; what it finds never changes.
package protocol StoreSnapshot: Sendable {
  /// Whether there is a store at all.
  var exists: Bool { get }
  /// The stored domains, by name.
  var domains: [StoredDomain] { get }
  /// Whether something was stored in `user.sqlite`, as far as the store knows.
  var knowsUserData: Bool { get }
  /// Why a domain cannot be searched; nil when it can.
  func problem(of domain: String) -> Diagnostic?
  /// Why a domain must be built anew, by a look at the store as it is now: its header cannot be
  /// read, or a search met damage.
  func damage(of domain: String) throws(Failure) -> Diagnostic?

  /// The same state with one more domain that is searched.
  func adding(_ domain: AddedDomain) throws(Failure) -> any StoreSnapshot

  /// The items of a domain that are within their windows, the first in the order of the index of those that are wanted.
  func itemsInWindow(
    _ now: Int64, of domain: String, atMost limit: Int, where isWanted: (StoredItem) -> Bool
  ) throws(Failure) -> [StoredItem]

  /// Loads what every search needs, so that the first one does not have to.
  func prepare() throws(Failure)

  /// Searches some domains; the hits name them by their index in `domains`.
  func search(
    _ request: SearchRequest, in domains: [String]
  ) throws(Failure) -> SearchAnswer

  /// Tells why the answer to a request holds some items where it does, or does not; they name their
  /// domains by the index in `domains`.
  func explain(
    _ request: SearchRequest, _ items: [ExplainedItem], in domains: [String]
  ) throws(Failure) -> [Explanation]

  /// Completes a text that is being typed; the suggestions name their domains by the index in
  /// `domains`.
  func suggest(
    _ request: SuggestionRequest, in domains: [String]
  ) throws(Failure) -> SuggestionAnswer

  /// The number of items of a domain that only their owner sees.
  func privateItems(of domain: String) throws(Failure) -> Int

  /// The item of a domain with an id, expired or not.
  func item(id: String, in domain: String) throws(Failure) -> StoredItem?

  /// The first item of a domain with an url that has not expired, `now` in seconds since 1970.
  func item(url: String, now: Int64, in domain: String) throws(Failure) -> StoredItem?

  /// A domain's attributes, in the order of their ordinals, without those for its own use, which
  /// come last.
  func attributes(of domain: String) -> [IndexedAttribute]

  /// The attributes that a domain's index keeps for its own use, whose ordinals follow the others.
  func reservedAttributes(of domain: String) -> [IndexedAttribute]

  /// How a domain's texts were analysed; nil when it cannot be searched.
  func analyzer(of domain: String) -> Analyzer?

  /// Whether the words of a domain are stored with their stems, whether or not this build can use
  /// them.
  func hasStems(_ domain: String) -> Bool

  /// Whether words of names are found by what stands within them.
  func looksInside(_ domain: String) -> Bool

  /// Reads all that is stored of a domain and checks that it is what was written.
  func verify(_ domain: String) throws(Failure)

  /// Calls `body` with every item of a domain, expired or not: in the order of the source, where the domain has
  /// shards in that order within each.
  ///
  /// Memory does not grow with what the items hold.
  func scanItems(
    of domain: String, _ body: (StoredItem) throws(Failure) -> Void
  ) throws(Failure)

  /// Calls `body` with the items at these places of that order, in which private items may have none.
  func scanItems(
    of domain: String, in places: Range<Int>, hidingPrivate hidesPrivate: Bool,
    _ body: (StoredItem) throws(Failure) -> Void
  ) throws(Failure)

  /// Calls `body` with the digest and the id of every item of a domain, in the order of the source.
  func scanDigests(
    of domain: String, _ body: (ItemDigest, _ id: String) throws(Failure) -> Void
  ) throws(Failure)

  /// Calls `body` with the ids of the items of the records that have one of these keys in the source.
  func scanIDs(
    ofSourceKeys keys: [[UInt8]], in domain: String, _ body: (String) -> Void
  ) throws(Failure)

  /// The digests of a domain's records, as far as its source gives some.
  func recordDigests(of domain: String) throws(Failure) -> RecordDigests

  /// The changes that were set aside, by domain and key; of all domains without a name.
  func quarantine(of domain: String?) throws(Failure) -> [QuarantinedChange]
}

extension StoreSnapshot {
  /// An index of pushed records tells that some were pushed.
  package var knowsUserData: Bool {
    domains.contains { (PushCursor($0.facts.sourceStamp)?.sequence ?? 0) > 0 }
  }
}

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
