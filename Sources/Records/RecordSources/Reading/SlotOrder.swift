/// Puts the values of a record in the order of their slots; values of one slot keep theirs.
package struct SlotOrder {
  private var sorted: [FieldValue] = []

  package init() {}

  /// Sorts the values from `first` on.
  @inline(__always)
  package mutating func sort(_ values: inout [FieldValue], from first: Int) {
    let count = values.count
    var index = first &+ 1
    while index < count {
      if values[index].slot < values[index &- 1].slot {
        if count &- first <= 24 {
          insert(&values, from: first, at: index)
        } else {
          sortMany(&values, from: first)
        }
        return
      }
      index &+= 1
    }
  }

  /// Sorts a few values of which those below `place` are in order.
  private func insert(_ values: inout [FieldValue], from first: Int, at place: Int) {
    for next in place..<values.count {
      let value = values[next]
      var gap = next
      while gap > first, values[gap &- 1].slot > value.slot {
        values[gap] = values[gap &- 1]
        gap &-= 1
      }
      values[gap] = value
    }
  }

  /// Sorts by counting: a long list must not take the square of its length.
  @inline(never)
  private mutating func sortMany(_ values: inout [FieldValue], from first: Int) {
    let slots = values[first...].reduce(0) { max($0, Int($1.slot)) } + 1
    var starts = [Int](repeating: 0, count: slots + 1)
    for value in values[first...] { starts[Int(value.slot) + 1] += 1 }
    for slot in 0..<slots { starts[slot + 1] += starts[slot] }
    sorted.removeAll(keepingCapacity: true)
    sorted.append(contentsOf: values[first...])
    for value in sorted {
      values[first + starts[Int(value.slot)]] = value
      starts[Int(value.slot)] += 1
    }
  }
}
