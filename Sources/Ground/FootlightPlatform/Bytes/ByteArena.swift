public import CInstructions

/// A growable run of bytes with one owner: what records, items and tokens are written into.
///
/// Every access is checked against `count`, so its users need no unsafe code; unlike an Array it
/// is never shared, so writing needs no uniqueness check. Appending takes amortised O(1).
@safe
@frozen
public struct ByteArena: ~Copyable, Sendable {
  // Safe: the memory belongs to this value alone, and every access below is bounds-checked.
  @usableFromInline nonisolated(unsafe) var base: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  @usableFromInline var used: Int

  /// Bytes allocated beyond the capacity, so that eight can be read or written at every offset in use.
  @usableFromInline static let slack = 8

  /// An empty arena with room for `capacity` bytes.
  public init(capacity: Int = 256) {
    self.capacity = max(capacity, 64)
    unsafe base = UnsafeMutablePointer<UInt8>.allocate(capacity: self.capacity + ByteArena.slack)
    used = 0
  }

  /// An arena that holds the UTF-8 of a text.
  public init(_ text: String) {
    self.init(capacity: text.utf8.count)
    append(text)
  }

  deinit {
    unsafe base.deallocate()
  }

  /// The number of bytes in use.
  @inlinable
  public var count: Int { used }

  /// The range of all bytes in use.
  @inlinable
  public var all: ByteRange { ByteRange(start: 0, count: used) }

  /// The byte at an offset below `count`.
  @inlinable
  public subscript(offset: Int) -> UInt8 {
    get {
      precondition(UInt(bitPattern: offset) < UInt(bitPattern: used))
      return unsafe base[offset]
    }
    set {
      precondition(UInt(bitPattern: offset) < UInt(bitPattern: used))
      unsafe base[offset] = newValue
    }
  }

  /// Makes room for `extra` more bytes without another allocation.
  @inlinable
  public mutating func reserve(_ extra: Int) {
    if used &+ extra > capacity { grow(extra) }
  }

  @usableFromInline
  @inline(never)
  mutating func grow(_ extra: Int) {
    let wanted = max(capacity + capacity / 2, used + extra, 64)
    // The C library moves the pages of a large block instead of copying it, so that a growing
    // arena never needs twice its size. (Swift's allocate and deallocate are malloc and free.)
    guard let larger = unsafe realloc(base, wanted + ByteArena.slack) else {
      preconditionFailure("no memory for \(wanted) bytes")
    }
    unsafe base = larger.assumingMemoryBound(to: UInt8.self)
    capacity = wanted
  }

  /// Forgets the bytes from `size` on; the memory stays for the next use.
  @inlinable
  public mutating func truncate(to size: Int) {
    precondition(size >= 0 && size <= used)
    used = size
  }

  /// Forgets the first `size` bytes; those after them move to the front.
  package mutating func removeFirst(_ size: Int) {
    precondition(size >= 0 && size <= used)
    used -= size
    unsafe base.update(from: base + size, count: used)
  }

  /// Forgets everything; the memory stays for the next use.
  @inlinable
  public mutating func removeAll() {
    used = 0
  }

  /// Forgets everything, and gives back what the memory has beyond `kept` bytes.
  public mutating func removeAll(keepingAtMost kept: Int) {
    used = 0
    guard capacity > max(kept, 64) else { return }
    unsafe base.deallocate()
    capacity = max(kept, 64)
    unsafe base = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + ByteArena.slack)
  }

  /// Lends the bytes of a range.
  @inlinable
  public func withSpan<Result, E: Error>(
    _ range: ByteRange, _ body: (borrowing Span<UInt8>) throws(E) -> Result
  ) throws(E) -> Result {
    precondition(range.upperBound <= used)
    let bytes = unsafe UnsafeBufferPointer(start: base + range.lowerBound, count: Int(range.count))
    return try unsafe body(bytes.span)
  }

  /// Lends all bytes to a call of the C library.
  ///
  /// The pointer must not leave the closure.
  @unsafe
  @inlinable
  public func withUnsafeBytes<Result, E: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> Result
  ) throws(E) -> Result {
    try unsafe body(UnsafeBufferPointer(start: base, count: used))
  }

  /// The text of a range; invalid UTF-8 is replaced by U+FFFD.
  public func text(_ range: ByteRange) -> String {
    precondition(range.upperBound <= used)
    return unsafe String(
      decoding: UnsafeBufferPointer(start: base + range.lowerBound, count: Int(range.count)),
      as: UTF8.self)
  }

  /// The bytes of a range, copied.
  public func bytes(_ range: ByteRange) -> [UInt8] {
    precondition(range.upperBound <= used)
    return unsafe [UInt8](
      UnsafeBufferPointer(start: base + range.lowerBound, count: Int(range.count)))
  }

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

/// A range of bytes in an arena: where it starts and how many bytes it holds.
@frozen
public struct ByteRange: Sendable, Hashable {
  /// The offset of the first byte.
  public var start: UInt32
  /// The number of bytes.
  public var count: UInt32

  /// Makes a range of bytes.
  @inlinable
  public init(start: Int, count: Int) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.count = UInt32(truncatingIfNeeded: count)
  }

  /// No bytes.
  @inlinable
  public init() {
    start = 0
    count = 0
  }

  /// Whether there is no byte in it.
  @inlinable
  public var isEmpty: Bool { count == 0 }

  /// The offset of the first byte.
  @inlinable
  public var lowerBound: Int { Int(start) }

  /// The offset after the last byte.
  @inlinable
  public var upperBound: Int { Int(start) + Int(count) }
}
