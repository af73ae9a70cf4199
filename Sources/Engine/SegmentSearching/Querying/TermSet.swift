import FootlightPlatform

/// The terms of a segment that a word of a query stands for, by their numbers: a token is compared with them as a number.
package struct TermSet: Sendable {
  /// Ascending; none touches another.
  package private(set) var ranges: [Range<UInt32>] = []
  /// The terms by their last six bits: most of those of a text are none of the query's.
  private var sieve: UInt64 = 0

  init(_ terms: [UInt32] = []) {
    for term in terms.sorted() { add(term..<term + 1) }
  }

  init(_ range: Range<UInt32>) {
    if !range.isEmpty { add(range) }
  }

  private mutating func add(_ range: Range<UInt32>) {
    if let last = ranges.last, last.upperBound >= range.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
    } else {
      ranges.append(range)
    }
    guard range.count < 64 else {
      sieve = .max
      return
    }
    for term in range { sieve |= 1 << UInt64(term & 63) }
  }

  var isEmpty: Bool { ranges.isEmpty }

  @inline(__always)
  package func contains(_ term: UInt32) -> Bool {
    guard sieve >> UInt64(term & 63) & 1 == 1 else { return false }
    if ranges.count == 1 { return ranges[0].contains(term) }
    let place = ranges.indices.partitionPoint { ranges[$0].upperBound <= term }
    return place < ranges.count && ranges[place].contains(term)
  }
}
