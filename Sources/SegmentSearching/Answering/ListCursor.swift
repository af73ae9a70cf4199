package import SegmentFiles
package import FootlightDiagnostics
import FootlightPlatform

/// Walks documents in ascending order with what each adds to a score.
///
/// Two kinds of list: an encoded one, of which one block of 128 is decoded at a time, and one in
/// memory (short lists, the words of a prefix united, a run of characters verified).
///
/// Hot: every posting of every query passes here. Pointers, because the decoded block and the
/// impact bytes of a chunk are read in the innermost loops of queries (`Benchmarks query`).
@safe
package final class ListCursor {
  /// The number of postings.
  let count: Int
  /// The document at hand; `UInt32.max` when the list has ended.
  package private(set) var document: UInt32 = .max
  /// The highest contribution in the list.
  let highest: Int

  private let weight: Int
  // Encoded.
  private let generation: Segment?
  private let start: Int
  private let skips: [SkipEntry]
  private var block = 0
  /// The block, at or behind the one at hand, that `bound` looked at last.
  private var shallow = 0
  /// The documents of the block, or of the list in memory, behind which stands what each adds.
  private let decoded: UnsafeMutablePointer<UInt32>
  private let contributions: UnsafeMutablePointer<UInt32>
  private var impacts: UnsafePointer<UInt8>?
  /// The posting at hand within the block, or within the list in memory.
  private var index = 0
  private var inBlock = 0

  /// A list in memory: ascending documents and what each adds.
  convenience init(documents: [UInt32], contributions: [UInt32]) {
    let count = min(documents.count, contributions.count)
    let room = UnsafeMutablePointer<UInt32>.allocate(capacity: 2 * count)
    unsafe documents.withUnsafeBufferPointer { list in
      if let base = list.baseAddress { unsafe room.update(from: base, count: count) }
    }
    unsafe contributions.withUnsafeBufferPointer { list in
      if let base = list.baseAddress { unsafe (room + count).update(from: base, count: count) }
    }
    unsafe self.init(room, count: count, contributions: room + count)
  }

  /// Takes over memory that holds documents and, from some place on, what each adds.
  @unsafe
  private init(
    _ room: UnsafeMutablePointer<UInt32>, count: Int, contributions: UnsafeMutablePointer<UInt32>
  ) {
    self.count = count
    var most: UInt32 = 0
    for place in 0..<count { most = unsafe max(most, contributions[place]) }
    highest = Int(most)
    weight = 1
    generation = nil
    start = 0
    skips = []
    unsafe decoded = room
    unsafe self.contributions = contributions
    inBlock = count
    document = count > 0 ? unsafe room[0] : .max
  }

  /// The list of a term, or of the documents that have it in a name; `weight` is the word's idf.
  package convenience init(_ generation: Segment, _ entry: TermEntry, inNames: Bool, weight: Int)
    throws(Failure)
  {
    let isLong = entry.documents >= PostingBlock.size
    let hasOwn = isLong && entry.inNames < entry.documents
    let start = inNames && hasOwn ? entry.nameStart : entry.start
    let count = inNames && hasOwn ? entry.inNames : entry.documents
    if count >= PostingBlock.size {
      try self.init(generation, start: start, count: count, weight: weight)
      return
    }
    let room = UnsafeMutablePointer<UInt32>.allocate(capacity: 2 * max(0, count))
    do throws(Failure) {
      let kept = try unsafe generation.readShortList(
        at: start, count: count, inNames: inNames, weight: weight, into: room)
      unsafe self.init(room, count: kept, contributions: room + count)
    } catch {
      unsafe room.deallocate()
      throw error
    }
  }

  private init(_ generation: Segment, start: Int, count: Int, weight: Int) throws(Failure) {
    self.generation = generation
    self.start = start
    self.count = count
    self.weight = weight
    let skips = try generation.skips(at: start, count: count)
    self.skips = skips
    var most: UInt8 = 0
    for skip in skips { most = max(most, skip.highest) }
    highest = Int(most) * weight
    unsafe decoded = UnsafeMutablePointer<UInt32>.allocate(capacity: PostingBlock.size)
    unsafe contributions = decoded
    try decode(0)
  }

  deinit {
    unsafe decoded.deallocate()
  }

  private var isEncoded: Bool { generation != nil }

  /// What the document at hand adds.
  @inline(__always)
  var contribution: Int {
    guard isEncoded else { return index < inBlock ? unsafe Int(contributions[index]) : 0 }
    guard let impacts = unsafe impacts else { return 0 }
    return unsafe Int(impacts[index] & 0x7F) &* weight
  }

  /// Moves to the next document.
  @inline(__always)
  package func advance() throws(Failure) {
    index &+= 1
    if index < inBlock {
      document = unsafe decoded[index]
    } else {
      try leaveBlock()
    }
  }

  /// Adds what the documents of a window have to it, and moves behind them.
  func add(to window: inout DocumentWindow) throws(Failure) {
    // Behind its end a list stands at a document that the last window of all would cover.
    while document != .max, window.covers(document) {
      if isEncoded {
        guard let impacts = unsafe impacts else {
          throw Failure(.indexDamaged, "a list is damaged")
        }
        let weight = UInt32(truncatingIfNeeded: weight)
        var at = index
        while at < inBlock, unsafe window.covers(decoded[at]) {
          unsafe window.add(UInt32(impacts[at] & 0x7F) &* weight, to: decoded[at])
          at &+= 1
        }
        index = at
      } else {
        while index < inBlock, unsafe window.covers(decoded[index]) {
          unsafe window.add(contributions[index], to: decoded[index])
          index &+= 1
        }
      }
      if index < inBlock {
        document = unsafe decoded[index]
      } else {
        try leaveBlock()
      }
    }
  }

  private func leaveBlock() throws(Failure) {
    if isEncoded {
      try decode(block + 1)
    } else {
      document = .max
    }
  }

  /// Moves to the first document that is not below `target`.
  package func advance(to target: UInt32) throws(Failure) {
    guard document < target else { return }
    guard isEncoded else {
      index = firstNotBelow(target)
      document = index < inBlock ? unsafe decoded[index] : .max
      return
    }
    if block < skips.count, skips[block].last < target {
      let next = findBlock(target, from: block + 1)
      try decode(next)
      if document >= target { return }
    }
    // Mostly the target is near, and else no jump within a block is long.
    var at = index
    while at &+ 8 <= inBlock, unsafe decoded[at &+ 7] < target { at &+= 8 }
    while at < inBlock, unsafe decoded[at] < target { at &+= 1 }
    index = at
    document = at < inBlock ? unsafe decoded[at] : .max
  }

  /// Adds to ascending documents what they have here; leaves out those that cannot exceed `least` by it,
  /// and reads no block only for these.
  func add(to promising: inout [ScoredDocument], above least: Int) throws(Failure) {
    var kept = 0
    for place in promising.indices {
      var found = promising[place]
      if found.score <= least, found.score &+ bound(found.document).contribution <= least {
        continue
      }
      try advance(to: found.document)
      if document == found.document { found.score &+= contribution }
      guard found.score > least else { continue }
      promising[kept] = found
      kept &+= 1
    }
    promising.removeLast(promising.count - kept)
  }

  /// An upper bound for what documents from `target` on add, and the last document it holds for.
  func bound(_ target: UInt32) -> (contribution: Int, last: UInt32) {
    guard isEncoded else { return (highest, .max) }
    if shallow < block { shallow = block }
    if shallow < skips.count, skips[shallow].last < target {
      shallow = findBlock(target, from: shallow + 1)
    }
    guard shallow < skips.count else { return (0, .max) }
    return (Int(skips[shallow].highest) * weight, skips[shallow].last)
  }

  /// An upper bound of what the documents of a window add.
  func highest(in window: borrowing DocumentWindow) -> Int {
    guard isEncoded else { return highest }
    if shallow < block { shallow = block }
    if shallow < skips.count, skips[shallow].last < window.start {
      shallow = findBlock(window.start, from: shallow + 1)
    }
    var most: UInt8 = 0
    var block = shallow
    while block < skips.count {
      most = max(most, skips[block].highest)
      if !window.covers(skips[block].last) { break }
      block += 1
    }
    return Int(most) * weight
  }

  /// The first block, from one on, whose last document is not below `target`: by growing steps.
  private func findBlock(_ target: UInt32, from first: Int) -> Int {
    var low = first
    var step = 1
    while low + step < skips.count, skips[low + step].last < target {
      low += step
      step *= 2
    }
    var high = min(low + step, skips.count)
    while low < high {
      let middle = (low + high) / 2
      if skips[middle].last < target { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func decode(_ number: Int) throws(Failure) {
    block = number
    index = 0
    guard number < skips.count, let generation else {
      inBlock = 0
      document = .max
      return
    }
    let skip = skips[number]
    inBlock = min(PostingBlock.size, count - number * PostingBlock.size)
    let packed = 16 * Int(min(32, skip.width))
    let view = try generation.chunks.view(.post, start + Int(skip.offset))
    guard view.count >= packed + inBlock else { throw generation.chunks.damaged(.post) }
    let bytes = unsafe view.pointer(0, size: packed + inBlock)
    unsafe PostingBlock.unpack(
      UnsafeRawPointer(bytes), width: Int(min(32, skip.width)),
      after: number == 0 ? .max : skips[number - 1].last, into: decoded)
    guard unsafe decoded[inBlock &- 1] == skip.last, skip.last < generation.header.items else {
      throw generation.chunks.damaged(.post)
    }
    unsafe impacts = bytes + packed
    document = unsafe decoded[0]
  }

  /// The first place, from the one at hand on, whose document in memory is not below `target`: by growing
  /// steps.
  private func firstNotBelow(_ target: UInt32) -> Int {
    var low = index
    var step = 1
    while low &+ step < inBlock, unsafe decoded[low &+ step] < target {
      low &+= step
      step &*= 2
    }
    var high = min(low &+ step, inBlock)
    while low < high {
      let middle = (low &+ high) &>> 1
      if unsafe decoded[middle] < target { low = middle &+ 1 } else { high = middle }
    }
    return low
  }
}
