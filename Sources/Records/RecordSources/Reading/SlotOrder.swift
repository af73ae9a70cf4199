extension [FieldValue] {
  /// Puts the values from `first` on in the order of their slots; values of one slot keep theirs.
  @inline(__always)
  package mutating func sortBySlot(from first: Int) {
    var index = first &+ 1
    while index < count {
      if self[index].slot < self[index &- 1].slot { return sortBySlot(from: first, at: index) }
      index &+= 1
    }
  }

  /// Sorts values of which those below `place` are in order.
  @inline(never)
  private mutating func sortBySlot(from first: Int, at place: Int) {
    // A long list must not take the square of its length.
    guard count &- first <= 24 else {
      let sorted = self[first...].enumerated().sorted {
        ($0.element.slot, $0.offset) < ($1.element.slot, $1.offset)
      }
      return replaceSubrange(first..., with: sorted.map(\.element))
    }
    for next in place..<count {
      let value = self[next]
      var gap = next
      while gap > first, self[gap &- 1].slot > value.slot {
        self[gap] = self[gap &- 1]
        gap &-= 1
      }
      self[gap] = value
    }
  }
}
