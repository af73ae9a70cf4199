/// The codes of some symbols, ready to be read where the lowest bits come first.
///
/// Hot: short lists and long texts are read through it, a look-up a symbol (`Benchmarks query`).
package struct PrefixTable: Sendable {
  /// For the next bits: the symbol times 16 plus the bits of its code; 0 where no code is written so.
  private let entries: [UInt16]

  package init(_ code: PrefixCode) {
    var entries = [UInt16](repeating: 0, count: 1 << PrefixCode.longest)
    for (symbol, number) in code.ascending {
      let size = Int(code.sizes[symbol])
      let entry = UInt16(truncatingIfNeeded: symbol << 4 | size)
      let first = Int(PrefixCode.reversed(number, size: size))
      for place in stride(from: first, to: entries.count, by: 1 << size) { entries[place] = entry }
    }
    self.entries = entries
  }

  @inline(__always)
  subscript(bits: UInt64) -> UInt16 {
    entries[Int(truncatingIfNeeded: bits) & (1 &<< PrefixCode.longest &- 1)]
  }
}

extension ChunkView {
  /// How many bits of a window are there, whatever bit of a byte it begins at.
  static let windowBits = 57

  /// The bits from one on, the first one lowest; zeros after the last byte.
  @inline(__always)
  func window(at bit: Int) -> UInt64 {
    let first = bit &>> 3
    if first &+ 8 <= count { return load(first, as: UInt64.self) &>> UInt64(bit & 7) }
    var word: UInt64 = 0
    for place in first..<max(first, count) {
      word |= UInt64(self[place]) &<< UInt64(8 &* (place &- first))
    }
    return word &>> UInt64(bit & 7)
  }
}
