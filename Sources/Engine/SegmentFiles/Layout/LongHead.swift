package import FootlightPlatform

/// How many terms the parts of a `long` record have: description, body, and what is derived from either.
///
/// Shape: the terms of the body times four plus 1 for a description and 2 for derived terms (varint); how many those
/// are that are there (varints); the size of the codes (varint) where there are ``manyTerms`` or more; then the
/// codes (``FrequentCodes``) of all terms, which end with a byte.
package struct LongHead {
  /// How many terms each part has.
  package let counts: InlineArray<3, Int>
  /// The size of the codes, at most.
  let size: Int
  /// Where the codes begin.
  let codes: Int

  /// The most bytes that it takes.
  static let limit = 40
  private static let manyTerms = 64

  /// How many terms there are.
  package var all: Int { LongHead.sum(counts) }

  private static func sum(_ counts: InlineArray<3, Int>) -> Int {
    counts[0] &+ counts[1] &+ counts[2]
  }

  init(_ view: ChunkView) {
    var at = 0
    let first = view.varint(&at)
    // Sums of such numbers do not wrap around.
    let most = 1 << 40
    var counts: InlineArray<3, Int> = [0, min(first >> 2, most), 0]
    if first & 1 != 0 { counts[0] = min(view.varint(&at), most) }
    if first & 2 != 0 { counts[2] = min(view.varint(&at), most) }
    let all = LongHead.sum(counts)
    size = all < LongHead.manyTerms ? all * FrequentCodes.longest / 8 + 1 : view.varint(&at)
    codes = at
    self.counts = counts
  }

  /// Appends a head before codes of some size.
  package static func write(
    _ counts: InlineArray<3, Int>, size: Int, into bytes: inout ByteArena
  ) {
    let flags = (counts[0] > 0 ? 1 : 0) | (counts[2] > 0 ? 2 : 0)
    bytes.append(varint: UInt64(counts[1] << 2 | flags))
    if counts[0] > 0 { bytes.append(varint: UInt64(counts[0])) }
    if counts[2] > 0 { bytes.append(varint: UInt64(counts[2])) }
    if sum(counts) >= manyTerms { bytes.append(varint: UInt64(size)) }
  }
}
