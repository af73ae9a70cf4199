import FootlightPlatform

/// Walks a list that lies in memory: ascending documents and what each adds.
///
/// Hot: short lists, prefixes and runs of characters are walked here. Pointers, because a short list is read
/// straight into the memory that it keeps (`Benchmarks query`).
@safe
package final class MemoryListCursor {
  /// The number of postings.
  let count: Int
  /// The document at hand; `UInt32.max` when the list has ended.
  private(set) var document: UInt32
  /// The highest contribution in the list.
  let highest: Int

  private let documents: UnsafePointer<UInt32>
  private let contributions: UnsafePointer<UInt32>
  /// By how much the contributions are multiplied.
  private let weight: Int
  /// The memory: its own, or that of a prefix.
  private let room: UnsafeMutablePointer<UInt32>?
  private let prefix: PrefixPostings?
  /// The posting at hand.
  private var index = 0

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

  /// Reads a stored list that has no blocks.
  convenience init(
    _ stored: Segment, start: Int, count: Int, inNames: Bool, weight: Int
  ) throws(Failure) {
    let room = UnsafeMutablePointer<UInt32>.allocate(capacity: 2 * max(0, count))
    do throws(Failure) {
      let kept = try unsafe stored.readShortList(
        at: start, count: count, inNames: inNames, weight: weight, into: room)
      unsafe self.init(room, count: kept, contributions: room + count)
    } catch {
      unsafe room.deallocate()
      throw error
    }
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
    unsafe self.room = room
    prefix = nil
    unsafe documents = UnsafePointer(room)
    unsafe self.contributions = UnsafePointer(contributions)
    document = count > 0 ? unsafe room[0] : .max
  }

  /// Walks the documents of a prefix.
  init(_ prefix: PrefixPostings, weight: Int) {
    count = prefix.count
    highest = Int(prefix.highest) * weight
    self.weight = weight
    unsafe room = nil
    self.prefix = prefix
    unsafe documents = prefix.documents
    unsafe contributions = prefix.impacts
    document = count > 0 ? unsafe prefix.documents[0] : .max
  }

  deinit {
    unsafe room?.deallocate()
  }

  /// The contribution of the document at hand.
  @inline(__always)
  var contribution: Int { index < count ? unsafe Int(contributions[index]) &* weight : 0 }

  /// Moves to the next document; returns it.
  @inline(__always)
  func advance() -> UInt32 {
    index &+= 1
    document = index < count ? unsafe documents[index] : .max
    return document
  }

  /// Moves to the first document that is not below `target`; returns it.
  func advance(to target: UInt32) -> UInt32 {
    guard document < target else { return document }
    index = (index..<count).gallopingPartitionPoint { unsafe documents[$0] < target }
    document = index < count ? unsafe documents[index] : .max
    return document
  }

  /// Adds what the documents of a window have to it, and moves past them.
  func add(to window: inout DocumentWindow) {
    let weight = UInt32(truncatingIfNeeded: weight)
    while index < count, unsafe window.covers(documents[index]) {
      unsafe window.add(contributions[index] &* weight, to: documents[index])
      index &+= 1
    }
    document = index < count ? unsafe documents[index] : .max
  }

  /// The documents from the one at hand on.
  var run: ListRun { unsafe ListRun(documents, at: index, end: count) }

  /// Moves to where a run stands.
  func stand(at run: ListRun) {
    index = run.at
    document = index < count ? unsafe documents[index] : .max
  }
}
