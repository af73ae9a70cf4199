import FootlightPlatform
import TextAnalysis

/// Decides between hits of different segments whose order keys begin alike: by the whole title, then
/// domain, then id.
final class TieKeys {
  /// The sort key and id of a hit.
  private struct Known {
    var title: [UInt8]
    var id: [UInt8]
  }

  /// So many keys are kept at most; all of them are read anew where more are compared.
  private static let mostKnown = 1 << 16

  private let queries: [SegmentQuery]
  /// The failure while keys were read; the order is worth nothing then.
  private(set) var failure: Failure?
  private var title = ByteArena(capacity: 64)
  private var key = ByteArena(capacity: 64)
  private var known: [UInt64: Known] = [:]

  /// Nothing is read before two hits are compared.
  init(_ queries: [SegmentQuery]) {
    self.queries = queries
  }

  func precedes(_ a: (segment: Int, document: UInt32), _ b: (segment: Int, document: UInt32))
    -> Bool
  {
    guard let one = known(a.segment, a.document), let other = known(b.segment, b.document) else {
      return false
    }
    if one.title != other.title { return one.title.lexicographicallyPrecedes(other.title) }
    if queries[a.segment].domain != queries[b.segment].domain {
      return queries[a.segment].domain < queries[b.segment].domain
    }
    return one.id.lexicographicallyPrecedes(other.id)
  }

  /// Compares the titles of two hits: below 0, 0 or above 0, as the first one comes first, is equal or comes last.
  func compareTitles(
    _ a: (segment: Int, document: UInt32), _ b: (segment: Int, document: UInt32)
  ) -> Int {
    guard let one = known(a.segment, a.document), let other = known(b.segment, b.document),
      one.title != other.title
    else { return 0 }
    return one.title.lexicographicallyPrecedes(other.title) ? -1 : 1
  }

  private static func place(_ segment: Int, _ document: UInt32) -> UInt64 {
    UInt64(segment) << 32 | UInt64(document)
  }

  /// Nil when it cannot be read.
  private func known(_ segment: Int, _ document: UInt32) -> Known? {
    let place = TieKeys.place(segment, document)
    if let there = known[place] { return there }
    guard failure == nil else { return nil }
    do throws(Failure) {
      let query = queries[segment]
      title.removeAll()
      let id = try query.stored.idAndTitle(
        document, appending: &title, &query.scratch.buffers.stored)
      key.removeAll()
      query.stored.analyzer.appendSortKey(of: title, title.all, into: &key)
      let made = Known(title: key.bytes(key.all), id: id)
      if known.count >= TieKeys.mostKnown { known.removeAll(keepingCapacity: true) }
      known[place] = made
      return made
    } catch {
      failure = error
      return nil
    }
  }
}

/// The order of hits that names have made: they have no score, and it is kept in its place.
struct NameStanding {
  /// Whether the document's names hold the query's symbols, which are not compared otherwise.
  var isSymbolic = false
  /// Whether the query is the whole title: titles come before aliases.
  var isTitle = false
  /// Why the document is preferred: what is used more comes first, then what is within its window.
  var preference = Preference()

  init(isSymbolic: Bool = false, isTitle: Bool = false, _ preference: Preference = Preference()) {
    self.isSymbolic = isSymbolic
    self.isTitle = isTitle
    self.preference = preference
  }

  /// The higher one comes first; never shown.
  var worth: Int {
    (isSymbolic ? 32 : 0) + (isTitle ? 16 : 0) + 2 * preference.activity
      + (preference.isInWindow ? 1 : 0)
  }
}
