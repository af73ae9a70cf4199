import FootlightPlatform
import Synchronization
import TextAnalysis

/// The large buffers of a search: taken from the segment, given back for the next one, so that
/// a query allocates and clears little.
///
/// Hot: a broad query touches a bit or a byte of every document (`Benchmarks query`).
package struct SearchBuffers: ~Copyable, Sendable {
  /// For stored items.
  package var stored = StoredScratch()
  /// For counting: which documents have been seen.
  var seen: DocumentSet
  /// For wide prefixes: an impact a document; all zero between uses.
  var impacts: SparseZeros<UInt8>?
  /// For narrow prefixes: documents and impacts to be sorted.
  var pairs: [UInt64] = []
  /// For analysing names, as soon as somebody does.
  var names: NameBuffer?
  var spare: [UInt64] = []

  init(documents: Int) {
    seen = DocumentSet(size: documents)
  }

  /// Takes the place of buffers that were given back.
  init() {
    stored = StoredScratch(capacity: 0)
    seen = DocumentSet(size: 0)
  }
}

/// A buffer for analysing names: the text, and its tokens.
struct NameBuffer: ~Copyable, Sendable {
  var text = ByteArena(capacity: 64)
  var tokens = TokenBuffer()
}

extension SearchableSegment {
  /// Buffers for one search.
  func takeBuffers() -> SearchBuffers {
    let kept = buffers.withLock { $0.take() }
    if let kept { return kept }
    return SearchBuffers(documents: stored.header.items)
  }

  /// Keeps buffers for the next search.
  func giveBack(_ used: consuming SearchBuffers) {
    var used: SearchBuffers? = used
    buffers.withLock { kept in
      if kept == nil { swap(&kept, &used) }
    }
  }
}
