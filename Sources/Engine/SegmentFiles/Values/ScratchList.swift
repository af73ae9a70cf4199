/// A growable list of plain values with one owner.
///
/// Hot: in a build several of them grow with every word of every item, where an array asks each time whether
/// somebody shares it (`Benchmarks inversion`, decision 21). Every access is checked against `count`; the
/// memory is kept until the list goes.
@safe
package struct ScratchList<Element: BitwiseCopyable & Sendable>: ~Copyable, Sendable {
  // Safe: the memory belongs to this value alone, and every access below is bounds-checked.
  nonisolated(unsafe) var base: UnsafeMutablePointer<Element>
  var capacity: Int
  /// The number of elements.
  package internal(set) var count = 0

  /// An empty list.
  package init(capacity: Int = 64) {
    self.capacity = max(1, capacity)
    unsafe base = UnsafeMutablePointer<Element>.allocate(capacity: self.capacity)
  }

  deinit {
    unsafe base.deallocate()
  }

  package var isEmpty: Bool { count == 0 }
  package var indices: Range<Int> { 0..<count }
  package var last: Element? { count == 0 ? nil : self[count &- 1] }

  package subscript(index: Int) -> Element {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      return unsafe base[index]
    }
    @inline(__always) set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      unsafe base[index] = newValue
    }
  }

  @inline(__always)
  package mutating func append(_ element: Element) {
    if count == capacity { grow() }
    unsafe (base + count).initialize(to: element)
    count &+= 1
  }

  /// Appends another list.
  package mutating func append(_ other: borrowing ScratchList<Element>) {
    for index in other.indices { append(other[index]) }
  }

  /// Lets a call of C write up to so many elements after the last one; it returns how many it wrote.
  ///
  /// - Parameter write: gets the room, which must not leave it.
  @unsafe
  @inline(__always)
  package mutating func append(
    atMost most: Int, _ write: (UnsafeMutableBufferPointer<Element>) -> Int
  ) {
    while capacity &- count < most { grow() }
    let written = unsafe write(UnsafeMutableBufferPointer(start: base + count, count: most))
    precondition(written >= 0 && written <= most)
    count &+= written
  }

  /// Lends the elements.
  package func withSpan<Value, Problem: Error>(
    _ body: (Span<Element>) throws(Problem) -> Value
  ) throws(Problem) -> Value {
    try unsafe body(UnsafeBufferPointer(start: base, count: count).span)
  }

  /// Sorts the elements of a range where they stand.
  package mutating func sort(_ range: Range<Int>, by precedes: (Element, Element) -> Bool) {
    precondition(range.upperBound <= count)
    var elements = unsafe UnsafeMutableBufferPointer(
      start: base + range.lowerBound, count: range.count)
    unsafe elements.sort(by: precedes)
  }

  /// Lends the elements, and room for as many of them in another list, which is empty otherwise.
  ///
  /// - Parameter body: gets both; no pointer must leave it.
  @unsafe
  mutating func withUnsafeElements(
    sparing spare: inout ScratchList<Element>,
    _ body: (UnsafeMutableBufferPointer<Element>, UnsafeMutableBufferPointer<Element>) -> Void
  ) {
    let count = count
    spare.removeAll()
    unsafe spare.append(atMost: count) { room in
      unsafe body(UnsafeMutableBufferPointer(start: base, count: count), room)
      return 0
    }
  }

  /// Forgets the elements from a place on.
  package mutating func truncate(to size: Int) {
    precondition(size >= 0 && size <= count)
    count = size
  }

  /// Forgets all elements; the memory stays.
  package mutating func removeAll() { count = 0 }

  @inline(never)
  mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    unsafe larger.moveInitialize(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = larger
    capacity *= 2
  }
}
