/// Integers of a fixed size and of a varying one.
extension ByteArena {
  /// Reads an integer, least significant byte first, from anywhere within `count`.
  @inlinable
  public func load<Number: FixedWidthInteger & BitwiseCopyable>(
    _ offset: Int, as type: Number.Type = Number.self
  ) -> Number {
    precondition(offset >= 0 && offset &+ MemoryLayout<Number>.size <= used)
    return unsafe Number(
      littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: Number.self))
  }

  /// Writes an integer, least significant byte first, over bytes within `count`.
  @inlinable
  public mutating func store<Number: FixedWidthInteger & BitwiseCopyable>(
    _ number: Number, at offset: Int
  ) {
    precondition(offset >= 0 && offset &+ MemoryLayout<Number>.size <= used)
    unsafe UnsafeMutableRawPointer(base + offset)
      .storeBytes(of: number.littleEndian, as: Number.self)
  }

  /// Reads a number in groups of seven bits and moves `offset` past it; nil when it is cut off.
  @inlinable
  public func varint(_ offset: inout Int) -> UInt64? {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while offset < used, offset >= 0, shift < 64 {
      let byte = unsafe base[offset]
      offset &+= 1
      number |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 { return number }
      shift &+= 7
    }
    return nil
  }

  /// Reads a number that this program wrote in groups of seven bits, below 2³².
  @inlinable
  public func varint32(_ offset: inout Int) -> UInt32 {
    var byte = self[offset]
    offset &+= 1
    var number = UInt32(byte & 0x7F)
    var shift: UInt32 = 7
    while byte >= 0x80 {
      byte = self[offset]
      offset &+= 1
      number |= UInt32(byte & 0x7F) &<< shift
      shift &+= 7
    }
    return number
  }
}
