import FootlightPlatform

/// A map from bytes to bytes, both in an arena: what `map:` is looked up in.
struct ByteTable: Sendable {
  private var entries: [(hash: UInt64, key: ByteRange, value: ByteRange)] = []
  /// An index into the entries plus one, or 0; a power of two places, probed one after the other.
  private var places: [UInt32]

  init(capacity: Int) {
    var size = 4
    while size < capacity * 2 { size *= 2 }
    places = [UInt32](repeating: 0, count: size)
  }

  /// Adds a key that is not there yet; no more of them than the capacity.
  mutating func insert(_ key: ByteRange, _ value: ByteRange, _ bytes: borrowing ByteArena) {
    let hash = bytes.hash(key)
    entries.append((hash, key, value))
    var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
    while places[place] != 0 { place = (place + 1) & (places.count - 1) }
    places[place] = UInt32(entries.count)
  }

  /// The value of the key that a range of another arena spells.
  func value(
    _ bytes: borrowing ByteArena, _ key: borrowing ByteArena, _ range: ByteRange
  ) -> ByteRange? {
    let hash = key.hash(range)
    var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
    while places[place] != 0 {
      let entry = entries[Int(places[place]) - 1]
      if entry.hash == hash, bytes.equals(entry.key, key, range) { return entry.value }
      place = (place + 1) & (places.count - 1)
    }
    return nil
  }
}
