/// The codes of some symbols, of which none is the beginning of another: frequent symbols have short ones (Huffman, "A
/// method for the construction of minimum-redundancy codes", 1952).
///
/// The codes are canonical, so that their sizes tell them: numbers that ascend with the size, then with the symbol
/// (Schwartz and Kallick, "Generating a canonical prefix encoding", 1964).
package struct PrefixCode: Sendable {
  /// The most bits of a code.
  package static let longest = 12
  /// The bits of each symbol's code; 0 for symbols that have none.
  package let sizes: [UInt8]

  /// Nil for sizes that no code can have together.
  package init?(sizes: [UInt8]) {
    var room = 1 << PrefixCode.longest
    for size in sizes where size > 0 {
      guard size <= PrefixCode.longest else { return nil }
      room -= 1 << (PrefixCode.longest - Int(size))
    }
    guard room >= 0 else { return nil }
    self.sizes = sizes
  }

  /// The shortest codes for symbols that occur so often; those that never occur have none.
  ///
  /// - Complexity: O(n log n).
  package init(counts: [UInt32]) {
    let used = counts.indices.filter { counts[$0] > 0 }
      .sorted { counts[$0] != counts[$1] ? counts[$0] < counts[$1] : $0 < $1 }
    var sizes = [UInt8](repeating: 0, count: counts.count)
    let depths = PrefixCode.depths(used.map { UInt64(counts[$0]) })
    for (place, symbol) in used.enumerated() {
      sizes[symbol] = UInt8(min(PrefixCode.longest, depths[place]))
    }
    PrefixCode.fit(&sizes, rarestFirst: used)
    self.sizes = sizes
  }

  /// How deep each leaf lies in the tree of ascending weights.
  private static func depths(_ weights: [UInt64]) -> [Int] {
    let leaves = weights.count
    guard leaves > 1 else { return weights.map { _ in 1 } }
    var weights = weights
    var parents = [Int](repeating: 0, count: 2 * leaves - 1)
    // Two queues, of leaves and of inner nodes, both ascending: the two least of all are joined.
    var (leaf, inner) = (0, leaves)
    while weights.count < 2 * leaves - 1 {
      var sum: UInt64 = 0
      for _ in 0..<2 {
        let isLeaf =
          leaf < leaves && (inner == weights.count || weights[leaf] <= weights[inner])
        let least = isLeaf ? leaf : inner
        if isLeaf { leaf += 1 } else { inner += 1 }
        sum += weights[least]
        parents[least] = weights.count
      }
      weights.append(sum)
    }
    var depths = [Int](repeating: 0, count: 2 * leaves - 1)
    for node in (0..<2 * leaves - 2).reversed() { depths[node] = depths[parents[node]] + 1 }
    return Array(depths[..<leaves])
  }

  /// Lengthens rare codes where codes that were cut have taken more room than there is, then shortens frequent ones
  /// by what is left.
  private static func fit(_ sizes: inout [UInt8], rarestFirst symbols: [Int]) {
    func share(_ size: UInt8) -> Int { 1 << (longest - Int(size)) }
    var room = symbols.reduce(1 << longest) { $0 - share(sizes[$1]) }
    while room < 0 {
      for symbol in symbols where room < 0 && sizes[symbol] < longest {
        sizes[symbol] += 1
        room += share(sizes[symbol])
      }
    }
    for symbol in symbols.reversed() {
      while sizes[symbol] > 1, share(sizes[symbol]) <= room {
        room -= share(sizes[symbol])
        sizes[symbol] -= 1
      }
    }
  }

  /// The code of each symbol.
  package var codes: [UInt16] {
    var codes = [UInt16](repeating: 0, count: sizes.count)
    for (symbol, code) in ascending { codes[symbol] = code }
    return codes
  }

  /// A code with its last bit first, as it is written where the lowest bits come first.
  package static func reversed(_ code: UInt16, size: Int) -> UInt16 {
    var bits = UInt16(0)
    for place in 0..<size where code >> UInt16(place) & 1 == 1 {
      bits |= 1 << UInt16(size - 1 - place)
    }
    return bits
  }

  /// The symbols that have codes in the order of these.
  package var ascending: [(symbol: Int, code: UInt16)] {
    var places = [Int](repeating: 0, count: PrefixCode.longest + 2)
    for size in sizes where size > 0 { places[Int(size) + 1] += 1 }
    var first = [Int](repeating: 0, count: PrefixCode.longest + 1)
    for size in 1...PrefixCode.longest {
      // Codes of one bit more begin after the last one, with a zero.
      first[size] = (first[size - 1] + places[size]) << 1
    }
    for size in 1...PrefixCode.longest + 1 { places[size] += places[size - 1] }
    var next = places
    var found = [(symbol: Int, code: UInt16)](
      repeating: (0, 0), count: places[PrefixCode.longest + 1])
    for (symbol, size) in sizes.enumerated() where size > 0 {
      let size = Int(size)
      found[next[size]] = (
        symbol, UInt16(truncatingIfNeeded: first[size] + next[size] - places[size])
      )
      next[size] += 1
    }
    return found
  }
}
