/// Finding, comparing and hashing.
extension ByteArena {
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

  /// A 64-bit hash of a range, the same on every machine and in every run.
  ///
  /// Eight bytes at a time, multiplied and folded to 128 bits and back (the mixing step of wyhash).
  @inlinable
  public func hash(_ range: ByteRange) -> UInt64 {
    precondition(range.upperBound <= used)
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
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
    // The length goes into the other factor: beside the bytes it could make up for another byte.
    return ByteArena.mix(state ^ last, 0xE703_7ED1_A0B4_28DB ^ UInt64(range.count))
  }

  /// Folds the 128-bit product of two words.
  @inlinable
  public static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}

extension ByteArena {
  /// Appends a text as it stands between the quotes of a JSON string.
  ///
  /// Escaped are quotes, backslashes and controls, as JSON wants it (RFC 8259, section 7), and of
  /// DEL, C1 controls, U+061C, U+2000 … U+2FFF and U+FEFF those that `isHarmful` says: they are valid,
  /// but may command a terminal.
  public mutating func append(
    escapingJSON text: String, alsoEscaping isHarmful: ((Unicode.Scalar) -> Bool)? = nil
  ) {
    append(escapingJSON: text.utf8Span.span, alsoEscaping: isHarmful)
  }

  /// Appends valid UTF-8 as it stands between the quotes of a JSON string.
  package mutating func append(
    escapingJSON bytes: borrowing Span<UInt8>,
    alsoEscaping isHarmful: ((Unicode.Scalar) -> Bool)? = nil
  ) {
    // Most texts need nothing: one look at their bytes, one copy.
    var first = 0
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      var end = at &+ 1
      if isPlain(byte) || isHarmful == nil && byte >= 0x7F {
        at = end
        continue
      }
      var harm: UInt32?
      if byte >= 0x80 {
        end = min(at &+ (byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4), bytes.count)
        guard end &- at < 4, let scalar = suspect(bytes, at, end), isHarmful?(scalar) == true else {
          at = end
          continue
        }
        harm = scalar.value
      }
      append(bytes.extracting(first..<at))
      if let harm { escape(harm) } else { escapeASCII(byte) }
      at = end
      first = end
    }
    append(bytes.extracting(first..<at))
  }

  private mutating func escapeASCII(_ byte: UInt8) {
    let short: UInt8
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): short = byte
    case 0x08: short = UInt8(ascii: "b")
    case 0x09: short = UInt8(ascii: "t")
    case 0x0A: short = UInt8(ascii: "n")
    case 0x0C: short = UInt8(ascii: "f")
    case 0x0D: short = UInt8(ascii: "r")
    default: return escape(UInt32(byte))
    }
    append(UInt8(ascii: "\\"))
    append(short)
  }

  private mutating func escape(_ scalar: UInt32) {
    append(UInt8(ascii: "\\"))
    append(UInt8(ascii: "u"))
    for shift: UInt32 in [12, 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: scalar &>> shift) & 15
      append(digit < 10 ? 0x30 &+ digit : 0x57 &+ digit)
    }
  }
}

private func isPlain(_ byte: UInt8) -> Bool {
  byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
}

/// The scalar of two or three bytes when it is among those that can harm.
private func suspect(_ bytes: borrowing Span<UInt8>, _ start: Int, _ end: Int) -> Unicode.Scalar? {
  // Only these first bytes begin such a scalar: C2 (C1), D8 (061C), E2 (2000 …), EF (FEFF).
  switch bytes[start] {
  case 0xC2, 0xD8, 0xE2, 0xEF: break
  default: return nil
  }
  var scalar = UInt32(bytes[start]) & (end &- start == 2 ? 0x1F : 0x0F)
  for at in start &+ 1..<end { scalar = scalar &<< 6 | UInt32(bytes[at] & 0x3F) }
  return Unicode.Scalar(scalar)
}

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

  /// Appends a scalar as UTF-8; what is none becomes U+FFFD.
  package mutating func append(scalar value: UInt32) {
    if value < 0x80 { return append(UInt8(truncatingIfNeeded: value)) }
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
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
