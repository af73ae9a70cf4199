package import FootlightPlatform

/// The letters of one dictionary block's terms as they are stored: each one without the bytes that it shares
/// with the one before it (front coding; Witten, Moffat and Bell, "Managing Gigabytes", 1999, 4.1).
///
/// Hot: a search for typos passes ten thousand terms of which it needs next to nothing, so that
/// their sizes stand together (`Benchmarks query`).
package struct StoredTerms {
  /// One term.
  package struct Term {
    /// How many of its first bytes are those of the term before it.
    package var shared: Int
    /// Where its further bytes lie in the view.
    package var rest: Range<Int>
  }

  /// The mark of a size of as much or more, which goes on before the letters.
  package static var sizeMark: Int { 15 }

  /// The block and what follows it.
  package let view: ChunkView
  /// The entries of the terms.
  package var entries: StoredEntries
  /// How many terms were passed, the one at hand among them.
  package var passed = 0
  /// Whether what was read cannot have been written so.
  package private(set) var isDamaged = false
  let count: Int
  /// Where the sizes lie, the letters of the next term, and the end of all letters.
  let sizes: Int
  var at: Int
  let end: Int

  /// Stands before the first term of a block.
  package init(_ segment: Segment, _ index: DictionaryIndex, block: Int) throws(Failure) {
    let next = block + 1
    let last = next < index.blocks ? Int(index.firstNumbers[next]) : segment.header.terms
    count = last - Int(index.firstNumbers[block])
    view = try segment.chunks.view(.term, Int(index.offset(block)))
    var at = 0
    let start = view.varint(&at)
    let letters = view.varint(&at)
    sizes = at
    self.at = at + count
    guard count > 0, letters <= view.count, self.at <= view.count - letters else {
      throw segment.chunks.damaged(.term)
    }
    end = self.at + letters
    entries = StoredEntries(
      view, at: end, start: start, number: index.firstNumbers[block],
      items: segment.header.items)
  }

  /// The next term that shares fewer bytes than a limit with the one before it; nil at the end of
  /// the block and where it is damaged.
  @inline(__always)
  package mutating func next(sharingBelow limit: Int = .max) -> Term? {
    var place = passed
    var at = at
    while place < count {
      let size = Int(view[sizes &+ place])
      place &+= 1
      var shared = size & StoredTerms.sizeMark
      var length = size >> 4
      if shared == StoredTerms.sizeMark { shared &+= view.varint(&at) }
      if length == StoredTerms.sizeMark { length &+= view.varint(&at) }
      let from = at
      at = from &+ length
      guard shared < limit else { continue }
      passed = place
      self.at = at
      guard from >= 0, from <= at, at <= end, shared >= 0 else { return damaged() }
      return Term(shared: shared, rest: from..<at)
    }
    passed = place
    self.at = at
    return at == end ? nil : damaged()
  }

  /// The first term from the next one on that is not below `target`, whether it is that, and whether it begins with it;
  /// for who stands before the first term.
  ///
  /// The bytes that a term shares with the one before it are never compared again: a term that shares more
  /// than the last one had in common with the target stands on the same side of it, one that
  /// shares less is the first above it.
  mutating func seek(_ target: borrowing ByteArena) -> (
    term: Term, isTarget: Bool, isBegun: Bool
  )? {
    var common = 0
    let size = target.count
    while let term = next(sharingBelow: common &+ 1) {
      if term.shared < common { return (term, false, false) }
      var at = term.rest.lowerBound
      let end = term.rest.upperBound
      while at < end, common < size, view[at] == target[common] {
        at &+= 1
        common &+= 1
      }
      if common == size { return (term, at == end, true) }
      if at < end, view[at] > target[common] { return (term, false, false) }
    }
    return nil
  }

  mutating func damaged() -> Term? {
    isDamaged = true
    passed = count
    at = end
    return nil
  }
}
