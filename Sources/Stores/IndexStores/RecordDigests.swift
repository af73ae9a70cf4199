/// The digests of all records of a domain that were read: who reads the source again need not map
/// those that are here.
///
/// 16 bytes of memory a record; O(1) a look-up.
package final class RecordDigests: Sendable {
  /// A digest and the number of its item, or ``skipped``.
  package struct Entry: Sendable, Hashable {
    /// The digest.
    package var digest: UInt64
    /// The item's number in the state of the store that was asked.
    package var item: UInt32

    /// Makes an entry.
    package init(digest: UInt64, item: UInt32) {
      self.digest = digest
      self.item = item
    }
  }

  /// Stands for the item of a record that was skipped.
  package static let skipped = UInt32.max

  /// Sorted by digest.
  private let entries: [Entry]
  /// Where the digests begin whose upper bits are 0, 1, 2, and so on.
  private let starts: [UInt32]
  private let shift: UInt64
  /// How many items are numbered.
  let items: Int
  /// A text that tells the state of the store that numbered the items from others.
  let mark: String

  /// - Parameters:
  ///   - items: how many numbers of items there are.
  ///   - mark: what tells the state of the store that numbered the items from others.
  package init(_ entries: [Entry], items: Int, mark: String = "") {
    self.mark = mark
    var bits: UInt64 = 1
    while bits < 28, 1 << bits < entries.count { bits += 1 }
    shift = 64 - bits
    var starts = [UInt32](repeating: 0, count: 1 << Int(bits) + 1)
    for entry in entries { starts[Int(entry.digest >> shift) + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    var next = starts
    var dealt = entries
    for entry in entries {
      let place = Int(entry.digest >> shift)
      dealt[Int(next[place])] = entry
      next[place] += 1
    }
    self.entries = dealt
    self.starts = starts
    self.items = items
  }

  /// How many digests are known.
  package var count: Int { entries.count }

  /// Whether an item was made of a record with this digest; of one that was skipped none was.
  package func holdsItem(_ digest: UInt64) -> Bool {
    let place = Int(digest >> shift)
    for index in Int(starts[place])..<Int(starts[place + 1]) where entries[index].digest == digest {
      if entries[index].item != RecordDigests.skipped { return true }
    }
    return false
  }

  /// Whether a record with this digest was read before; its items are marked.
  package func see(_ digest: UInt64, _ marks: inout RecordMarks) -> Bool {
    let place = Int(digest >> shift)
    var found = false
    for index in Int(starts[place])..<Int(starts[place + 1]) where entries[index].digest == digest {
      found = true
      marks.insert(entries[index].item)
    }
    return found
  }
}

/// The items whose records were met in a reading; each thread gathers its own.
package struct RecordMarks: Sendable, Hashable {
  private var words: [UInt64] = []
  /// How often a record was met that had been met already: it stands in the source more than once.
  package private(set) var repeats = 0

  /// No marks.
  package init() {}

  mutating func insert(_ item: UInt32) {
    guard item != RecordDigests.skipped else { return }
    let word = Int(item / 64)
    if word >= words.count {
      words += Array(repeating: 0, count: max(word + 1 - words.count, words.count))
    }
    let bit: UInt64 = 1 << UInt64(item % 64)
    if words[word] & bit != 0 { repeats += 1 }
    words[word] |= bit
  }

  /// Whether an item is marked.
  package func contains(_ item: UInt32) -> Bool {
    let word = Int(item / 64)
    return word < words.count && words[word] >> UInt64(item % 64) & 1 == 1
  }

  /// Takes the marks of another thread too.
  package mutating func formUnion(_ other: RecordMarks) {
    if words.count < other.words.count {
      words += Array(repeating: 0, count: other.words.count - words.count)
    }
    repeats += other.repeats
    for word in other.words.indices {
      repeats += (words[word] & other.words[word]).nonzeroBitCount
      words[word] |= other.words[word]
    }
  }
}
