/// The entries of a dictionary block, one after the other.
package struct StoredEntries {
  /// The sums of documents, and of documents in names, over the entries that were read.
  private(set) var documents = 0
  private(set) var inNames = 0
  /// Whether what was read cannot have been written so.
  private(set) var isDamaged = false
  private let view: ChunkView
  private var at: Int
  /// Where the lists of the entry before the next one begin.
  private var start: Int
  private var number: UInt32
  private var passed = 0
  private let items: Int

  /// Stands before the entry of a block's first term, which begins at an offset of the view.
  init(_ view: ChunkView, at: Int, start: Int, number: UInt32, items: Int) {
    self.view = view
    self.at = at
    self.start = start
    self.number = number
    self.items = items
  }

  /// The next entry; nil where the block is damaged.
  ///
  /// The end of the block is not known here.
  @inline(__always)
  package mutating func next() -> TermEntry? {
    guard !isDamaged, at < view.count else {
      isDamaged = true
      return nil
    }
    let packed = view.varint(&at)
    let documents = packed >> 1
    let inNames = packed & 1 == 1 ? documents : view.varint(&at)
    guard documents <= items, inNames <= documents else {
      isDamaged = true
      return nil
    }
    start = start &+ view.varint(&at)
    var nameStart = start
    if documents >= PostingBlock.size, inNames > 0, inNames < documents {
      nameStart = start &+ view.varint(&at)
    }
    // Steps that wrap around: no list begins before the stream.
    guard start >= 0, nameStart >= 0 else {
      isDamaged = true
      return nil
    }
    self.documents &+= documents
    self.inNames &+= inNames
    passed &+= 1
    number &+= 1
    return TermEntry(
      number: number &- 1, documents: documents, inNames: inNames, start: start,
      nameStart: nameStart)
  }

  /// Reads the entries before a place in the block; false where it is damaged.
  mutating func pass(to place: Int) -> Bool {
    while passed < place { guard next() != nil else { return false } }
    return true
  }

  /// The entry at a place in the block that is not after the next one; nil where it is damaged.
  package mutating func entry(_ place: Int) -> TermEntry? { pass(to: place) ? next() : nil }
}
