import CInstructions

/// A digest that nobody can forge (SHA-256, FIPS 180-4): permissions, keys and fingerprints rest on it, and files
/// on another machine are compared by it.
///
/// The processor computes it where it can: a pull of 200 MB/s leaves little time for it.
package struct SHA256: Sendable {
  private var state: InlineArray<8, UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  /// The bytes that do not fill a block yet.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0
  private let usesProcessor: Bool

  /// Begins a digest; without the processor's help only where a test compares both.
  package init(usingProcessor: Bool = true) {
    usesProcessor = usingProcessor && SHA256.isInProcessor
    rest.reserveCapacity(64)
  }

  /// The digest of some bytes.
  package static func digest(of bytes: borrowing Span<UInt8>) -> [UInt8] {
    var digest = SHA256()
    digest.append(bytes)
    return digest.finish()
  }

  /// The digest of some bytes as 64 hexadecimal digits.
  package static func hexadecimal(of bytes: [UInt8]) -> String {
    Hexadecimal.text(digest(of: bytes.span))
  }

  /// Takes in bytes after those before.
  package mutating func append(_ bytes: borrowing Span<UInt8>) {
    count &+= UInt64(bytes.count)
    var start = 0
    if !rest.isEmpty {
      start = min(64 - rest.count, bytes.count)
      for index in 0..<start { rest.append(bytes[index]) }
      guard rest.count == 64 else { return }
      let block = rest
      rest.removeAll(keepingCapacity: true)
      take(block.span, from: 0, blocks: 1)
    }
    let blocks = (bytes.count - start) / 64
    take(bytes, from: start, blocks: blocks)
    for index in (start + blocks * 64)..<bytes.count { rest.append(bytes[index]) }
  }

  /// Takes in bytes after those before.
  package mutating func append(_ bytes: [UInt8]) {
    append(bytes.span)
  }

  /// The 32 bytes of the digest.
  package consuming func finish() -> [UInt8] {
    let bits = count &* 8
    var end: [UInt8] = [0x80]
    while (rest.count + end.count) % 64 != 56 { end.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      end.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    append(end.span)
    var digest: [UInt8] = []
    for index in 0..<8 {
      for shift in stride(from: 24, through: 0, by: -8) {
        digest.append(UInt8(truncatingIfNeeded: state[index] >> UInt32(shift)))
      }
    }
    return digest
  }

  private mutating func take(_ bytes: borrowing Span<UInt8>, from start: Int, blocks: Int) {
    guard blocks > 0 else { return }
    guard usesProcessor else {
      for block in 0..<blocks { mix(bytes, at: start + block * 64) }
      return
    }
    var words = (0..<8).map { state[$0] }
    let part = bytes.extracting(start..<(start + blocks * 64))
    // The C header reads as many blocks as the span holds, and writes eight words.
    unsafe part.withUnsafeBufferPointer { data in
      unsafe SHA256.constants.withUnsafeBufferPointer { constants in
        unsafe footlight_sha256(&words, constants.baseAddress, data.baseAddress, blocks)
      }
    }
    for index in 0..<8 { state[index] = words[index] }
  }

  /// Takes in one block of 64 bytes.
  private mutating func mix(_ bytes: borrowing Span<UInt8>, at start: Int) {
    var words = InlineArray<64, UInt32>(repeating: 0)
    for index in 0..<16 {
      let at = start + index * 4
      words[index] =
        UInt32(bytes[at]) << 24 | UInt32(bytes[at + 1]) << 16 | UInt32(bytes[at + 2]) << 8
        | UInt32(bytes[at + 3])
    }
    for index in 16..<64 {
      let before = words[index - 15]
      let last = words[index - 2]
      words[index] =
        words[index - 16] &+ (turn(before, 7) ^ turn(before, 18) ^ (before >> 3))
        &+ words[index - 7] &+ (turn(last, 17) ^ turn(last, 19) ^ (last >> 10))
    }
    var now = state
    for index in 0..<64 {
      let (a, e) = (now[0], now[4])
      let first =
        now[7] &+ (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) &+ ((e & now[5]) ^ (~e & now[6]))
        &+ SHA256.constants[index] &+ words[index]
      let second =
        (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22))
        &+ ((a & now[1]) ^ (a & now[2]) ^ (now[1] & now[2]))
      (now[7], now[6], now[5], now[4]) = (now[6], now[5], now[4], now[3] &+ first)
      (now[3], now[2], now[1], now[0]) = (now[2], now[1], now[0], first &+ second)
    }
    for index in 0..<8 { state[index] &+= now[index] }
  }

  private func turn(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }

  private static let isInProcessor = footlight_sha256_is_there() != 0

  /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
