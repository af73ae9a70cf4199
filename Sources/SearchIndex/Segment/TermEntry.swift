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

extension TermEntry {
  fileprivate init(_ number: UInt32, _ term: StoredTerms.Term) {
    self.init(
      number: number, documents: term.documents, inNames: term.inNames, start: term.start,
      nameStart: term.nameStart)
  }
}

/// Walks the terms of one dictionary block.
///
/// Hot: every word of a query is looked up by ``seek(_:)``, whose locals are copies of what it
/// would otherwise read through `self` (`Benchmarks query`).
struct TermBlockCursor: ~Copyable {
  private let generation: Generation
  private var stored: StoredTerms
  private(set) var entry: TermEntry
  /// The term's UTF-8.
  private(set) var text = ByteArena(capacity: 64)
  /// The sums of documents, and of documents in names, over the terms that ``seek(_:)`` passed.
  private(set) var passed = (documents: 0, inNames: 0)

  /// Stands before the first term of a block.
  init(_ generation: Generation, _ index: DictionaryIndex, block: Int) throws(Failure) {
    self.generation = generation
    stored = try StoredTerms(generation, index, block: block)
    entry = TermEntry(
      number: index.firstNumbers[block] &- 1, documents: 0, inNames: 0, start: stored.start,
      nameStart: stored.start)
  }

  /// Moves to the next term of the block; false at its end.
  mutating func advance() throws(Failure) -> Bool {
    guard let term = stored.next() else {
      if stored.isDamaged { throw generation.chunks.damaged(.term) }
      return false
    }
    guard term.shared <= text.count else { throw generation.chunks.damaged(.term) }
    text.truncate(to: term.shared)
    stored.view.withSpan(term.rest) { text.append($0) }
    enter(term)
    return true
  }

  /// Moves from before the first term to the first one that is not below `target`; false when the
  /// block has none.
  ///
  /// What a term shares with the one before it is never compared again: a term that shares more
  /// than the last one had in common with the target stands on the same side of it, one that
  /// shares less is the first above it.
  mutating func seek(_ target: borrowing ByteArena) throws(Failure) -> Bool {
    var stored = stored
    var number = entry.number
    var passed = passed
    var common = 0
    let size = target.count
    var found: StoredTerms.Term?
    while let term = stored.next() {
      number &+= 1
      var isBelow = true
      if term.shared < common {
        isBelow = false
      } else if term.shared == common {
        var at = term.rest.lowerBound
        while at < term.rest.upperBound, common < size, stored.view[at] == target[common] {
          at &+= 1
          common &+= 1
        }
        isBelow = common < size && (at == term.rest.upperBound || stored.view[at] < target[common])
      }
      if !isBelow {
        found = term
        break
      }
      passed.documents &+= term.documents
      passed.inNames &+= term.inNames
    }
    self.stored = stored
    self.passed = passed
    guard let found else {
      if stored.isDamaged { throw generation.chunks.damaged(.term) }
      entry.number = number
      return false
    }
    guard found.shared <= size else { throw generation.chunks.damaged(.term) }
    text.removeAll()
    text.append(target, ByteRange(start: 0, count: found.shared))
    stored.view.withSpan(found.rest) { text.append($0) }
    entry.number = number &- 1
    enter(found)
    return true
  }

  private mutating func enter(_ term: StoredTerms.Term) {
    entry = TermEntry(entry.number &+ 1, term)
  }
}

extension Generation {
  /// The entry of a term, or nil.
  func term(_ text: borrowing ByteArena) throws(Failure) -> TermEntry? {
    if let table = try wordTable() { return table.term(text) }
    let index = try dictionaryIndex()
    guard let block = index.block(holding: text) else { return nil }
    var cursor = try TermBlockCursor(self, index, block: block)
    guard try cursor.seek(text), cursor.text.compare(cursor.text.all, text, text.all) == 0 else {
      return nil
    }
    return cursor.entry
  }

  /// The entry of a term by its number.
  func term(number: UInt32) throws(Failure) -> TermEntry? {
    guard number < header.terms else { return nil }
    if let table = try wordTable() { return table[Int(number)] }
    let index = try dictionaryIndex()
    let block = index.block(ofNumber: number)
    var terms = try StoredTerms(self, index, block: block)
    var passed = index.firstNumbers[block]
    while let term = terms.next() {
      if passed == number {
        return TermEntry(number, term)
      }
      passed &+= 1
    }
    if terms.isDamaged { throw chunks.damaged(.term) }
    return nil
  }

  /// The UTF-8 of a term by its number.
  func text(ofTerm number: UInt32) throws(Failure) -> [UInt8]? {
    guard number < header.terms else { return nil }
    if let table = try wordTable() { return table.text(Int(number)) }
    let index = try dictionaryIndex()
    var cursor = try TermBlockCursor(self, index, block: index.block(ofNumber: number))
    while try cursor.advance() {
      if cursor.entry.number == number { return cursor.text.bytes(cursor.text.all) }
    }
    return nil
  }

  /// The first number whose term is not below `text`, and the sums of documents before it.
  func lowerBound(_ text: borrowing ByteArena) throws(Failure) -> TermBound {
    if let table = try wordTable() { return table.lowerBound(text) }
    let index = try dictionaryIndex()
    guard let block = index.block(holding: text) else {
      return TermBound(number: 0, documents: 0, inNames: 0)
    }
    var cursor = try TermBlockCursor(self, index, block: block)
    let isThere = try cursor.seek(text)
    return TermBound(
      number: isThere ? cursor.entry.number : cursor.entry.number &+ 1,
      documents: index.documents[block] &+ UInt64(cursor.passed.documents),
      inNames: index.inNames[block] &+ UInt64(cursor.passed.inNames))
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
    if let table = try wordTable() {
      for number in Int(range.low.number)..<min(table.count, Int(range.high.number)) {
        guard body(table[number]) else { return }
      }
      return
    }
    let index = try dictionaryIndex()
    var block = index.block(ofNumber: range.low.number)
    while block < index.blocks, index.firstNumbers[block] < range.high.number {
      var terms = try StoredTerms(self, index, block: block)
      var number = index.firstNumbers[block]
      while let term = terms.next() {
        if number >= range.high.number { return }
        if number >= range.low.number {
          guard body(TermEntry(number, term)) else { return }
        }
        number &+= 1
      }
      if terms.isDamaged { throw chunks.damaged(.term) }
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
