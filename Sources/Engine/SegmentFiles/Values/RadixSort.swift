/// Radix sort by a number of each element, eleven bits a round, the least significant first (Knuth, TAOCP 3,
/// 5.2.5); elements with equal numbers keep their order.
///
/// Hot: terms and documents of a build are ordered by it, and the postings of a prefix (`Benchmarks inversion`,
/// `Benchmarks query`): six walks over an array instead of some twenty comparisons an element. Pointers,
/// because every element goes to a place that cannot be foreseen, six times.
package enum RadixSort {
  static var bits: UInt64 { 11 }
  static var buckets: Int { 1 << 11 }
  static var rounds: Int { 6 }
  /// So many are sorted by comparing them.
  static var few: Int { 256 }

  /// Sorts; `spare` is room that callers may keep.
  ///
  /// Digits that all elements share cost nothing.
  package static func sort<Element: BitwiseCopyable>(
    _ elements: inout [Element], _ spare: inout [Element], by number: (Element) -> UInt64
  ) {
    guard let first = elements.first, elements.count > few else {
      elements.sort { number($0) < number($1) }
      return
    }
    if spare.count < elements.count {
      spare = [Element](repeating: first, count: elements.count)
    }
    // Digits that are 0 everywhere are not even counted.
    let all = elements.reduce(UInt64(0)) { $0 | number($1) }
    let digits = (64 - all.leadingZeroBitCount + Int(bits) - 1) / Int(bits)
    unsafe elements.withUnsafeMutableBufferPointer { elements in
      unsafe spare.withUnsafeMutableBufferPointer { spare in
        unsafe sort(elements, spare, digits, number)
      }
    }
  }

  /// Sorts a list by numbers below a bound.
  package static func sort<Element: BitwiseCopyable & Sendable>(
    _ elements: inout ScratchList<Element>, _ spare: inout ScratchList<Element>,
    below bound: UInt64,
    by number: (Element) -> UInt64
  ) {
    guard elements.count > few else {
      insert(&elements, number)
      return
    }
    let bits = UInt64.bitWidth - bound.leadingZeroBitCount
    unsafe elements.withUnsafeElements(sparing: &spare) { elements, spare in
      unsafe sort(elements, spare, min(rounds, (bits + 10) / 11), number)
    }
  }

  /// Sorts a few by insertion, which keeps the order of equal ones as well.
  static func insert<Element: BitwiseCopyable & Sendable>(
    _ elements: inout ScratchList<Element>, _ number: (Element) -> UInt64
  ) {
    for place in elements.indices.dropFirst() {
      let element = elements[place]
      var at = place
      while at > 0, number(elements[at &- 1]) > number(element) {
        elements[at] = elements[at &- 1]
        at &-= 1
      }
      elements[at] = element
    }
  }

  /// Sorts by so many digits; `spare` has room for as many elements.
  static func sort<Element: BitwiseCopyable>(
    _ elements: UnsafeMutableBufferPointer<Element>, _ spare: UnsafeMutableBufferPointer<Element>,
    _ rounds: Int, _ number: (Element) -> UInt64
  ) {
    let count = elements.count
    var counts = [UInt32](repeating: 0, count: rounds * buckets)
    for index in 0..<count {
      let number = number(unsafe elements[index])
      for round in 0..<rounds { counts[round &* buckets &+ digit(number, round)] &+= 1 }
    }
    var inSpare = false
    for round in 0..<rounds {
      let base = round * buckets
      if unsafe Int(counts[base + digit(number(elements[0]), round)]) == count { continue }
      var sum: UInt32 = 0
      for bucket in base..<base + buckets {
        let count = counts[bucket]
        counts[bucket] = sum
        sum &+= count
      }
      if inSpare {
        unsafe distribute(spare, into: elements, round, &counts, count, number)
      } else {
        unsafe distribute(elements, into: spare, round, &counts, count, number)
      }
      inSpare.toggle()
    }
    if inSpare {
      for index in 0..<count { unsafe elements[index] = spare[index] }
    }
  }

  @inline(__always)
  static func digit(_ number: UInt64, _ round: Int) -> Int {
    Int(truncatingIfNeeded: number &>> (UInt64(truncatingIfNeeded: round) &* bits)) & (buckets &- 1)
  }

  @inline(__always)
  static func distribute<Element: BitwiseCopyable>(
    _ source: UnsafeMutableBufferPointer<Element>,
    into target: UnsafeMutableBufferPointer<Element>, _ round: Int, _ places: inout [UInt32],
    _ count: Int, _ number: (Element) -> UInt64
  ) {
    let base = round * buckets
    unsafe places.withUnsafeMutableBufferPointer { places in
      for index in 0..<count {
        let element = unsafe source[index]
        let bucket = base &+ digit(number(element), round)
        // The counts of the first walk add up to the number of elements.
        let place = unsafe Int(places[bucket])
        unsafe places[bucket] &+= 1
        unsafe target[place] = element
      }
    }
  }
}

extension Array {
  /// Sorts the elements of a range where they stand; sorting a slice would copy it twice.
  package mutating func sort(_ range: Range<Int>, by precedes: (Element, Element) -> Bool) {
    unsafe withUnsafeMutableBufferPointer { elements in
      var slice = unsafe UnsafeMutableBufferPointer(rebasing: elements[range])
      unsafe slice.sort(by: precedes)
    }
  }
}
