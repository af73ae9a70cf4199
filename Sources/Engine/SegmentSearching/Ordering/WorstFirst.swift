/// A value of which one stands before another.
protocol Ranked {
  func precedes(_ other: Self) -> Bool
}

/// The best values of many: an array as a heap with the worst of them on top.
extension Array where Element: Ranked {
  /// Takes a value, if as many as are wanted are not there yet or it is better than the worst.
  mutating func take(_ value: Element, atMost limit: Int) {
    if count < limit {
      append(value)
      var child = count - 1
      while child > 0 {
        let parent = (child - 1) / 2
        guard self[parent].precedes(self[child]) else { break }
        swapAt(parent, child)
        child = parent
      }
    } else if limit > 0, value.precedes(self[0]) {
      self[0] = value
      sink()
    }
  }

  private mutating func sink() {
    var parent = 0
    while true {
      var worst = parent
      for child in 2 * parent + 1...2 * parent + 2
      where child < count && self[worst].precedes(self[child]) {
        worst = child
      }
      guard worst != parent else { return }
      swapAt(parent, worst)
      parent = worst
    }
  }
}
