import FootlightDiagnostics
import FootlightPlatform
import SegmentFiles
import TextAnalysis

/// Decides between hits of different segments whose order keys begin alike: by the whole title, then
/// domain, then id.
final class TieKeys {
  /// The sort key and id of a hit, and of the first ones the item as it is shown.
  private struct Known {
    var title: [UInt8]
    var id: String
    var shown: (item: StoredItem, hasBody: Bool)?
  }

  /// Of so many hits the items are kept, for the page that will show them.
  private static let mostKept = 64
  /// So many keys are kept at most; all of them are read anew where more are compared.
  private static let mostKnown = 1 << 16

  private let queries: [SegmentQuery]
  private let takesBodies: Bool
  /// The failure while keys were read; the order is worth nothing then.
  private(set) var failure: Failure?
  private var title = ByteArena(capacity: 64)
  private var key = ByteArena(capacity: 64)
  private var known: [UInt64: Known] = [:]

  /// Nothing is read before two hits are compared.
  ///
  /// - Parameter takesBodies: whether items are read with their bodies where these come with the rest.
  init(_ queries: [SegmentQuery], takesBodies: Bool) {
    self.queries = queries
    self.takesBodies = takesBodies
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
    return one.id.utf8.lexicographicallyPrecedes(other.id.utf8)
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

  /// The item of a hit, which need not be read again where it was compared with others.
  func shownItem(
    _ segment: Int, _ document: UInt32
  ) throws(Failure) -> (item: StoredItem, hasBody: Bool) {
    if let there = known[TieKeys.place(segment, document)]?.shown { return there }
    let query = queries[segment]
    return try query.stored.shownItem(
      document, takesBody: takesBodies, &query.scratch.buffers.stored)
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
      let shown = try shownItem(segment, document)
      title.removeAll()
      title.append(shown.item.title)
      key.removeAll()
      queries[segment].stored.analyzer.appendSortKey(of: title, title.all, into: &key)
      let made = Known(
        title: key.bytes(key.all), id: shown.item.id,
        shown: known.count < TieKeys.mostKept ? shown : nil)
      if known.count >= TieKeys.mostKnown { known.removeAll(keepingCapacity: true) }
      known[place] = made
      return made
    } catch {
      failure = error
      return nil
    }
  }
}
