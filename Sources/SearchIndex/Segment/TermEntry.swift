import FootlightDiagnostics
import FootlightPlatform

/// What the dictionary says of a term.
struct TermEntry: Sendable {
  /// Its place in byte order.
  var number: UInt32
  /// How many documents hold it, and how many of them in a name.
  var documents: Int
  var inNames: Int
  /// Where its lists begin in `post`; the same when there is only one.
  var start: Int
  var nameStart: Int
}

/// Walks the terms of one dictionary block.
struct TermBlockCursor: ~Copyable {
  private let view: ChunkView
  private let generation: Generation
  private var at = 0
  private var remaining: Int
  private var lastStart = 0
  private(set) var entry: TermEntry
  /// The term's UTF-8.
  private(set) var text = ByteArena(capacity: 256)

  /// Stands before the first term of a block.
  init(_ generation: Generation, _ index: DictionaryIndex, block: Int) throws(Failure) {
    self.generation = generation
    let next = block + 1
    let first = index.firstNumbers[block]
    remaining =
      (next < index.blocks ? Int(index.firstNumbers[next]) : generation.header.terms) - Int(first)
    view = try generation.chunks.view(.term, Int(index.offsets[block]))
    lastStart = view.varint(&at)
    entry = TermEntry(
      number: first &- 1, documents: 0, inNames: 0, start: lastStart, nameStart: lastStart)
  }

  /// Moves to the next term of the block; false at its end.
  mutating func advance() throws(Failure) -> Bool {
    guard remaining > 0 else { return false }
    remaining -= 1
    let shared = view.varint(&at)
    let rest = view.varint(&at)
    guard shared <= text.count, rest <= view.count - at else {
      throw generation.chunks.damaged(.term)
    }
    text.truncate(to: shared)
    view.withSpan(at..<at + rest) { text.append($0) }
    at += rest
    let packed = view.varint(&at)
    let documents = packed >> 1
    let inNames = packed & 1 == 1 ? documents : view.varint(&at)
    guard documents <= generation.header.items, inNames <= documents else {
      throw generation.chunks.damaged(.term)
    }
    let start = lastStart &+ view.varint(&at)
    var nameStart = start
    if documents >= PostingBlock.size, inNames > 0, inNames < documents {
      nameStart = start &+ view.varint(&at)
    }
    lastStart = start
    entry = TermEntry(
      number: entry.number &+ 1, documents: documents, inNames: inNames, start: start,
      nameStart: nameStart)
    return true
  }
}

extension Generation {
  /// The entry of a term, or nil.
  func term(_ text: borrowing ByteArena) throws(Failure) -> TermEntry? {
    let index = try dictionaryIndex()
    guard let block = index.block(holding: text) else { return nil }
    var cursor = try TermBlockCursor(self, index, block: block)
    while try cursor.advance() {
      let order = cursor.text.compare(cursor.text.all, text, text.all)
      if order == 0 { return cursor.entry }
      if order > 0 { return nil }
    }
    return nil
  }

  /// The entry of a term by its number.
  func term(number: UInt32) throws(Failure) -> TermEntry? {
    let index = try dictionaryIndex()
    guard number < header.terms else { return nil }
    var cursor = try TermBlockCursor(self, index, block: index.block(ofNumber: number))
    while try cursor.advance() {
      if cursor.entry.number == number { return cursor.entry }
    }
    return nil
  }

  /// The first number whose term is not below `text`, and the sums of documents before it.
  func lowerBound(_ text: borrowing ByteArena) throws(Failure) -> TermBound {
    let index = try dictionaryIndex()
    guard let block = index.block(holding: text) else {
      return TermBound(number: 0, documents: 0, inNames: 0)
    }
    var bound = TermBound(
      number: index.firstNumbers[block], documents: index.documents[block],
      inNames: index.inNames[block])
    var cursor = try TermBlockCursor(self, index, block: block)
    while try cursor.advance() {
      if cursor.text.compare(cursor.text.all, text, text.all) >= 0 { return bound }
      bound.number = cursor.entry.number + 1
      bound.documents += UInt64(cursor.entry.documents)
      bound.inNames += UInt64(cursor.entry.inNames)
    }
    return bound
  }

  /// The terms that begin with `prefix`.
  func range(ofPrefix prefix: borrowing ByteArena) throws(Failure) -> TermRange {
    let low = try lowerBound(prefix)
    var successor = ByteArena(capacity: prefix.count)
    successor.append(prefix, prefix.all)
    // UTF-8 holds no byte 0xFF, so the last byte can always be raised.
    let last = successor.count - 1
    guard last >= 0 else { return TermRange(low: low, high: low) }
    successor[last] = successor[last] &+ 1
    return TermRange(low: low, high: try lowerBound(successor))
  }

  /// Calls `body` with every entry of a range.
  func forEachTerm(in range: TermRange, _ body: (TermEntry) -> Bool) throws(Failure) {
    guard range.low.number < range.high.number else { return }
    let index = try dictionaryIndex()
    var block = index.block(ofNumber: range.low.number)
    while block < index.blocks, index.firstNumbers[block] < range.high.number {
      var cursor = try TermBlockCursor(self, index, block: block)
      while try cursor.advance() {
        if cursor.entry.number < range.low.number { continue }
        if cursor.entry.number >= range.high.number || !body(cursor.entry) { return }
      }
      block += 1
    }
  }
}

/// A place between terms, and how many documents the terms before it have.
struct TermBound: Sendable {
  var number: UInt32
  var documents: UInt64
  var inNames: UInt64
}

/// Neighbouring terms.
struct TermRange: Sendable {
  var low: TermBound
  var high: TermBound

  var count: Int { Int(high.number) - Int(low.number) }
  /// The sum of documents over the terms, and of documents in names.
  var documents: Int { max(0, Int(truncatingIfNeeded: high.documents &- low.documents)) }
  var inNames: Int { max(0, Int(truncatingIfNeeded: high.inNames &- low.inNames)) }
}
