import FootlightPlatform

/// The groups of bytes that are one symbol where records are stored letter by letter.
///
/// Hot: each symbol of every record is found here, and where it ends tells where the next one begins. The group that
/// stands at a place is looked up by two, three and four bytes at once, without a branch for processors to guess (as the
/// tables of Boncz, Neumann and Leis, "FSST: fast random access string compression", 2020). Pointers, because
/// checks of arrays were a third of that (`Benchmarks inversion`); every place in the tables is cut to their size.
struct RecordGroups: Sendable {
  /// The bytes of each group, the first one lowest, and in the upper half how many there are.
  private(set) var texts: [UInt64] = []
  /// For two bytes the entry of the group that they are, or else of the first of them.
  private var pairs: [UInt16] = []
  /// For the slots of three bytes, and after them for those of four: a text that belongs to the slot, and above it the
  /// entry of the group that it is; a text of another slot where there is no group.
  private var longer: [UInt64] = []

  private static let slotBits = 10
  /// The bits of the symbol in an entry; above them is the number of bytes.
  private static let symbolBits: UInt32 = 9

  /// How many symbols there are: groups and bytes.
  var symbols: Int { texts.count + 256 }

  /// The text of a symbol, with its size in the upper half.
  private func text(_ symbol: Int) -> UInt64 {
    symbol < texts.count ? texts[symbol] : 1 << 32 | UInt64(symbol - texts.count)
  }

  @inline(__always)
  private static func slot(_ word: UInt32) -> Int {
    Int((word &* 2_654_435_761) &>> UInt32(32 - slotBits))
  }

  /// The slot of a group of three or four bytes in `longer`; nil for a shorter one.
  private static func slot(ofGroup text: UInt64) -> Int? {
    let size = Int(text >> 32)
    return size < 3 ? nil : (size - 3) << slotBits | slot(UInt32(truncatingIfNeeded: text))
  }

  /// Some groups, the best ones first: of those that have the same slot the first one is taken.
  private init(_ candidates: some Sequence<UInt64>, most: Int) {
    var taken: Set<UInt64> = []
    var slots: Set<Int> = []
    for text in candidates where !taken.contains(text) {
      guard taken.count < most else { break }
      if let slot = RecordGroups.slot(ofGroup: text), !slots.insert(slot).inserted { continue }
      taken.insert(text)
    }
    texts = taken.sorted()
    let single = (0..<256).map {
      UInt16(truncatingIfNeeded: 1 << RecordGroups.symbolBits | UInt32(texts.count + $0))
    }
    pairs.reserveCapacity(1 << 16)
    for _ in 0..<256 { pairs += single }
    longer = [UInt64](repeating: 0, count: 2 << RecordGroups.slotBits)
    // The text 0 has the first slot.
    for first in [0, 1 << RecordGroups.slotBits] { longer[first] = 1 }
    for (symbol, text) in texts.enumerated() {
      let entry = (text >> 32) << UInt64(RecordGroups.symbolBits) | UInt64(symbol)
      if let slot = RecordGroups.slot(ofGroup: text) {
        longer[slot] = entry << 32 | text & 0xFFFF_FFFF
      } else {
        pairs[Int(text & 0xFFFF)] = UInt16(truncatingIfNeeded: entry)
      }
    }
  }

  /// Finds the symbols of bytes that somebody lends.
  @unsafe
  struct Finder {
    fileprivate let pairs: UnsafePointer<UInt16>
    fileprivate let longer: UnsafePointer<UInt64>
    fileprivate let groups: Int

    /// The symbol at a place before the end, and how many bytes it takes.
    @inline(__always)
    func symbol(_ bytes: UnsafeRawPointer, _ at: Int, before end: Int) -> (symbol: Int, size: Int) {
      guard at &+ 4 <= end else { return unsafe last(bytes, at, before: end) }
      let word = unsafe UInt32(
        littleEndian: (bytes + at).loadUnaligned(as: UInt32.self))
      let entry = unsafe entry(word, hasFour: true)
      return (
        Int(entry & (1 &<< RecordGroups.symbolBits &- 1)), Int(entry &>> RecordGroups.symbolBits)
      )
    }

    @inline(__always)
    private func entry(_ word: UInt32, hasFour: Bool) -> UInt32 {
      let three = word & 0xFF_FFFF
      let ofThree = unsafe longer[RecordGroups.slot(three)]
      let ofFour = unsafe longer[1 &<< RecordGroups.slotBits | RecordGroups.slot(word)]
      var entry = unsafe UInt32(pairs[Int(word & 0xFFFF)])
      entry =
        UInt32(truncatingIfNeeded: ofThree) == three
        ? UInt32(truncatingIfNeeded: ofThree &>> 32) : entry
      return hasFour && UInt32(truncatingIfNeeded: ofFour) == word
        ? UInt32(truncatingIfNeeded: ofFour &>> 32) : entry
    }

    /// The same where fewer than four bytes are left.
    @inline(never)
    private func last(
      _ bytes: UnsafeRawPointer, _ at: Int, before end: Int
    ) -> (symbol: Int, size: Int) {
      var word: UInt32 = 0
      for place in at..<end {
        word |=
          unsafe UInt32(bytes.load(fromByteOffset: place, as: UInt8.self))
          &<< UInt32(8 &* (place &- at))
      }
      let entry = unsafe entry(word, hasFour: false)
      let size = Int(entry &>> RecordGroups.symbolBits)
      // Bytes that are not there are no part of a group.
      guard size <= end &- at else { return (unsafe groups &+ Int(word & 0xFF), 1) }
      return (Int(entry & (1 &<< RecordGroups.symbolBits &- 1)), size)
    }
  }

  /// Lends what finds symbols; it must not leave the closure.
  @unsafe
  @inline(__always)
  func withFinder<Result>(otherwise nothing: Result, _ body: (Finder) -> Result) -> Result {
    unsafe pairs.withUnsafeBufferPointer { pairs in
      unsafe longer.withUnsafeBufferPointer { longer in
        guard let pairs = pairs.baseAddress, let longer = longer.baseAddress else { return nothing }
        return unsafe body(Finder(pairs: pairs, longer: longer, groups: texts.count))
      }
    }
  }

  /// How often each symbol stands after each other one, in one of so many records; the last row has those with which
  /// records begin.
  func counts(
    _ bytes: borrowing ByteArena, _ sizes: [UInt32], every: Int
  ) -> [UInt32] {
    precondition(sizes.reduce(0) { $0 + Int($1) } <= bytes.count)
    var counts = [UInt32](repeating: 0, count: symbols * (symbols + 1))
    unsafe bytes.withUnsafeBytes { source in
      unsafe counts.withUnsafeMutableBufferPointer { counts in
        guard let source = source.baseAddress, let counts = counts.baseAddress else { return }
        unsafe withFinder(otherwise: ()) { finder in
          var start = 0
          for (number, size) in sizes.enumerated() {
            let end = start + Int(size)
            if number % every == 0 { unsafe count(finder, source, start..<end, counts) }
            start = end
          }
        }
      }
    }
    return counts
  }

  private func count(
    _ finder: Finder, _ source: UnsafePointer<UInt8>, _ record: Range<Int>,
    _ counts: UnsafeMutablePointer<UInt32>
  ) {
    let symbols = symbols
    var row = symbols &* symbols
    var at = record.lowerBound
    while at < record.upperBound {
      let (symbol, size) = unsafe finder.symbol(
        UnsafeRawPointer(source), at, before: record.upperBound)
      unsafe counts[row &+ symbol] &+= 1
      row = symbol &* symbols
      at &+= size
    }
  }

  /// How often groups are found anew, each time of symbols that stand side by side.
  private static let rounds = 5
  /// So many bytes of the records are looked at.
  private static let mostLearned = 1 << 17
  /// A group for so many bytes at most.
  private static let bytesPerGroup = 512
  /// A group saves at least one of so many bytes.
  private static let leastSaved = 2_048

  /// The groups that save most in some records, one after the other.
  init(_ bytes: borrowing ByteArena, sizes: [UInt32]) {
    let every = bytes.count / RecordGroups.mostLearned + 1
    let learned = bytes.count / every
    let most = min(RecordSymbols.mostGroups, learned / RecordGroups.bytesPerGroup)
    var groups = RecordGroups(EmptyCollection(), most: 0)
    for _ in 0..<RecordGroups.rounds {
      let better = groups.candidates(
        groups.counts(bytes, sizes, every: every),
        least: max(2, UInt32(learned / RecordGroups.leastSaved)))
      groups = RecordGroups(better.lazy.map(\.text), most: most)
    }
    self = groups
  }

  /// The groups, and what two symbols side by side would be together, by the bytes that are no symbols of their own then.
  private func candidates(
    _ counts: [UInt32], least: UInt32
  ) -> [(saved: UInt64, text: UInt64)] {
    var found: [(saved: UInt64, text: UInt64)] = []
    for symbol in texts.indices {
      let count = stride(from: symbol, to: counts.count, by: symbols)
        .reduce(0) { $0 + UInt64(counts[$1]) }
      found.append((count * (texts[symbol] >> 32 - 1), texts[symbol]))
    }
    for place in 0..<symbols * symbols where counts[place] > 1 {
      let (one, other) = (text(place / symbols), text(place % symbols))
      let size = one >> 32 + other >> 32
      let saved = UInt64(counts[place]) * (size - 1)
      guard size <= RecordSymbols.mostBytes, saved >= least else { continue }
      let joined = (other & 0xFFFF_FFFF) << (8 * (one >> 32)) | one & 0xFFFF_FFFF
      found.append((saved, size << 32 | joined & 0xFFFF_FFFF))
    }
    found.sort { a, b in a.saved != b.saved ? a.saved > b.saved : a.text < b.text }
    return found
  }
}
