import CInstructions
import FootlightPlatform

/// CRC-32C (Castagnoli), the checksum of every chunk (RFC 3720, appendix B.4).
///
/// Hot: every chunk that is written or loaded passes here. Whole chunks are taken in four quarters
/// at once, whose remainders are then moved to their places: by the processor's own instruction
/// where there is one, else by tables, eight bytes a step (Kounavis and Berry,
/// "Novel Table Lookup-Based Algorithms for High-Performance CRC Generation", 2008; 5 GB/s).
package struct Checksum {
  /// Eight tables of 256 entries, one after the other.
  private let table: [UInt32]
  /// Four tables, a byte each, of the remainder after a quarter of a chunk of zeros.
  private let shift: [UInt32]
  private static let quarter = SegmentFormat.chunk / 4
  private let usesInstruction: Bool

  /// - Parameter usesInstruction: whether the processor's instruction may be used, if there is one.
  init(usesInstruction: Bool = true) {
    self.usesInstruction = usesInstruction && footlight_crc32c_is_there() != 0
    var table = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1 }
      table[byte] = value
    }
    for byte in 0..<256 {
      for slice in 1..<8 {
        let before = table[(slice - 1) * 256 + byte]
        table[slice * 256 + byte] = before >> 8 ^ table[Int(before & 0xFF)]
      }
    }
    // The remainder is linear: what 32 single bits become gives what all values become.
    var bits = [UInt32](repeating: 0, count: 32)
    for bit in 0..<32 {
      var value: UInt32 = 1 << UInt32(bit)
      for _ in 0..<Checksum.quarter { value = value >> 8 ^ table[Int(value & 0xFF)] }
      bits[bit] = value
    }
    var shift = [UInt32](repeating: 0, count: 4 * 256)
    for place in 0..<4 {
      for byte in 0..<256 {
        for bit in 0..<8 where byte >> bit & 1 == 1 {
          shift[place * 256 + byte] ^= bits[place * 8 + bit]
        }
      }
    }
    self.table = table
    self.shift = shift
  }

  /// The one instance; its tables are made at first use.
  package static let shared = Checksum()

  /// The checksum that stands after a chunk: that of its bytes, with its stream and number mixed
  /// in, so that a whole chunk in another one's place is noticed too.
  @unsafe
  package func ofChunk(
    _ bytes: UnsafeRawPointer, count: Int, _ stream: SegmentStream, number: Int
  ) -> UInt32 {
    let place = UInt64(stream.rawValue) << 48 | UInt64(truncatingIfNeeded: number)
    let mixed = ByteArena.mix(place ^ 0xE703_7ED1_A0B4_28DB, 0x9E37_79B9_7F4A_7C15)
    return unsafe of(bytes, count: count) ^ UInt32(truncatingIfNeeded: mixed)
  }

  /// The checksum of `count` bytes.
  @unsafe
  func of(_ bytes: UnsafeRawPointer, count: Int) -> UInt32 {
    unsafe table.withUnsafeBufferPointer { table in
      guard count == SegmentFormat.chunk else {
        return unsafe ~run(.max, bytes, count, table)
      }
      if usesInstruction {
        var runs: (UInt32, UInt32, UInt32, UInt32) = (.max, 0, 0, 0)
        unsafe withUnsafeMutableBytes(of: &runs) { runs in
          unsafe footlight_crc32c_four(
            runs.assumingMemoryBound(to: UInt32.self).baseAddress,
            bytes.assumingMemoryBound(to: UInt8.self), Checksum.quarter / 8)
        }
        return ~(moved(moved(moved(runs.0) ^ runs.1) ^ runs.2) ^ runs.3)
      }
      var a = UInt32.max
      var b: UInt32 = 0
      var c: UInt32 = 0
      var d: UInt32 = 0
      var offset = 0
      let quarter = Checksum.quarter
      while offset < quarter {
        a = unsafe Checksum.step(a, bytes + offset, table)
        b = unsafe Checksum.step(b, bytes + (quarter &+ offset), table)
        c = unsafe Checksum.step(c, bytes + (2 &* quarter &+ offset), table)
        d = unsafe Checksum.step(d, bytes + (3 &* quarter &+ offset), table)
        offset &+= 8
      }
      return ~(moved(moved(moved(a) ^ b) ^ c) ^ d)
    }
  }

  private func moved(_ crc: UInt32) -> UInt32 {
    shift[Int(crc & 0xFF)] ^ shift[256 + Int(crc >> 8 & 0xFF)]
      ^ shift[512 + Int(crc >> 16 & 0xFF)] ^ shift[768 + Int(crc >> 24)]
  }

  @inline(__always)
  private static func step(
    _ crc: UInt32, _ bytes: UnsafeRawPointer, _ table: UnsafeBufferPointer<UInt32>
  ) -> UInt32 {
    let word = unsafe UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    let low = crc ^ UInt32(truncatingIfNeeded: word)
    let high = UInt32(truncatingIfNeeded: word &>> 32)
    let a = unsafe table[1792 &+ Int(low & 0xFF)] ^ table[1536 &+ Int(low &>> 8 & 0xFF)]
    let b = unsafe table[1280 &+ Int(low &>> 16 & 0xFF)] ^ table[1024 &+ Int(low &>> 24)]
    let c = unsafe table[768 &+ Int(high & 0xFF)] ^ table[512 &+ Int(high &>> 8 & 0xFF)]
    let d = unsafe table[256 &+ Int(high &>> 16 & 0xFF)] ^ table[Int(high &>> 24)]
    return a ^ b ^ c ^ d
  }

  private func run(
    _ start: UInt32, _ bytes: UnsafeRawPointer, _ count: Int,
    _ table: UnsafeBufferPointer<UInt32>
  ) -> UInt32 {
    var crc = start
    var offset = 0
    if usesInstruction {
      let words = count / 8
      crc = unsafe footlight_crc32c(crc, bytes.assumingMemoryBound(to: UInt8.self), words)
      offset = words * 8
    }
    while offset &+ 8 <= count {
      crc = unsafe Checksum.step(crc, bytes + offset, table)
      offset &+= 8
    }
    while offset < count {
      let byte = unsafe bytes.load(fromByteOffset: offset, as: UInt8.self)
      crc = unsafe crc &>> 8 ^ table[Int((crc ^ UInt32(byte)) & 0xFF)]
      offset &+= 1
    }
    return crc
  }
}
