import FootlightPlatform

/// Texts with equal hashes.
package enum EqualHashes {
  /// Two texts of 16 ASCII bytes with the same hash.
  ///
  /// The hash takes eight bytes a step; the second step can undo what the first one did otherwise,
  /// so one pair in about 256 random beginnings will do.
  package static func pair(_ random: inout SeededRandom) -> (String, String) {
    let key: UInt64 = 0xA076_1D64_78BD_642F
    let start: UInt64 = 0x9E37_79B9_7F4A_7C15
    let ascii: UInt64 = 0x3F3F_3F3F_3F3F_3F3F
    let printable: UInt64 = 0x4040_4040_4040_4040
    while true {
      let first = random.next() & ascii | printable
      let other = random.next() & ascii | printable
      let difference = ByteArena.mix(start ^ first, key) ^ ByteArena.mix(start ^ other, key)
      let end = random.next() & ascii | printable
      guard first != other, (difference ^ end) & 0x8080_8080_8080_8080 == 0 else { continue }
      return (text(first, end), text(other, end ^ difference))
    }
  }

  private static func text(_ first: UInt64, _ second: UInt64) -> String {
    var bytes = ByteArena()
    bytes.append(littleEndian: first)
    bytes.append(littleEndian: second)
    return bytes.text(bytes.all)
  }
}
