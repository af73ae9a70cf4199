/// Eight bytes of text looked at together: which are ASCII letters, which are digits.
///
/// The high bit of each byte of a mask answers for that byte; the additions carry from no byte to
/// the next, for their operands have seven bits. Measured on statutes: 2.5 times as fast as a
/// table look-up for each byte.
package struct ASCIIChunk {
  private let bytes: UInt64
  /// The letters.
  let letters: UInt64
  /// The digits.
  let digits: UInt64
  /// All other bytes.
  let others: UInt64

  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  @inline(__always)
  init(_ bytes: UInt64) {
    self.bytes = bytes
    let low = bytes & ~ASCIIChunk.highBits
    let lower = low | 0x2020_2020_2020_2020
    let ascii = ~bytes & ASCIIChunk.highBits
    // From "a" on, but not after "z"; from "0" on, but not after "9".
    letters = (lower &+ 0x1F1F_1F1F_1F1F_1F1F) & ~(lower &+ 0x0505_0505_0505_0505) & ascii
    digits = (low &+ 0x5050_5050_5050_5050) & ~(low &+ 0x4646_4646_4646_4646) & ascii
    others = ~(letters | digits) & ASCIIChunk.highBits
  }

  /// Whether the first byte is a letter or digit.
  @inline(__always)
  var startsWord: Bool { others & 0x80 == 0 }

  /// The number of letters and digits at the beginning.
  @inline(__always)
  var count: Int { others.trailingZeroBitCount &>> 3 }

  /// The bits of the letters and digits at the beginning.
  @inline(__always)
  var beginning: UInt64 { (others & (0 &- others)) &- 1 }

  /// The bytes with letters in lower case.
  @inline(__always)
  var folded: UInt64 { bytes | letters &>> 2 }

  /// Whether the word at the beginning holds both letters and digits.
  @inline(__always)
  var isMixed: Bool {
    let within = beginning
    return letters & within != 0 && digits & within != 0
  }

  /// The size of the word at the beginning, if it ends within the chunk and in front of a byte
  /// that neither belongs to it, nor binds it, nor is a token.
  @inline(__always)
  var plainWord: Int? {
    guard others != 0 else { return nil }
    let stop = UInt64(truncatingIfNeeded: others.trailingZeroBitCount)
    let rest = bytes &>> (stop & 0x38)
    let next = UInt8(truncatingIfNeeded: rest)
    let size = Int(stop &>> 3)
    if ASCIIChunk.separates(next) { return size }
    if next == 0x2C { return digits & beginning == 0 ? size : nil }
    // A point ends a sentence unless the word is a single letter; what follows it must be seen.
    let isPoint =
      next == 0x2E && size > 1 && size < 7 && UInt8(truncatingIfNeeded: rest &>> 8) <= 0x20
    return isPoint ? size : nil
  }

  /// Whether a byte is ASCII punctuation, white space or a control character that only separates.
  @inlinable
  @inline(__always)
  package static func separates(_ byte: UInt8) -> Bool {
    // Up to the space, then ! " ( ) : ; ? and [ \ ] ^ { } and the delete character.
    let low: UInt64 = 0x8C00_0307_FFFF_FFFF
    let high: UInt64 = 0xA800_0000_7800_0000
    let set = byte < 0x40 ? low : high
    return byte < 0x80 && (set &>> UInt64(byte & 0x3F)) & 1 != 0
  }
}
