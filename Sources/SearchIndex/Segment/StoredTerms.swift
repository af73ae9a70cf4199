import FootlightDiagnostics

/// The terms of one dictionary block as they are stored: each one without the bytes that it shares
/// with the one before it.
///
/// Hot: a search for typos passes tens of thousands of terms of which it needs next to nothing
/// (`Benchmarks query`).
struct StoredTerms {
  /// One term.
  struct Term {
    /// How many of its first bytes are those of the term before it.
    var shared: Int
    /// Where its further bytes lie in the view.
    var rest: Range<Int>
    /// How many documents hold it, and how many of them in a name.
    var documents: Int
    var inNames: Int
    /// Where its lists begin in `post`; the same when there is only one.
    var start: Int
    var nameStart: Int
  }

  /// What stands for a size of as much or more, which goes on behind.
  static let sizeMark = 15

  /// The block and what follows it.
  let view: ChunkView
  /// Where the lists of the term before the next one begin.
  private(set) var start: Int
  /// Whether what was read cannot have been written so.
  private(set) var isDamaged = false
  private var at = 0
  private var remaining: Int
  private let items: Int

  /// Stands before the first term of a block.
  init(_ generation: Generation, _ index: DictionaryIndex, block: Int) throws(Failure) {
    let next = block + 1
    let end =
      next < index.blocks ? Int(index.firstNumbers[next]) : generation.header.terms
    remaining = end - Int(index.firstNumbers[block])
    items = generation.header.items
    view = try generation.chunks.view(.term, Int(index.offsets[block]))
    start = view.varint(&at)
  }

  /// The next term; nil at the end of the block and where it is damaged.
  @inline(__always)
  mutating func next() -> Term? {
    guard remaining > 0 else { return nil }
    remaining &-= 1
    guard at < view.count else { return damaged() }
    let sizes = Int(view[at])
    at &+= 1
    var shared = sizes & StoredTerms.sizeMark
    var count = sizes >> 4
    if shared == StoredTerms.sizeMark { shared &+= view.varint(&at) }
    if count == StoredTerms.sizeMark { count &+= view.varint(&at) }
    let from = at
    guard count <= view.count &- from, count >= 0, shared >= 0 else { return damaged() }
    at = from &+ count
    let packed = view.varint(&at)
    let documents = packed >> 1
    let inNames = packed & 1 == 1 ? documents : view.varint(&at)
    guard documents <= items, inNames <= documents else { return damaged() }
    start = start &+ view.varint(&at)
    var nameStart = start
    if documents >= PostingBlock.size, inNames > 0, inNames < documents {
      nameStart = start &+ view.varint(&at)
    }
    return Term(
      shared: shared, rest: from..<from &+ count, documents: documents, inNames: inNames,
      start: start, nameStart: nameStart)
  }

  private mutating func damaged() -> Term? {
    isDamaged = true
    remaining = 0
    return nil
  }
}
