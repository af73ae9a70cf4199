package import SegmentFiles
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
  /// For wide prefixes: an impact a document; all zero between searches.
  var impacts: [[UInt8]] = []
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

/// A set of documents that knows how many it holds.
struct DocumentSet: Sendable {
  private var words: [UInt64]
  private(set) var count = 0

  init(size: Int) {
    words = [UInt64](repeating: 0, count: (size + 63) / 64)
  }

  /// Adds a document.
  @inline(__always)
  mutating func insert(_ document: UInt32) {
    let word = Int(document &>> 6)
    guard word < words.count else { return }
    // Without a branch: whether a document is new cannot be foreseen.
    let shift = UInt64(document & 63)
    let before = words[word]
    words[word] = before | 1 &<< shift
    count &+= Int(~before &>> shift & 1)
  }

  /// Adds a document; returns whether it was not there.
  @inline(__always)
  mutating func insertIfAbsent(_ document: UInt32) -> Bool {
    let before = count
    insert(document)
    return count > before
  }

  /// Adds 64 documents from a multiple of 64 on, by bits; returns which of them were there.
  @inline(__always)
  mutating func insert(_ bits: UInt64, at word: Int) -> UInt64 {
    guard word < words.count else { return 0 }
    let before = words[word]
    words[word] = before | bits
    count &+= (bits & ~before).nonzeroBitCount
    return before & bits
  }

  mutating func removeAll() {
    guard count > 0 else { return }
    unsafe words.withUnsafeMutableBufferPointer { unsafe $0.update(repeating: 0) }
    count = 0
  }
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
