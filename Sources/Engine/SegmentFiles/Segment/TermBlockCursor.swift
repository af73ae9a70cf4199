package import FootlightPlatform

/// Walks the terms of one dictionary block.
package struct TermBlockCursor: ~Copyable {
  private let segment: Segment
  private var stored: StoredTerms
  package private(set) var entry: TermEntry
  /// The term's UTF-8.
  package private(set) var text = ByteArena(capacity: 64)

  /// Stands before the first term of a block.
  package init(_ segment: Segment, _ index: DictionaryIndex, block: Int) throws(Failure) {
    self.segment = segment
    stored = try StoredTerms(segment, index, block: block)
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
      if stored.isDamaged { throw segment.chunks.damaged(.term) }
      return false
    }
    // Longer ones that share all but a byte with each other would be a bomb.
    guard term.shared <= text.count, term.shared + term.rest.count <= SegmentFormat.longestTerm,
      let entry = stored.entries.entry(stored.passed - 1)
    else {
      throw segment.chunks.damaged(.term)
    }
    text.truncate(to: term.shared)
    stored.view.withSpan(term.rest) { text.append($0) }
    self.entry = entry
    return true
  }
}
