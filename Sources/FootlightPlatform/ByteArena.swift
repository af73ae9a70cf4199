#if canImport(Glibc)
  public import Glibc
#elseif canImport(Darwin)
  public import Darwin
#endif

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

  /// Bytes behind the capacity, so that eight can be read or written at every offset in use.
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

  /// Forgets the bytes from `size` on; the memory stays for the next use.
  @inlinable
  public mutating func truncate(to size: Int) {
    precondition(size >= 0 && size <= used)
    used = size
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

  /// Reads a number in groups of seven bits and moves `offset` behind it; nil when it is cut off.
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

  /// The offset of the first such byte in `start ..< end`, or nil.
  ///
  /// C: memchr.
  @inlinable
  public func firstIndex(of byte: UInt8, from start: Int, to end: Int) -> Int? {
    precondition(start >= 0 && end <= used)
    guard start < end, let found = unsafe memchr(base + start, Int32(byte), end - start) else {
      return nil
    }
    return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// Whether a range holds the same bytes as a range of another arena.
  @inlinable
  public func equals(_ range: ByteRange, _ other: borrowing ByteArena, _ there: ByteRange) -> Bool {
    precondition(range.upperBound <= used && there.upperBound <= other.used)
    return unsafe range.count == there.count
      && memcmp(base + range.lowerBound, other.base + there.lowerBound, Int(range.count)) == 0
  }

  /// Compares a range with a range of another arena byte by byte: below, at or above zero.
  @inlinable
  public func compare(_ range: ByteRange, _ other: borrowing ByteArena, _ there: ByteRange) -> Int {
    precondition(range.upperBound <= used && there.upperBound <= other.used)
    let order = unsafe memcmp(
      base + range.lowerBound, other.base + there.lowerBound,
      Int(min(range.count, there.count)))
    return order != 0 ? Int(order) : Int(range.count) - Int(there.count)
  }

  /// Whether a range holds exactly the UTF-8 of a text.
  public func equals(_ range: ByteRange, _ text: String) -> Bool {
    var text = text
    return text.withUTF8 { other in
      precondition(range.upperBound <= used)
      guard Int(range.count) == other.count else { return false }
      guard let start = other.baseAddress else { return true }
      return unsafe memcmp(base + range.lowerBound, start, other.count) == 0
    }
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

  /// Lets a call of the C library fill up to `room` bytes behind the last one.
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

  /// A 64-bit hash of a range, the same on every machine and in every run.
  ///
  /// Eight bytes at a time, multiplied and folded to 128 bits and back (the mixing step of wyhash).
  @inlinable
  public func hash(_ range: ByteRange) -> UInt64 {
    precondition(range.upperBound <= used)
    var state = UInt64(range.count) ^ 0x9E37_79B9_7F4A_7C15
    var offset = range.lowerBound
    let end = range.upperBound
    while offset &+ 8 <= end {
      let word = unsafe UInt64(
        littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self))
      state = ByteArena.mix(state ^ word, 0xA076_1D64_78BD_642F)
      offset &+= 8
    }
    var last: UInt64 = 0
    var shift: UInt64 = 0
    while offset < end {
      last |= unsafe UInt64(base[offset]) &<< shift
      shift &+= 8
      offset &+= 1
    }
    return ByteArena.mix(state ^ last, 0xE703_7ED1_A0B4_28DB)
  }

  /// Folds the 128-bit product of two words.
  @inlinable
  public static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}
