package import FootlightPlatform
import Synchronization

/// An open segment with what its searches leave for the next ones: the words by their spellings, the
/// documents that filters left, the preferred ones, and buffers.
///
/// Shared by threads; as long-lived as the segment, so that the next search finds what is kept.
package final class SearchableSegment: Sendable {
  /// The segment.
  package let stored: Segment
  private let loadedSpellings = Mutex<SpellingTable?>(nil)
  /// The sets that the last filters left.
  let filterSets = FilterSets()
  /// The preferred documents as they were found last.
  let knownPreferences = Mutex<KnownPreferences?>(nil)
  /// Buffers of a search that has ended, for the next one.
  let buffers = Mutex<SearchBuffers?>(nil)

  /// Wraps an open segment; nothing is kept yet.
  package init(_ stored: Segment) {
    self.stored = stored
  }

  /// Loads what every query needs, so that the first one does not have to.
  ///
  /// For who asks many: every word is read once and kept in 24 bytes and its letters.
  ///
  /// - Parameter spellings: whether words are kept by their spellings, for typos.
  package func prepare(spellings: Bool = true) throws(Failure) {
    try stored.prepare()
    if spellings { try prepareSpellings() }
    var buffers = takeBuffers()
    // A table as well: memory that is new costs more than all of a query that needs one.
    if buffers.impacts == nil {
      let impacts = SparseZeros<UInt8>(count: stored.header.items)
      impacts.populate()
      buffers.impacts = consume impacts
    }
    giveBack(buffers)
  }

  /// The words by their spellings, where they were made ready.
  var spellings: SpellingTable? { loadedSpellings.withLock { $0 } }

  /// Makes the words by their spellings, if they are not too many.
  func prepareSpellings() throws(Failure) {
    guard stored.header.terms <= SpellingTable.mostTerms, spellings == nil else { return }
    // Searches go on meanwhile, so that two threads may make it.
    let table = try SpellingTable(stored)
    loadedSpellings.withLock { $0 = $0 ?? table }
  }
}
