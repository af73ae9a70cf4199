import FootlightPlatform

/// Walks a stored posting list, of which one block of 128 is decoded at a time.
///
/// Hot: every long list of every query passes here. Pointers, because the decoded block and the impact bytes of a
/// chunk are read in the innermost loops of queries (`Benchmarks query`).
@safe
package final class StoredListCursor {
  /// The number of postings.
  let count: Int
  /// The document at hand; `UInt32.max` when the list has ended.
  private(set) var document: UInt32 = .max
  /// The highest contribution in the list.
  let highest: Int

  private let weight: Int
  private let stored: Segment
  private let start: Int
  private let skips: [SkipEntry]
  private var block = 0
  /// The block, at or after the one at hand, that `bound` looked at last.
  private var shallow = 0
  /// The documents of the block.
  private let decoded: UnsafeMutablePointer<UInt32>
  /// What each value of the block's impacts adds; zeros after them.
  private let values: UnsafeMutablePointer<UInt32>
  /// Which value each document has, or where there are too many its impact.
  private var impacts: UnsafePointer<UInt8>
  /// How to find it there: the bits of a place, as a power of two, and what is left of a byte.
  private var placeShift = 0
  private var placeMask = 0
  private var hasValues = true
  /// The posting at hand within the block.
  private var index = 0
  private var inBlock = 0

  /// - Parameter weight: the word's idf.
  init(_ stored: Segment, start: Int, count: Int, weight: Int) throws(Failure) {
    self.stored = stored
    self.start = start
    self.count = count
    self.weight = weight
    let skips = try stored.skips(at: start, count: count)
    self.skips = skips
    var most: UInt8 = 0
    for skip in skips { most = max(most, skip.highest) }
    highest = Int(most) * weight
    unsafe decoded = UnsafeMutablePointer<UInt32>.allocate(
      capacity: PostingBlock.size + BlockImpacts.mostValues)
    unsafe values = decoded + PostingBlock.size
    unsafe values.initialize(repeating: 0, count: BlockImpacts.mostValues)
    unsafe impacts = UnsafePointer(UnsafeRawPointer(values).assumingMemoryBound(to: UInt8.self))
    try decode(0)
  }

  deinit {
    unsafe decoded.deallocate()
  }

  /// The contribution of the document at hand.
  @inline(__always)
  var contribution: Int { Int(contribution(index)) }

  @inline(__always)
  private func contribution(_ place: Int) -> UInt32 {
    guard hasValues else {
      return unsafe UInt32(impacts[place] & 0x7F) &* UInt32(truncatingIfNeeded: weight)
    }
    let bit = place &<< placeShift
    return unsafe values[Int(impacts[bit &>> 3] &>> UInt8(bit & 7)) & placeMask]
  }

  /// Moves to the next document; returns it.
  @inline(__always)
  func advance() throws(Failure) -> UInt32 {
    index &+= 1
    if index < inBlock {
      document = unsafe decoded[index]
    } else {
      try decode(block + 1)
    }
    return document
  }

  /// Moves to the first document that is not below `target`; returns it.
  func advance(to target: UInt32) throws(Failure) -> UInt32 {
    guard document < target else { return document }
    if block < skips.count, skips[block].last < target {
      let next = firstBlock(notBelow: target, from: block + 1)
      try decode(next)
      if document >= target { return document }
    }
    // Mostly the target is one of the next, and else no jump within a block is long: eight at a time, no galloping.
    var at = index
    while at &+ 8 <= inBlock, unsafe decoded[at &+ 7] < target { at &+= 8 }
    while at < inBlock, unsafe decoded[at] < target { at &+= 1 }
    index = at
    document = at < inBlock ? unsafe decoded[at] : .max
    return document
  }

  /// An upper bound for what documents from `target` on add, and the last document it holds for.
  func bound(_ target: UInt32) -> (contribution: Int, last: UInt32) {
    moveShallow(to: target)
    guard shallow < skips.count else { return (0, .max) }
    return (Int(skips[shallow].highest) * weight, skips[shallow].last)
  }

  /// An upper bound of what the documents of a window add.
  func highest(in window: borrowing DocumentWindow) -> Int {
    moveShallow(to: window.start)
    var most: UInt8 = 0
    var block = shallow
    while block < skips.count {
      most = max(most, skips[block].highest)
      if !window.covers(skips[block].last) { break }
      block += 1
    }
    return Int(most) * weight
  }

  /// Adds what the documents of a window have to it, and moves past them.
  func add(to window: inout DocumentWindow) throws(Failure) {
    // After its end a list stands at a document that the last window of all would cover.
    while document != .max, window.covers(document) {
      var at = index
      while at < inBlock, unsafe window.covers(decoded[at]) {
        unsafe window.add(contribution(at), to: decoded[at])
        at &+= 1
      }
      index = at
      if index < inBlock {
        document = unsafe decoded[index]
      } else {
        try decode(block + 1)
      }
    }
  }

  /// The documents of the block from the one at hand on.
  var run: ListRun { unsafe ListRun(UnsafePointer(decoded), at: index, end: inBlock) }

  /// Moves to where a run of the block stands.
  func stand(at run: ListRun) {
    index = run.at
    document = index < inBlock ? unsafe decoded[index] : .max
  }

  private func moveShallow(to target: UInt32) {
    if shallow < block { shallow = block }
    if shallow < skips.count, skips[shallow].last < target {
      shallow = firstBlock(notBelow: target, from: shallow + 1)
    }
  }

  /// The first block, from one on, whose last document is not below `target`.
  private func firstBlock(notBelow target: UInt32, from first: Int) -> Int {
    guard first < skips.count else { return first }
    return (first..<skips.count).gallopingPartitionPoint { skips[$0].last < target }
  }

  private func decode(_ number: Int) throws(Failure) {
    block = number
    index = 0
    guard number < skips.count else {
      inBlock = 0
      document = .max
      return
    }
    let skip = skips[number]
    inBlock = min(PostingBlock.size, count - number * PostingBlock.size)
    let width = Int(min(32, skip.width))
    let packed = PostingBlock.packedSize(inBlock, width: width)
    let size = packed + BlockImpacts.size(inBlock, values: Int(skip.values))
    let view = try stored.chunks.view(.post, start + Int(skip.offset))
    guard view.count >= size, skip.values <= BlockImpacts.mostValues else {
      throw stored.chunks.damaged(.post)
    }
    let bytes = unsafe view.pointer(0, size: size)
    unsafe PostingBlock.unpack(
      UnsafeRawPointer(bytes), count: inBlock, width: width,
      after: number == 0 ? .max : skips[number - 1].last, into: decoded)
    guard unsafe decoded[inBlock &- 1] == skip.last, skip.last < stored.header.items else {
      throw stored.chunks.damaged(.post)
    }
    unsafe stand(at: bytes + packed, values: Int(skip.values))
    document = unsafe decoded[0]
  }

  /// Looks the impacts of a block up from now on.
  private func stand(at bytes: UnsafePointer<UInt8>, values count: Int) {
    hasValues = count > 0
    unsafe impacts = bytes + count
    guard count > 0 else { return }
    for place in 0..<BlockImpacts.mostValues {
      unsafe values[place] =
        place < count ? UInt32(bytes[place] & 0x7F) &* UInt32(truncatingIfNeeded: weight) : 0
    }
    let bits = BlockImpacts.bits(values: count)
    placeShift = bits.trailingZeroBitCount & 7
    placeMask = (1 &<< bits) &- 1
    // Nothing tells places where there is one value: any bytes do, of which there are enough.
    if count == 1 {
      placeShift = 0
      unsafe impacts = UnsafePointer(
        UnsafeRawPointer(values).assumingMemoryBound(to: UInt8.self))
    }
  }
}
