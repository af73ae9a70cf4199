import FootlightPlatform

/// Many zeros of which some are written: a table with a place for every document, of which a query needs few.
///
/// Written places are remembered by blocks, so that a query costs what it writes and not the size of the index.
/// Hot: prefixes and counts write a place for each posting (`Benchmarks query`).
@safe
struct SparseZeros<Element: FixedWidthInteger & BitwiseCopyable>: ~Copyable, Sendable {
  /// How many places there are.
  let count: Int
  private let memory: ZeroedMemory
  /// Of each block whether something was written there.
  private let marks: ZeroedMemory
  // Safe: it points into memory that this value owns, and every place is compared with the count.
  fileprivate nonisolated(unsafe) let elements: UnsafeMutablePointer<Element>
  // Safe: as for the elements; a block is that of a place which was compared.
  fileprivate nonisolated(unsafe) let isWritten: UnsafeMutablePointer<UInt8>

  /// How many places make a block, as a power of two.
  fileprivate static var blockShift: Int { 10 }
  fileprivate static var blockSize: Int { 1 << blockShift }
  fileprivate var blocks: Int {
    memory.count / (SparseZeros.blockSize * MemoryLayout<Element>.size)
  }

  init(count: Int) {
    self.count = count
    let blocks = (count + SparseZeros.blockSize - 1) / SparseZeros.blockSize
    memory = ZeroedMemory(count: blocks * SparseZeros.blockSize * MemoryLayout<Element>.size)
    marks = ZeroedMemory(count: blocks)
    unsafe elements = memory.start.assumingMemoryBound(to: Element.self)
    unsafe isWritten = marks.start.assumingMemoryBound(to: UInt8.self)
  }

  /// The number at a place; 0 where there is none.
  @inline(__always)
  subscript(place: Int) -> Element {
    guard place >= 0, place < count else { return 0 }
    return unsafe elements[place]
  }

  /// Writes a place; nothing happens where there is none.
  @inline(__always)
  mutating func write(_ element: Element, at place: Int) {
    guard place >= 0, place < count else { return }
    unsafe isWritten[place &>> SparseZeros.blockShift] = 1
    unsafe elements[place] = element
  }

  /// Makes all places 0 again.
  mutating func clear() {
    for block in 0..<blocks where unsafe isWritten[block] != 0 {
      unsafe (elements + block &<< SparseZeros.blockShift).update(
        repeating: 0, count: SparseZeros.blockSize)
      unsafe isWritten[block] = 0
    }
  }

  /// Has the system hand out all of the memory now.
  func populate() { memory.populate() }
}

extension SparseZeros where Element == UInt8 {
  /// Calls `body` with all places that hold 1 to 127, ascending; eight of them are looked at in one step.
  @inline(__always)
  func forEachSmall(_ body: (Int, UInt8) -> Void) {
    for block in 0..<blocks where unsafe isWritten[block] != 0 {
      let first = block &<< SparseZeros.blockShift
      for places in stride(from: first, to: first &+ SparseZeros.blockSize, by: 8) {
        // The highest bit of a byte says that it is not 0; none carries into the next one.
        let bytes = unsafe UnsafeRawPointer(elements + places).loadUnaligned(as: UInt64.self)
        var left = (bytes &+ 0x7F7F_7F7F_7F7F_7F7F) & 0x8080_8080_8080_8080
        while left != 0 {
          let place = places &+ left.trailingZeroBitCount &>> 3
          body(place, unsafe elements[place])
          left &= left &- 1
        }
      }
    }
  }
}
