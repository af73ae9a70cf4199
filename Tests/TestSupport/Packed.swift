/// Bytes as packing programs write them: without making anything smaller, but by all rules.
package enum Packed {
  /// One member of gzip, with stored blocks (RFC 1951, 3.2.4).
  package static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    var place = 0
    repeat {
      let size = min(0xFFFF, bytes.count - place)
      packed.append(place + size == bytes.count ? 1 : 0)
      packed += little(UInt16(size)) + little(~UInt16(size)) + bytes[place..<place + size]
      place += size
    } while place < bytes.count
    return packed + little(checksum(bytes)) + little(UInt32(truncatingIfNeeded: bytes.count))
  }

  /// One frame of Zstandard, with raw blocks (RFC 8878, 3.1.1.2).
  package static func zstandard(_ bytes: [UInt8]) -> [UInt8] {
    var packed = frameStart
    var place = 0
    repeat {
      let size = min(100_000, bytes.count - place)
      let isLast = place + size == bytes.count
      packed += blockStart(size, type: 0, isLast: isLast) + bytes[place..<place + size]
      place += size
    } while place < bytes.count
    return packed
  }

  /// A frame of Zstandard of four bytes for each 128 KB.
  package static func bomb(megabytes: Int) -> [UInt8] {
    var packed = frameStart
    for number in 1...megabytes * 8 {
      packed += blockStart(1 << 17, type: 1, isLast: number == megabytes * 8) + [0x61]
    }
    return packed
  }

  /// A member of gzip of spaces, 158 times as large when it is unpacked, without what would end it: one
  /// block of fixed codes, of a literal and of repetitions of 258 bytes (RFC 1951, 3.2.6).
  package static func endlessGzip(megabytes: Int) -> [UInt8] {
    var packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    var bits: UInt32 = 0
    var count = 0
    /// Codes begin with their highest bit.
    func put(code: UInt32, _ width: Int) {
      for place in (0..<width).reversed() {
        bits |= (code >> place & 1) << count
        count += 1
        if count == 8 {
          packed.append(UInt8(bits))
          (bits, count) = (0, 0)
        }
      }
    }
    put(code: 0b110, 3)
    put(code: 0x30 + 0x20, 8)
    for _ in 0..<megabytes << 20 / 258 {
      put(code: 0b1100_0101, 8)
      put(code: 0, 5)
    }
    return packed
  }

  /// A window of 1 MB, no size, no checksum.
  private static let frameStart: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x50]

  private static func blockStart(_ size: Int, type: UInt32, isLast: Bool) -> [UInt8] {
    Array(little(UInt32(size) << 3 | type << 1 | (isLast ? 1 : 0)).prefix(3))
  }

  private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// CRC-32 as gzip has it, bit by bit.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
  }
}
