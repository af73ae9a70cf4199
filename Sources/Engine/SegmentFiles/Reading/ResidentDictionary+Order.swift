import FootlightPlatform

/// Places between the terms in their order: where a text would stand, and the terms that begin with it.
extension ResidentDictionary {
  /// The first number whose term is not below `text`.
  func place(notBelow text: borrowing ByteArena) -> Int {
    let head = ResidentDictionary.head(text)
    return heads.indices.partitionPoint { number in
      let other = heads[number]
      return other == head ? bytes.compare(range(number), text, text.all) < 0 : other < head
    }
  }

  /// The first number whose term is not below `text`, and the sums of documents before it.
  func lowerBound(_ text: borrowing ByteArena) -> TermBound {
    let place = place(notBelow: text)
    var bound = bound(place)
    bound.isText = place < count && bytes.equals(range(place), text, text.all)
    return bound
  }

  private func bound(_ place: Int) -> TermBound {
    TermBound(
      number: UInt32(truncatingIfNeeded: place), documents: documents[place],
      inNames: inNames[place])
  }

  /// The terms that begin with `prefix`, which are mostly few.
  func range(ofPrefix prefix: borrowing ByteArena) -> TermRange {
    let low = place(notBelow: prefix)
    let head = ResidentDictionary.head(prefix)
    let mask: UInt64 = prefix.count >= 8 ? .max : ~(.max >> UInt64(8 * prefix.count))
    let end = (low..<heads.count).gallopingPartitionPoint { begins($0, prefix, head, mask) }
    var first = bound(low)
    first.isText = low < end && range(low).count == prefix.count
    return TermRange(low: first, high: bound(end))
  }

  /// Whether a term begins with a prefix, of whose first eight bytes `head` and `mask` tell.
  private func begins(
    _ number: Int, _ prefix: borrowing ByteArena, _ head: UInt64, _ mask: UInt64
  ) -> Bool {
    guard heads[number] & mask == head else { return false }
    guard prefix.count > 8 else { return true }
    let range = range(number)
    guard range.count >= prefix.count else { return false }
    return bytes.equals(
      ByteRange(start: range.lowerBound, count: prefix.count), prefix, prefix.all)
  }
}
