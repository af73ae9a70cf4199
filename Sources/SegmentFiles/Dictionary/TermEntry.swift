package import FootlightDiagnostics
package import FootlightPlatform

/// What the dictionary says of a term.
package struct TermEntry: Sendable {
  /// Its place in byte order.
  package var number: UInt32
  /// How many documents hold it, and how many of them in a name.
  package var documents: Int
  package var inNames: Int
  /// Where its lists begin in `post`; the same when there is only one.
  package var start: Int
  package var nameStart: Int

  /// The one of two that fewer documents hold.
  package func rarer(than other: TermEntry?) -> TermEntry {
    guard let other, other.documents <= documents else { return self }
    return other
  }
}

/// Walks the terms of one dictionary block.
package struct TermBlockCursor: ~Copyable {
  private let generation: Segment
  private var stored: StoredTerms
  package private(set) var entry: TermEntry
  /// The term's UTF-8.
  package private(set) var text = ByteArena(capacity: 64)

  /// Stands before the first term of a block.
  package init(_ generation: Segment, _ index: DictionaryIndex, block: Int) throws(Failure) {
    self.generation = generation
    stored = try StoredTerms(generation, index, block: block)
    entry = TermEntry(
      number: index.firstNumbers[block] &- 1, documents: 0, inNames: 0, start: 0, nameStart: 0)
  }

  /// Moves to the next term of the block; false at its end.
  package mutating func advance() throws(Failure) -> Bool {
    let term = stored.next()
    return try enter(term)
  }

  /// Moves from before the first term to the first one that is not below `target`; false when the
  /// block has none.
  package mutating func seek(_ target: borrowing ByteArena) throws(Failure) -> Bool {
    let found = stored.seek(target)
    text.removeAll()
    if let found { text.append(target, ByteRange(start: 0, count: found.term.shared)) }
    return try enter(found?.term)
  }

  private mutating func enter(_ term: StoredTerms.Term?) throws(Failure) -> Bool {
    guard let term else {
      if stored.isDamaged { throw generation.chunks.damaged(.term) }
      return false
    }
    guard term.shared <= text.count, let entry = stored.entries.entry(stored.passed - 1) else {
      throw generation.chunks.damaged(.term)
    }
    text.truncate(to: term.shared)
    stored.view.withSpan(term.rest) { text.append($0) }
    self.entry = entry
    return true
  }
}

extension Segment {
  /// The entry of a term, or nil.
  package func term(_ text: borrowing ByteArena) throws(Failure) -> TermEntry? {
    if let table = try wordTable() { return table.term(text) }
    let index = try dictionaryIndex()
    guard let block = index.block(holding: text) else { return nil }
    var terms = try StoredTerms(self, index, block: block)
    let found = terms.seek(text)
    if terms.isDamaged { throw chunks.damaged(.term) }
    guard let found, found.isTarget else { return nil }
    guard let entry = terms.entries.entry(terms.passed - 1) else { throw chunks.damaged(.term) }
    return entry
  }

  /// The entry of a term by its number.
  package func term(number: UInt32) throws(Failure) -> TermEntry? {
    guard number < header.terms else { return nil }
    if let table = try wordTable() { return table[Int(number)] }
    let index = try dictionaryIndex()
    let block = index.block(ofNumber: number)
    var entries = try StoredTerms(self, index, block: block).entries
    guard let entry = entries.entry(Int(number) - Int(index.firstNumbers[block])) else {
      throw chunks.damaged(.term)
    }
    return entry
  }

  /// The UTF-8 of a term by its number.
  package func text(ofTerm number: UInt32) throws(Failure) -> [UInt8]? {
    guard number < header.terms else { return nil }
    if let table = try wordTable() { return table.text(Int(number)) }
    let index = try dictionaryIndex()
    let block = index.block(ofNumber: number)
    var terms = try StoredTerms(self, index, block: block)
    var text = ByteArena(capacity: 64)
    for _ in 0...number - index.firstNumbers[block] {
      guard let term = terms.next(), term.shared <= text.count else { throw chunks.damaged(.term) }
      text.truncate(to: term.shared)
      terms.view.withSpan(term.rest) { text.append($0) }
    }
    return text.bytes(text.all)
  }

  /// The first number whose term is not below `text`, and the sums of documents before it.
  func lowerBound(_ text: borrowing ByteArena) throws(Failure) -> TermBound {
    if let table = try wordTable() { return table.lowerBound(text) }
    let index = try dictionaryIndex()
    guard let block = index.block(holding: text) else {
      return TermBound(number: 0, documents: 0, inNames: 0)
    }
    var terms = try StoredTerms(self, index, block: block)
    let found = terms.seek(text)
    let place = found != nil ? terms.passed - 1 : terms.passed
    guard !terms.isDamaged, terms.entries.pass(to: place) else { throw chunks.damaged(.term) }
    return TermBound(
      number: index.firstNumbers[block] + UInt32(truncatingIfNeeded: place),
      documents: index.documents[block] &+ UInt64(terms.entries.documents),
      inNames: index.inNames[block] &+ UInt64(terms.entries.inNames),
      isText: found?.isTarget ?? false)
  }

  /// The terms that begin with `prefix`.
  package func range(ofPrefix prefix: borrowing ByteArena) throws(Failure) -> TermRange {
    if prefix.count > 0, let table = try wordTable() { return table.range(ofPrefix: prefix) }
    let low = try lowerBound(prefix)
    var successor = ByteArena(capacity: prefix.count)
    successor.append(prefix, prefix.all)
    // UTF-8 holds no byte 0xFF, so the last byte can always be raised.
    let last = successor.count - 1
    guard last >= 0 else { return TermRange(low: low, high: low) }
    successor[last] = successor[last] &+ 1
    var high = try lowerBound(successor)
    high.isText = false
    return TermRange(low: low, high: high)
  }

  /// Calls `body` with every entry of a range.
  package func forEachTerm(in range: TermRange, _ body: (TermEntry) -> Bool) throws(Failure) {
    guard range.low.number < range.high.number else { return }
    if let table = try wordTable() {
      for number in Int(range.low.number)..<min(table.count, Int(range.high.number)) {
        guard body(table[number]) else { return }
      }
      return
    }
    let index = try dictionaryIndex()
    var block = index.block(ofNumber: range.low.number)
    while block < index.blocks, index.firstNumbers[block] < range.high.number {
      var entries = try StoredTerms(self, index, block: block).entries
      block += 1
      let end = block < index.blocks ? index.firstNumbers[block] : UInt32(clamping: header.terms)
      for number in index.firstNumbers[block - 1]..<min(end, range.high.number) {
        guard let entry = entries.next() else { throw chunks.damaged(.term) }
        if number >= range.low.number {
          guard body(entry) else { return }
        }
      }
    }
  }
}

/// A place between terms, and how many documents the terms before it have.
package struct TermBound: Sendable {
  package var number: UInt32
  package var documents: UInt64
  package var inNames: UInt64
  /// Whether the term behind it is the text that was looked for; of the end of a range it is not told.
  package var isText = false

  package init(number: UInt32, documents: UInt64, inNames: UInt64, isText: Bool = false) {
    self.number = number
    self.documents = documents
    self.inNames = inNames
    self.isText = isText
  }
}

/// Neighbouring terms.
package struct TermRange: Sendable {
  package var low: TermBound
  package var high: TermBound

  package init(low: TermBound, high: TermBound) {
    self.low = low
    self.high = high
  }

  package var count: Int { Int(high.number) - Int(low.number) }
  /// The sum of documents over the terms, and of documents in names.
  package var documents: Int { max(0, Int(truncatingIfNeeded: high.documents &- low.documents)) }
  package var inNames: Int { max(0, Int(truncatingIfNeeded: high.inNames &- low.inNames)) }
}
