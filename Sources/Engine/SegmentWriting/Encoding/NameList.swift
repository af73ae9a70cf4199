import FootlightPlatform

/// The names of a stretch, as sequences of terms.
struct NameList: ~Copyable, Sendable {
  /// A name: what it is sorted by first, where its terms from the third on lie, and whose name it is.
  struct Entry: BitwiseCopyable, Sendable {
    /// The first term, and below it the second one plus one; 0 where there is none.
    var key: UInt64
    var rest: UInt32
    /// How many terms it has.
    var length: UInt32
    var document: UInt32
    var ordinal: UInt16

    /// Where its terms from the third one on lie.
    var rests: Range<Int> { Int(rest)..<Int(rest) + max(0, Int(length) - 2) }
  }

  private var entries = ScratchList<Entry>()
  private var spare = ScratchList<Entry>()
  private var rests = ScratchList<UInt32>()

  init() {}

  /// How many there are.
  var count: Int { entries.count }

  mutating func removeAll() {
    entries.removeAll()
    rests.removeAll()
  }

  /// Begins a name, whose terms come next.
  mutating func begin(_ document: UInt32, _ ordinal: UInt16) {
    entries.append(
      Entry(
        key: 0, rest: UInt32(truncatingIfNeeded: rests.count), length: 0, document: document,
        ordinal: ordinal))
  }

  /// Appends a term to the name that was begun last.
  mutating func append(_ term: UInt32) {
    let last = entries.count - 1
    switch entries[last].length {
    case 0: entries[last].key = UInt64(term) << 32
    case 1: entries[last].key |= UInt64(term) + 1
    default: rests.append(term)
    }
    entries[last].length += 1
  }

  /// Sorts the names – by their terms, then titles before aliases, then by document – and spills them.
  ///
  /// Shape of a name: the first term less the one before, the second one plus one, how many terms there are,
  /// the others, the document from the stretch's first one on, the ordinal; all varints.
  mutating func spill(after first: Int, into file: SpillFile?) throws(Failure) -> Spill {
    RadixSort.sort(&entries, &spare, below: .max) { $0.key }
    sortAlike()
    var writer = SpillWriter(file)
    var before: UInt64 = 0
    for index in entries.indices {
      let entry = entries[index]
      writer.bytes.append(varint: entry.key >> 32 &- before)
      before = entry.key >> 32
      writer.bytes.append(varint: entry.key & 0xFFFF_FFFF)
      writer.bytes.append(varint: UInt64(entry.length))
      for place in entry.rests {
        writer.bytes.append(varint: UInt64(rests[place]))
      }
      writer.bytes.append(varint: UInt64(Int(entry.document) - first))
      writer.bytes.append(varint: UInt64(entry.ordinal))
      try writer.handOn()
    }
    return try writer.finish()
  }

  /// Sorts neighbours whose first two terms are the same.
  private mutating func sortAlike() {
    var start = 0
    while start < entries.count {
      var end = start + 1
      while end < entries.count, entries[end].key == entries[start].key { end += 1 }
      if end - start > 1 {
        sort(start..<end)
      }
      start = end
    }
  }

  private mutating func sort(_ alike: Range<Int>) {
    entries.sort(alike) { one, other in
      let order = NameList.compare(rests, one.rests, rests, other.rests)
      if order != 0 { return order < 0 }
      return NameList.follows((other.document, other.ordinal), (one.document, one.ordinal))
    }
  }

  /// Compares the terms of two names from the third one on.
  static func compare(
    _ one: borrowing ScratchList<UInt32>, _ a: Range<Int>,
    _ other: borrowing ScratchList<UInt32>, _ b: Range<Int>
  ) -> Int {
    for place in 0..<min(a.count, b.count) {
      let (x, y) = (one[a.lowerBound + place], other[b.lowerBound + place])
      if x != y { return x < y ? -1 : 1 }
    }
    return a.count - b.count
  }

  /// Whether a name stands after another one with the same terms: titles come before aliases, for whoever is called so
  /// comes before those who are also called so.
  static func follows(
    _ one: (document: UInt32, ordinal: UInt16), _ other: (document: UInt32, ordinal: UInt16)
  ) -> Bool {
    if (one.ordinal == 0) != (other.ordinal == 0) { return other.ordinal == 0 }
    return one.document != other.document
      ? one.document > other.document : one.ordinal > other.ordinal
  }
}
