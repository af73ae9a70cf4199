/// Binary and galloping search over the places of something sorted.
///
/// Hot: words, documents and values are found by them in the innermost loops of queries, so that both are
/// inlined with what they ask (`Benchmarks query`).
extension Range where Bound: FixedWidthInteger {
  /// The first place for which `isBefore` does not hold, or else the end: binary search.
  ///
  /// - Parameter isBefore: holds for all places up to some, and for none after.
  /// - Complexity: O(log n) questions.
  @inlinable
  @inline(__always)
  package func partitionPoint<E: Error>(
    where isBefore: (Bound) throws(E) -> Bool
  ) throws(E) -> Bound {
    var low = lowerBound
    var high = upperBound
    while low < high {
      let middle = low &+ (high &- low) &>> 1
      if try isBefore(middle) { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// The same, where the place is mostly near the beginning: galloping search.
  ///
  /// Steps double until one goes too far; binary search finds the place within the last step (Bentley and
  /// Yao, "An almost optimal algorithm for unbounded searching", 1976).
  ///
  /// - Complexity: O(log d) questions for a place that is d after the beginning.
  @inlinable
  @inline(__always)
  package func gallopingPartitionPoint<E: Error>(
    where isBefore: (Bound) throws(E) -> Bool
  ) throws(E) -> Bound {
    var low = lowerBound
    var step: Bound = 1
    while step <= upperBound &- low, try isBefore(low &+ step &- 1) {
      low &+= step
      step &*= 2
    }
    let most = Swift.min(step &- 1, upperBound &- low)
    return try (low..<low &+ most).partitionPoint(where: isBefore)
  }
}
