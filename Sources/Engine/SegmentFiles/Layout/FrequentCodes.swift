package import FootlightPlatform

/// The codes by which the stream `long` names terms: few bits for the most frequent ones.
///
/// A number below ``mark`` is a place in the list of frequent terms; any other is the term's number plus ``mark``.
/// Of a number first the bits that it has are written, by a prefix code, then those after the highest one.
///
/// Shape of the stream `common`: the bits of the prefix code of each size (1), from 0 to ``mostBits``; zeros up to
/// ``firstTerm``; the frequent terms (4).
package struct FrequentCodes: Sendable {
  /// How many terms have a place in the list.
  package static let mark: UInt32 = 1 << 14
  /// The most bits of a number.
  package static let mostBits = 32
  /// The most bits of a code.
  static let longest = PrefixCode.longest + mostBits - 1
  static let firstTerm = 36

  private let terms: [UInt32]
  private let sizes: PrefixTable

  /// Nil where the bytes are not what a writer writes.
  init?(_ bytes: borrowing ByteArena) {
    let count = FrequentCodes.mostBits + 1
    guard bytes.count >= FrequentCodes.firstTerm,
      let code = PrefixCode(sizes: bytes.bytes(ByteRange(start: 0, count: count)))
    else { return nil }
    sizes = PrefixTable(code)
    terms = stride(from: FrequentCodes.firstTerm, to: bytes.count - 3, by: 4).map {
      bytes.load($0, as: UInt32.self)
    }
  }

  /// Appends the bytes of the stream.
  package static func write(
    _ sizes: PrefixCode, _ terms: [UInt32], into bytes: inout ByteArena
  ) {
    for size in 0...mostBits { bytes.append(sizes.sizes[size]) }
    bytes.append(zeros: firstTerm - mostBits - 1)
    for term in terms { bytes.append(littleEndian: term) }
  }

  /// The bits that a number has.
  package static func size(_ number: UInt32) -> Int {
    UInt32.bitWidth - number.leadingZeroBitCount
  }

  /// The term whose code begins at a bit, which moves past it; nil where there is none.
  @inline(__always)
  func term(_ view: ChunkView, _ bit: inout Int) -> UInt32? {
    let window = view.window(at: bit)
    let entry = sizes[window]
    guard entry > 0 else { return nil }
    let size = UInt64(entry &>> 4)
    let rest = size > 0 ? size &- 1 : 0
    let low = (window &>> UInt64(entry & 15)) & ((1 &<< rest) &- 1)
    bit &+= Int(entry & 15) &+ Int(rest)
    let number = size > 0 ? UInt32(truncatingIfNeeded: 1 &<< rest | low) : 0
    if number >= FrequentCodes.mark { return number &- FrequentCodes.mark }
    return Int(number) < terms.count ? terms[Int(number)] : nil
  }
}
