import FootlightPlatform

/// A posting list of fewer than 128 postings, read one after the other.
///
/// Shape: for each posting the gap before its document, that is how many documents are left out, by Rice's code (Rice and
/// Plaunt, "Adaptive variable-length coding", 1971): a zero for each 2ᵏ of them, a one, and k bits of the rest; then
/// its impact byte by the code of the segment. The lowest bits come first, and a list ends with a byte. Where gaps are about
/// as large as they would be by chance, k is what makes them shortest.
///
/// Hot: the many short lists of a prefix are read through it (`Benchmarks query`).
package struct ShortList {
  private let view: ChunkView
  private let impacts: PrefixTable
  private let items: Int
  private let restBits: Int
  private var bit = 0
  private var before = -1

  /// A list that begins where a view does.
  package init(_ view: ChunkView, count: Int, items: Int, _ impacts: PrefixTable) {
    self.view = view
    self.impacts = impacts
    self.items = items
    restBits = ShortList.restBits(count: count, items: items)
  }

  /// How many bits of each gap are written as they are.
  package static func restBits(count: Int, items: Int) -> Int {
    let mean = items / max(1, count)
    return max(0, Int.bitWidth - 1 - max(1, mean).leadingZeroBitCount)
  }

  /// The next posting, or nil where the list is damaged.
  ///
  /// The end of the list is not known here.
  @inline(__always)
  package mutating func next() -> (document: UInt32, impact: UInt8)? {
    var window = view.window(at: bit)
    var zeros = window.trailingZeroBitCount
    var rest = zeros &+ 1
    // Mostly a window holds all of it.
    if rest &+ restBits &+ PrefixCode.longest > ChunkView.windowBits {
      guard let far = farGap() else { return nil }
      zeros = far
      window = view.window(at: bit)
      rest = 0
    }
    window &>>= UInt64(truncatingIfNeeded: rest)
    before &+= 1 &+ (zeros &<< restBits | Int(window & ((1 &<< UInt64(restBits)) &- 1)))
    let entry = impacts[window &>> UInt64(truncatingIfNeeded: restBits)]
    bit &+= rest &+ restBits &+ Int(entry & 15)
    guard entry > 0, before < items else { return nil }
    return (UInt32(truncatingIfNeeded: before), UInt8(truncatingIfNeeded: entry &>> 4))
  }

  /// Counts the zeros of a gap that is longer than a window, and moves past its one.
  @inline(never)
  private mutating func farGap() -> Int? {
    var zeros = 0
    while bit < view.count * 8, zeros <= items {
      let next = min(view.window(at: bit).trailingZeroBitCount, ChunkView.windowBits)
      bit += next
      zeros += next
      guard next == ChunkView.windowBits else {
        bit += 1
        return zeros
      }
    }
    return nil
  }
}
