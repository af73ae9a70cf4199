import FootlightPlatform
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

/// The names of preferred documents, sorted by their terms: what begins with a query is found among them by
/// binary search, however many names of all documents begin so.
///
/// A name is a few numbers in one array, so that 4,096 documents take a few hundred KB.
struct PreferredNames: Sendable {
  /// The terms of all names, one after the other.
  private let terms: [UInt32]
  /// Where each name lies, and whose it is, in the order of the terms.
  private let names: [(start: Int32, count: Int32, document: UInt32)]

  init(_ documents: [UInt32], _ forward: ForwardReader) throws(Failure) {
    var terms: [UInt32] = []
    var names: [(start: Int32, count: Int32, document: UInt32)] = []
    for document in documents {
      try forward.forEachName(document) { _, name in
        let start = terms.count
        for index in 0..<name.count { terms.append(name[index]) }
        if name.count > 0 {
          names.append((Int32(clamping: start), Int32(clamping: name.count), document))
        }
        return true
      }
    }
    names.sort { one, other in
      let first = terms[Int(one.start)..<Int(one.start + one.count)]
      let second = terms[Int(other.start)..<Int(other.start + other.count)]
      return first.lexicographicallyPrecedes(second)
    }
    self.terms = terms
    self.names = names
  }

  /// The documents with a name that begins with some terms, the last one any of a range.
  func documents(beginningWith query: NameQueryTerms) -> Set<UInt32> {
    let low = query.first + [query.last.lowerBound]
    let high = query.first + [query.last.upperBound]
    var found: Set<UInt32> = []
    let start = first(notBelow: low)
    for place in start..<max(start, first(notBelow: high)) { found.insert(names[place].document) }
    return found
  }

  /// The first name whose terms are not below.
  private func first(notBelow key: [UInt32]) -> Int {
    names.indices.partitionPoint {
      let name = names[$0]
      let those = terms[Int(name.start)..<Int(name.start + name.count)]
      return those.lexicographicallyPrecedes(key)
    }
  }
}
