public import CInstructions

extension ByteArena {
  /// Eight bytes from an offset up to `count`, the first one lowest; those from `end` on are zero.
  ///
  /// The arena keeps eight bytes of slack, so a word at its end costs no more than any other.
  @inlinable
  public func word(at offset: Int, before end: Int) -> UInt64 {
    precondition(offset >= 0 && offset <= used && end <= used)
    let word = unsafe UInt64(
      littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self))
    let room = end &- offset
    if room >= 8 { return word }
    return room <= 0 ? 0 : word & ((1 &<< UInt64(truncatingIfNeeded: room &* 8)) &- 1)
  }

  /// Appends the lowest `size` bytes of a word, at most eight.
  @inlinable
  public mutating func append(word: UInt64, count size: Int) {
    precondition(size >= 0 && size <= 8)
    if used &+ size > capacity { grow(size) }
    unsafe UnsafeMutableRawPointer(base + used)
      .storeBytes(of: word.littleEndian, as: UInt64.self)
    used &+= size
  }

  /// Fetches the bytes around an offset, which will be needed in a moment; any offset will do.
  @inlinable
  public func prefetch(_ offset: Int) {
    guard UInt(bitPattern: offset) < UInt(bitPattern: used) else { return }
    unsafe footlight_prefetch(base + offset)
  }
}
