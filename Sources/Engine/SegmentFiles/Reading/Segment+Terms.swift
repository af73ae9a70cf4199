package import FootlightPlatform

/// Looks terms up: in the dictionary in memory where a delta has one, else in the blocks of the stored one.
extension Segment {
  /// The entry of a term, or nil.
  package func term(_ text: borrowing ByteArena) throws(Failure) -> TermEntry? {
    if let table = try residentDictionary() { return table.term(text) }
    let index = try dictionaryIndex()
    guard let block = index.block(holding: text) else { return nil }
    var terms = try StoredTerms(self, index, block: block)
    let found = terms.seek(text)
    if terms.isDamaged { throw chunks.damaged(.term) }
    guard let found, found.isTarget else { return nil }
    guard let entry = terms.entries.entry(terms.passed - 1) else { throw chunks.damaged(.term) }
    return entry
  }

  /// The entry of the term that a text is, and whether some term begins with it, by one look into the dictionary.
  package func beginning(
    _ text: borrowing ByteArena
  ) throws(Failure) -> (entry: TermEntry?, isBegun: Bool) {
    if let table = try residentDictionary() {
      let range = table.range(ofPrefix: text)
      return (range.low.isText ? table[Int(range.low.number)] : nil, range.count > 0)
    }
    let index = try dictionaryIndex()
    guard let block = index.block(holding: text) else { return (nil, index.begins(0, text)) }
    var terms = try StoredTerms(self, index, block: block)
    let found = terms.seek(text)
    if terms.isDamaged { throw chunks.damaged(.term) }
    guard let found else { return (nil, index.begins(block + 1, text)) }
    guard found.isTarget else { return (nil, found.isBegun) }
    guard let entry = terms.entries.entry(terms.passed - 1) else { throw chunks.damaged(.term) }
    return (entry, true)
  }

  /// The entry of a term, or nil.
  package func term(_ text: [UInt8]) throws(Failure) -> TermEntry? {
    var arena = ByteArena(capacity: text.count + 8)
    arena.append(text)
    return try term(arena)
  }

  /// The entry of a term by its number.
  package func term(number: UInt32) throws(Failure) -> TermEntry? {
    guard number < header.terms else { return nil }
    if let table = try residentDictionary() { return table[Int(number)] }
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
    if let table = try residentDictionary() { return table.text(Int(number)) }
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
    if let table = try residentDictionary() { return table.lowerBound(text) }
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
      documents: index.documents(before: block) &+ UInt64(terms.entries.documents),
      inNames: index.inNames(before: block) &+ UInt64(terms.entries.inNames),
      isText: found?.isTarget ?? false)
  }

  /// The terms that begin with `prefix`.
  package func range(ofPrefix prefix: borrowing ByteArena) throws(Failure) -> TermRange {
    if prefix.count > 0, let table = try residentDictionary() {
      return table.range(ofPrefix: prefix)
    }
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
    if let table = try residentDictionary() {
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
