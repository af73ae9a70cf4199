import FootlightPlatform

/// Bytes of a loaded chunk, from an offset to its end.
///
/// Safe to use as long as its segment is open: chunks are freed with it and never change.
/// Every access is checked. Hot: all that a search reads is read through it (`Benchmarks query`).
@safe
package struct ChunkView {
  let base: UnsafePointer<UInt8>
  /// The number of bytes.
  package let count: Int

  @unsafe
  init(_ base: UnsafePointer<UInt8>, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  @inline(__always)
  package subscript(offset: Int) -> UInt8 {
    precondition(UInt(bitPattern: offset) < UInt(bitPattern: count))
    return unsafe base[offset]
  }

  /// Reads an integer, least significant byte first.
  @inline(__always)
  package func load<Number: FixedWidthInteger & BitwiseCopyable>(
    _ offset: Int, as type: Number.Type = Number.self
  ) -> Number {
    precondition(offset >= 0 && offset &+ MemoryLayout<Number>.size <= count)
    return unsafe Number(
      littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: Number.self))
  }

  /// Reads 40 bits.
  @inline(__always)
  func load40(_ offset: Int) -> UInt64 {
    UInt64(load(offset, as: UInt32.self)) | UInt64(self[offset &+ 4]) << 32
  }

  /// Reads a number of 1 … 32 bits that begins at a bit.
  @inline(__always)
  func number(of bits: Int, at bit: Int) -> UInt32 {
    let first = bit >> 3
    let mask = UInt64.max >> UInt64(64 &- bits)
    if first &+ 8 <= count {
      let number = load(first, as: UInt64.self) >> UInt64(bit & 7)
      return UInt32(truncatingIfNeeded: number & mask)
    }
    var number: UInt64 = 0
    for byte in 0..<((bit & 7) &+ bits &+ 7) >> 3 {
      number |= UInt64(self[first &+ byte]) << UInt64(8 &* byte)
    }
    return UInt32(truncatingIfNeeded: number >> UInt64(bit & 7) & mask)
  }

  /// Reads a varint and moves past it; a number that the view's end cuts off is what is there.
  @inline(__always)
  func varint(_ offset: inout Int) -> Int {
    var number = 0
    var shift = 0
    while UInt(bitPattern: offset) < UInt(bitPattern: count), shift < 63 {
      let byte = unsafe base[offset]
      offset &+= 1
      number |= Int(byte & 0x7F) &<< shift
      if byte < 0x80 { break }
      shift &+= 7
    }
    return number
  }

  /// The address of an offset, for the block decoder; `size` bytes must be there.
  @unsafe
  @inline(__always)
  package func pointer(_ offset: Int, size: Int) -> UnsafePointer<UInt8> {
    precondition(offset >= 0 && size >= 0 && offset &+ size <= count)
    return unsafe base + offset
  }

  /// The first bytes.
  func first(_ size: Int) -> ChunkView {
    precondition(size >= 0 && size <= count)
    return unsafe ChunkView(base, count: size)
  }

  /// Some bytes from an offset on.
  func part(_ offset: Int, size: Int) -> ChunkView {
    unsafe ChunkView(pointer(offset, size: size), count: size)
  }

  /// Lends a part of the bytes as a span.
  package func withSpan<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result {
    let start = unsafe pointer(range.lowerBound, size: range.count)
    let bytes = unsafe UnsafeBufferPointer(start: start, count: range.count)
    return unsafe body(bytes.span)
  }
}

extension ByteArena {
  /// Lends all bytes as a view, for those who read chunks.
  func withView<Result, E: Error>(_ body: (ChunkView) throws(E) -> Result) throws(E) -> Result {
    try unsafe withUnsafeBytes { (bytes) throws(E) in
      guard let base = bytes.baseAddress else { preconditionFailure("an arena has memory") }
      return try unsafe body(ChunkView(base, count: bytes.count))
    }
  }
}
