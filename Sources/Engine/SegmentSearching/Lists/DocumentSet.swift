/// A set of documents that knows how many it holds.
///
/// Hot: a broad query sets a bit for every document, and all of them are cleared at once (`Benchmarks query`).
struct DocumentSet: ~Copyable, Sendable {
  private var words: SparseZeros<UInt64>
  private(set) var count = 0
  /// The documents below it have room.
  let size: Int

  init(size: Int) {
    self.size = size
    words = SparseZeros(count: (size + 63) / 64)
  }

  /// Adds a document.
  @inline(__always)
  mutating func insert(_ document: UInt32) {
    let word = Int(document &>> 6)
    guard word < words.count else { return }
    // Without a branch: whether a document is new cannot be foreseen.
    let shift = UInt64(document & 63)
    let before = words[word]
    words.write(before | 1 &<< shift, at: word)
    count &+= Int(~before &>> shift & 1)
  }

  func contains(_ document: UInt32) -> Bool {
    let word = Int(document &>> 6)
    return word < words.count && words[word] >> UInt64(document & 63) & 1 == 1
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
    words.write(before | bits, at: word)
    count &+= (bits & ~before).nonzeroBitCount
    return before & bits
  }

  mutating func removeAll() {
    guard count > 0 else { return }
    words.clear()
    count = 0
  }
}
