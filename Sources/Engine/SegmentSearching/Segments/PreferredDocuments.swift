import FootlightPlatform
import SegmentFiles
import Synchronization

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
