import CInstructions
import FootlightPlatform

/// The dictionary of one worker: folded words to numbers in the order of their first appearance.
///
/// Hot: every token of every item is looked up here, and nearly every look-up waits for memory. So the words
/// of an item are looked for in two steps, of which the first fetches their slots (``probe(_:_:)``), and what
/// is kept of a term lies in one place. Open addressing over slots that hold the
/// first eight bytes, so that most look-ups touch one cache line and no text; pointers instead of
/// arrays because the table is written at random places (`Benchmarks inversion` shows the rate).
@safe
struct TermTable: ~Copyable, Sendable {
  private struct Slot: Sendable {
    var first: UInt64
    var hash: UInt32
    /// The term's number plus one; 0 marks a free slot.
    var number: UInt32
  }

  /// The entry of a term; four share a cache line.
  private struct Entry: Sendable {
    /// Where it ends in `bytes`.
    var end: UInt32
    /// How many items hold it.
    var holding: UInt32 = 0
    /// The item in which it was last seen, counted from 1, and its place in the tally there.
    var lastSeen: UInt32 = 0
    var place: UInt32 = 0
  }

  /// The key by which a word is looked for.
  struct Probe: Sendable {
    fileprivate var first: UInt64
    fileprivate var hash: UInt32
  }

  // Safe: the memory belongs to this value alone; every index is masked, compared with a count, or comes
  // from the table.
  private nonisolated(unsafe) var slots: UnsafeMutablePointer<Slot>
  private var mask: Int
  // Safe: as above.
  private nonisolated(unsafe) var entries: UnsafeMutablePointer<Entry>
  private var room: Int
  /// The number of terms.
  private(set) var count = 0
  /// The UTF-8 of all terms, one after the other.
  private(set) var bytes: ByteArena

  /// An empty table with room for some terms, a power of two.
  init(slots size: Int = 1 << 12) {
    unsafe slots = UnsafeMutablePointer<Slot>.allocate(capacity: size)
    unsafe slots.initialize(repeating: Slot(first: 0, hash: 0, number: 0), count: size)
    mask = size - 1
    room = size
    unsafe entries = UnsafeMutablePointer<Entry>.allocate(capacity: size)
    bytes = ByteArena(capacity: size * 4)
  }

  deinit {
    unsafe slots.deallocate()
    unsafe entries.deallocate()
  }

  /// The bytes that the table occupies.
  var footprint: Int { (mask + 1) * 16 + bytes.count + count * 16 }

  /// Where a term's UTF-8 lies in `bytes`.
  func range(_ term: Int) -> ByteRange {
    precondition(term >= 0 && term < count)
    let start = term == 0 ? 0 : unsafe Int(entries[term - 1].end)
    return unsafe ByteRange(start: start, count: Int(entries[term].end) - start)
  }

  /// How many items hold a term.
  func holding(_ term: Int) -> UInt32 {
    precondition(term >= 0 && term < count)
    return unsafe entries[term].holding
  }

  /// One more item holds a term.
  @inline(__always)
  mutating func hold(_ term: UInt32) {
    precondition(Int(term) < count)
    unsafe entries[Int(term)].holding &+= 1
  }

  /// The place of a term in the tally of an item: the one that it was given, or `next`, which it is given now.
  @inline(__always)
  mutating func place(of term: UInt32, in item: UInt32, orAt next: Int) -> Int {
    precondition(Int(term) < count)
    let entry = unsafe entries + Int(term)
    if unsafe entry.pointee.lastSeen == item { return unsafe Int(entry.pointee.place) }
    unsafe entry.pointee.lastSeen = item
    unsafe entry.pointee.place = UInt32(truncatingIfNeeded: next)
    return next
  }

  /// The first step of looking for a word: what it is looked for by; its slot is fetched meanwhile.
  @inline(__always)
  func probe(_ source: borrowing ByteArena, _ range: ByteRange) -> Probe {
    let length = Int(range.count)
    let first = TermTable.firstBytes(source, range)
    var mixed = ByteArena.mix(first ^ UInt64(length), 0x9E37_79B9_7F4A_7C15)
    if length > 8 { mixed ^= source.hash(range) }
    // With the size of words up to eight bytes in it, those need no look at their text.
    let hash =
      (UInt32(truncatingIfNeeded: mixed >> 32) ^ UInt32(truncatingIfNeeded: mixed)) << 4
      | UInt32(truncatingIfNeeded: min(length, 9))
    unsafe footlight_prefetch(slots + (Int(hash >> 4) & mask))
    return Probe(first: first, hash: hash)
  }

  /// The number of a word, which is added when it is not there yet.
  mutating func intern(_ source: borrowing ByteArena, _ range: ByteRange) -> UInt32 {
    intern(probe(source, range), source, range)
  }

  /// The second step: the number of the word, which is added when it is not there yet.
  ///
  /// The entry of a short word is fetched for a moment later; that of a longer one was read.
  @inline(__always)
  mutating func intern(_ probe: Probe, _ source: borrowing ByteArena, _ range: ByteRange) -> UInt32
  {
    let length = Int(range.count)
    var index = Int(probe.hash >> 4) & mask
    while true {
      let slot = unsafe slots[index]
      if slot.number == 0 { return add(probe, source, range, at: index) }
      if slot.hash == probe.hash, slot.first == probe.first {
        let number = slot.number &- 1
        if length <= 8 {
          unsafe footlight_prefetch(entries + Int(number))
          return number
        }
        let known = self.range(Int(number))
        if Int(known.count) == length, source.equals(range, bytes, known) { return number }
      }
      index = (index &+ 1) & mask
    }
  }

  @inline(never)
  private mutating func add(
    _ probe: Probe, _ source: borrowing ByteArena, _ range: ByteRange, at index: Int
  ) -> UInt32 {
    let number = count
    if number == room { makeRoom() }
    bytes.append(source, range)
    unsafe (entries + number).initialize(to: Entry(end: UInt32(truncatingIfNeeded: bytes.count)))
    count += 1
    unsafe slots[index] = Slot(
      first: probe.first, hash: probe.hash, number: UInt32(truncatingIfNeeded: number &+ 1))
    if count * 3 > mask * 2 { enlarge() }
    return UInt32(truncatingIfNeeded: number)
  }

  /// Fetches what is kept of a term, for a moment later.
  @inline(__always)
  func prefetch(_ term: Int) {
    guard term >= 0, term < count else { return }
    unsafe footlight_prefetch(entries + term)
  }

  /// Frees the slots: no more look-ups, the terms stay.
  mutating func freeSlots() {
    unsafe slots.deallocate()
    unsafe slots = UnsafeMutablePointer<Slot>.allocate(capacity: 1)
    unsafe slots.initialize(to: Slot(first: 0, hash: 0, number: 0))
    mask = 0
  }

  /// The first eight bytes as a big-endian number, so that numbers order like the texts.
  static func firstBytes(_ source: borrowing ByteArena, _ range: ByteRange) -> UInt64 {
    let start = range.lowerBound
    let length = Int(range.count)
    if length >= 8 { return source.load(start, as: UInt64.self).byteSwapped }
    if start + 8 <= source.count {
      guard length > 0 else { return 0 }
      let word = source.load(start, as: UInt64.self).byteSwapped
      return word & (.max << UInt64(64 - 8 * length))
    }
    var word: UInt64 = 0
    for index in 0..<length {
      word |= UInt64(source[start + index]) << UInt64(56 - 8 * index)
    }
    return word
  }

  private mutating func makeRoom() {
    room *= 2
    // The C library can move the pages of a large block instead of copying it. (Swift's allocate and
    // deallocate are malloc and free.)
    let size = room * MemoryLayout<Entry>.stride
    guard let larger = unsafe realloc(entries, size) else {
      preconditionFailure("no memory for \(size) bytes")
    }
    unsafe entries = larger.assumingMemoryBound(to: Entry.self)
  }

  private mutating func enlarge() {
    let size = (mask + 1) * 2
    let larger = UnsafeMutablePointer<Slot>.allocate(capacity: size)
    unsafe larger.initialize(repeating: Slot(first: 0, hash: 0, number: 0), count: size)
    for old in 0...mask {
      let slot = unsafe slots[old]
      guard slot.number != 0 else { continue }
      var index = Int(slot.hash >> 4) & (size - 1)
      while unsafe larger[index].number != 0 { index = (index + 1) & (size - 1) }
      unsafe larger[index] = slot
    }
    unsafe slots.deallocate()
    unsafe slots = larger
    mask = size - 1
  }
}
