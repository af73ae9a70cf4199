import SegmentFiles
import FootlightDiagnostics
import Synchronization

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

/// Why a document stands before its equals.
package struct Preference: Sendable, Hashable {
  /// 0 … 7: how much it is used.
  package var activity = 0
  /// Whether it is within its window.
  package var isInWindow = false
  /// 0 … 7: how strongly it was picked for the query.
  package var picked = 0

  /// A score as it is with the factor of the class: (14 + class) / 14.
  package func raised(_ score: Int) -> Int { Preference.raised(score, activity) }

  static func raised(_ score: Int, _ activity: Int) -> Int {
    activity == 0 ? score : score * (14 + activity) / 14
  }

  /// The most that a preference can make of a score.
  static func highest(_ score: Int) -> Int { raised(score, 7) }
}

/// The preferred documents of one segment, ascending.
package struct PreferredDocuments: Sendable {
  private(set) var documents: [UInt32] = []
  private(set) var preferences: [Preference] = []
  /// The names of those that are preferred for every query.
  private var names = KeptNames()

  var isEmpty: Bool { documents.isEmpty }

  /// - Parameter found: documents with what prefers them; of one document all count.
  init(_ found: [(UInt32, Preference)] = []) {
    for (document, preference) in found.sorted(by: { $0.0 < $1.0 }) {
      guard documents.last == document else {
        documents.append(document)
        preferences.append(preference)
        continue
      }
      let last = preferences.count - 1
      preferences[last].activity = max(preferences[last].activity, preference.activity)
      preferences[last].picked = max(preferences[last].picked, preference.picked)
      preferences[last].isInWindow = preferences[last].isInWindow || preference.isInWindow
    }
  }

  /// The preference of a document; nothing for most.
  package subscript(_ document: UInt32) -> Preference {
    let place = documents.firstPlace(notBelow: document)
    return place < documents.count && documents[place] == document
      ? preferences[place] : Preference()
  }

  /// The same with some more.
  func joined(_ others: [(UInt32, Preference)]) -> PreferredDocuments {
    guard !others.isEmpty else { return self }
    var joined = PreferredDocuments(
      documents.indices.map { (documents[$0], preferences[$0]) } + others)
    joined.names = names
    return joined
  }

  /// The names of those that are preferred for every query, read once.
  ///
  /// Those that are preferred for this one alone may be missing.
  func knownNames(_ forward: ForwardReader) throws(Failure) -> PreferredNames {
    try names.names(documents, forward)
  }
}

/// Names that are read when they are asked for first.
final class KeptNames: Sendable {
  private let kept = Mutex<PreferredNames?>(nil)

  func names(
    _ documents: [UInt32], _ forward: ForwardReader
  ) throws(Failure) -> PreferredNames {
    try kept.withLock { (known) throws(Failure) in
      if let known { return known }
      let made = try PreferredNames(documents, forward)
      known = made
      return made
    }
  }
}

/// The preferred documents of a segment as they were found last, and for what.
struct KnownPreferences: Sendable {
  var items: PreferredItems?
  var now: Int64
  var documents: PreferredDocuments
}
