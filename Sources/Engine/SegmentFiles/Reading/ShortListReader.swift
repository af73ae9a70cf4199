package import FootlightPlatform

/// Reads lists that have no blocks.
///
/// Hot: a query opens a dozen of them, two for each word in every delta. Pointers, because what is read goes
/// into the memory that the list keeps; with arrays on the way a list took six allocations instead of two
/// (`Benchmarks query`).
extension Segment {
  /// Reads a list of fewer than 128 postings: its documents, and from the place `count` on what each
  /// adds; those in names alone where that is wanted.
  ///
  /// - Parameter target: has room for twice as many numbers as there are postings.
  /// - Returns: how many there are.
  @unsafe
  package func readShortList(
    at start: Int, count: Int, inNames: Bool, weight: Int,
    into target: UnsafeMutablePointer<UInt32>
  ) throws(Failure) -> Int {
    guard count > 0 else { return 0 }
    var list = ShortList(
      try chunks.view(.post, start), count: count, items: header.items, impacts)
    var kept = 0
    for _ in 0..<count {
      guard let (document, impact) = list.next() else { throw chunks.damaged(.post) }
      guard !inNames || impact >= 0x80 else { continue }
      unsafe target[kept] = document
      unsafe target[count + kept] = UInt32(impact & 0x7F) * UInt32(weight)
      kept += 1
    }
    return kept
  }
}
