import FootlightPlatform
import TestSupport
import Testing

@testable import SearchEngine

/// CRC-32C against published values and against its definition, bit by bit.
@Suite struct ChecksumTests {
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    unsafe bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return 0 }
      return unsafe Checksum.shared.of(start, count: bytes.count)
    }
  }

  /// The remainder as RFC 3720 defines it, one bit at a time.
  private static func bitwise(_ bytes: [UInt8]) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1 }
    }
    return ~crc
  }

  @Test(
    arguments: [
      (Array("123456789".utf8), 0xE306_9283), ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
      ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43), (Array(0..<32), 0x46DD_794E),
      (Array((0..<32).reversed()), 0x113F_DB5C), (Array("a".utf8), 0xC1D0_4330),
    ] as [([UInt8], UInt32)])
  func `the published values come out`(_ bytes: [UInt8], _ wanted: UInt32) {
    #expect(ChecksumTests.checksum(bytes) == wanted)
  }

  @Test func `every length gives what the definition gives`() {
    var random = SeededRandom.announced("checksum")
    for count in 1..<130 {
      let bytes = random.bytes(count)
      #expect(
        ChecksumTests.checksum(bytes) == ChecksumTests.bitwise(bytes),
        "\(count) bytes, seed \(random.seed)")
    }
  }

  @Test func `the way of whole chunks gives what the definition gives`() {
    var random = SeededRandom.announced("whole chunks")
    for round in 0..<4 {
      let bytes =
        round == 0
        ? [UInt8](repeating: 0, count: SegmentFormat.chunk) : random.bytes(SegmentFormat.chunk)
      let wanted = ChecksumTests.bitwise(bytes)
      #expect(ChecksumTests.checksum(bytes) == wanted, "seed \(random.seed)")
      // One byte less goes the other way.
      let shorter = Array(bytes.dropLast())
      #expect(ChecksumTests.checksum(shorter) == ChecksumTests.bitwise(shorter))
    }
  }

  @Test func `every single flipped bit of a chunk shows`() {
    var random = SeededRandom.announced("flipped bit")
    var bytes = random.bytes(SegmentFormat.chunk)
    let whole = ChecksumTests.checksum(bytes)
    for _ in 0..<200 {
      let place = random.below(bytes.count)
      let bit = UInt8(1) << UInt8(random.below(8))
      bytes[place] ^= bit
      #expect(ChecksumTests.checksum(bytes) != whole, "byte \(place), seed \(random.seed)")
      bytes[place] ^= bit
    }
  }
}
