/// Appending; amortised O(1) a byte.
extension ByteArena {
  /// Appends one byte.
  @inlinable
  public mutating func append(_ byte: UInt8) {
    if used == capacity { grow(1) }
    unsafe base[used] = byte
    used &+= 1
  }

  /// Appends bytes of another arena; the range must lie within it.
  @inlinable
  public mutating func append(_ other: borrowing ByteArena, _ range: ByteRange) {
    precondition(range.upperBound <= other.used)
    let size = Int(range.count)
    reserve(size)
    unsafe (base + used).update(from: other.base + range.lowerBound, count: size)
    used &+= size
  }

  /// Appends a copy of bytes that this arena already holds.
  public mutating func append(own range: ByteRange) {
    precondition(range.upperBound <= used)
    let size = Int(range.count)
    reserve(size)
    unsafe (base + used).update(from: base + range.lowerBound, count: size)
    used &+= size
  }

  /// Appends bytes that somebody lends.
  @inlinable
  public mutating func append(_ bytes: borrowing Span<UInt8>) {
    let size = bytes.count
    reserve(size)
    unsafe bytes.withUnsafeBufferPointer { source in
      if let start = source.baseAddress {
        unsafe (base + used).update(from: start, count: size)
      }
    }
    used &+= size
  }

  /// Appends bytes of an array.
  @inlinable
  public mutating func append(_ bytes: [UInt8]) {
    append(bytes.span)
  }

  /// Appends the UTF-8 of a text.
  public mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { source in
      reserve(source.count)
      if let start = source.baseAddress {
        unsafe (base + used).update(from: start, count: source.count)
      }
      used += source.count
    }
  }

  /// Appends an integer, least significant byte first.
  @inlinable
  public mutating func append<Number: FixedWidthInteger>(littleEndian number: Number) {
    let size = MemoryLayout<Number>.size
    reserve(size)
    unsafe UnsafeMutableRawPointer(base + used)
      .storeBytes(of: number.littleEndian, as: Number.self)
    used &+= size
  }

  /// Appends a number in groups of seven bits, least significant first (LEB128).
  @inlinable
  public mutating func append(varint number: UInt64) {
    reserve(10)
    var rest = number
    while rest >= 0x80 {
      unsafe base[used] = UInt8(truncatingIfNeeded: rest) | 0x80
      used &+= 1
      rest &>>= 7
    }
    unsafe base[used] = UInt8(truncatingIfNeeded: rest)
    used &+= 1
  }

  /// Appends the lowest `width` bytes of a number, 1 … 4, least significant first.
  @inlinable
  public mutating func append(_ number: UInt32, width: Int) {
    precondition(width >= 1 && width <= 4)
    reserve(4)
    unsafe UnsafeMutableRawPointer(base + used)
      .storeBytes(of: number.littleEndian, as: UInt32.self)
    used &+= width
  }

  /// Appends the lowest 40 bits of a number, least significant byte first.
  @inlinable
  public mutating func append(low40 number: UInt64) {
    reserve(8)
    unsafe UnsafeMutableRawPointer(base + used)
      .storeBytes(of: number.littleEndian, as: UInt64.self)
    used &+= 5
  }

  /// Appends `size` zero bytes.
  public mutating func append(zeros size: Int) {
    reserve(size)
    unsafe (base + used).update(repeating: 0, count: size)
    used += size
  }

  /// Lets a call of the C library write up to `room` bytes after the last one.
  ///
  /// The closure returns how many bytes it wrote; the pointer must not leave it.
  @unsafe
  public mutating func appendUnsafe<E: Error>(
    room: Int, _ body: (UnsafeMutableRawBufferPointer) throws(E) -> Int
  ) throws(E) {
    reserve(room)
    let written = try unsafe body(
      UnsafeMutableRawBufferPointer(start: base + used, count: room))
    precondition(written >= 0 && written <= room)
    used += written
  }
}
