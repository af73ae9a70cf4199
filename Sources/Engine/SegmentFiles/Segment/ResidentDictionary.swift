package import FootlightPlatform

/// A small dictionary decoded into memory: a term is found by its hash, a place between terms by binary
/// search, where the stored form is a block that is read from its beginning.
///
/// Hot: a word is looked up in two dictionaries of each delta, and where it may hold a typo a hundred
/// times (`Benchmarks query`).
package final class ResidentDictionary: Sendable {
  /// A dictionary with more terms stays as it is stored; in memory it takes about 100 bytes a term.
  static let mostTerms = 1 << 16

  /// The bits of a slot that are the hash's.
  private static let tag: UInt64 = .max << 32

  /// The terms, one after the other, and where each ends.
  let bytes: ByteArena
  private let ends: [UInt32]
  /// The first eight bytes of each term, the first one highest, zeros after its end.
  let heads: [UInt64]
  private let entries: [TermEntry]
  /// A hash table of the terms with open addressing, twice as large: a term's number plus one, or 0 where
  /// none is.
  ///
  /// Above the number stands the upper half of the hash, so that a term that is not there is not compared.
  private let slots: [UInt64]
  /// The sums of documents, and of documents in names, before each term and after the last one.
  let documents: [UInt64]
  let inNames: [UInt64]

  /// - Parameter isHashed: whether terms will be looked up, not only read in their order.
  /// - Throws: `index.damaged`.
  package init(_ segment: Segment, isHashed: Bool = true) throws(Failure) {
    let terms = segment.header.terms
    var bytes = ByteArena(capacity: terms * 8)
    var ends: [UInt32] = []
    var heads: [UInt64] = []
    var entries: [TermEntry] = []
    var documents: [UInt64] = [0]
    var inNames: [UInt64] = [0]
    ends.reserveCapacity(terms)
    heads.reserveCapacity(terms)
    entries.reserveCapacity(terms)
    documents.reserveCapacity(terms + 1)
    inNames.reserveCapacity(terms + 1)
    let index = try segment.dictionaryIndex()
    for block in 0..<index.blocks {
      var cursor = try TermBlockCursor(segment, index, block: block)
      while try cursor.advance() {
        bytes.append(cursor.text, cursor.text.all)
        heads.append(ResidentDictionary.head(cursor.text))
        guard let end = UInt32(exactly: bytes.count) else { throw segment.chunks.damaged(.term) }
        ends.append(end)
        let entry = cursor.entry
        documents.append(documents[entries.count] &+ UInt64(entry.documents))
        inNames.append(inNames[entries.count] &+ UInt64(entry.inNames))
        entries.append(entry)
      }
    }
    guard entries.count == terms, entries.last.map({ Int($0.number) + 1 == terms }) ?? true else {
      throw segment.chunks.damaged(.term)
    }
    var slots = [UInt64](repeating: 0, count: isHashed ? ResidentDictionary.places(for: terms) : 0)
    var start = 0
    for (number, end) in ends.enumerated() where isHashed {
      let hash = bytes.hash(ByteRange(start: start, count: Int(end) - start))
      var place = Int(truncatingIfNeeded: hash)
      while slots[place & (slots.count - 1)] != 0 { place &+= 1 }
      slots[place & (slots.count - 1)] = hash & ResidentDictionary.tag | UInt64(number + 1)
      start = Int(end)
    }
    self.slots = slots
    self.bytes = bytes
    self.ends = ends
    self.heads = heads
    self.entries = entries
    self.documents = documents
    self.inNames = inNames
  }

  /// How many terms there are.
  package var count: Int { entries.count }

  /// A term by its number.
  package subscript(number: Int) -> TermEntry { entries[number] }

  /// A power of two, twice as large as some terms at least.
  private static func places(for terms: Int) -> Int {
    1 << (Int.bitWidth - max(1, 2 * terms - 1).leadingZeroBitCount)
  }

  static func head(_ text: borrowing ByteArena) -> UInt64 {
    text.word(at: 0, before: text.count).byteSwapped
  }

  /// Where a term's UTF-8 lies.
  func range(_ number: Int) -> ByteRange {
    let start = number == 0 ? 0 : Int(ends[number - 1])
    return ByteRange(start: start, count: Int(ends[number]) - start)
  }

  /// The UTF-8 of a term.
  func text(_ number: Int) -> [UInt8] { bytes.bytes(range(number)) }

  /// Lends the UTF-8 of a term.
  package func withText<Result>(
    _ number: Int, _ body: (borrowing ByteArena, ByteRange) -> Result
  ) -> Result {
    body(bytes, range(number))
  }

  /// How a term stands to one of another dictionary: below 0 before it, 0 for the same, above 0 after it.
  package func order(_ number: Int, _ other: ResidentDictionary, _ there: Int) -> Int {
    let (one, two) = (heads[number], other.heads[there])
    if one != two { return one < two ? -1 : 1 }
    return bytes.compare(range(number), other.bytes, other.range(there))
  }

  /// The entry of a term, or nil; of a dictionary that is hashed.
  func term(_ text: borrowing ByteArena) -> TermEntry? {
    let head = ResidentDictionary.head(text)
    guard !slots.isEmpty else { return nil }
    let mask = slots.count &- 1
    let hash = text.hash(text.all)
    var place = Int(truncatingIfNeeded: hash) & mask
    while true {
      let slot = slots[place]
      guard slot != 0 else { return nil }
      let number = Int(slot & ~ResidentDictionary.tag) &- 1
      if slot & ResidentDictionary.tag == hash & ResidentDictionary.tag, heads[number] == head,
        bytes.equals(range(number), text, text.all)
      {
        return entries[number]
      }
      place = (place &+ 1) & mask
    }
  }
}

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
