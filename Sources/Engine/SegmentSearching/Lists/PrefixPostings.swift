import FootlightPlatform

/// The documents of a prefix, ascending, each with the highest impact of its words: read once, walked by several lists.
///
/// Hot: pointers, because lists are walked in the innermost loops of queries (`Benchmarks query`).
@safe
final class PrefixPostings {
  private(set) var count = 0
  /// The highest impact.
  private(set) var highest: UInt32 = 0
  private let room: UnsafeMutablePointer<UInt32>
  private let capacity: Int
  /// Where a document was looked for last.
  private var place = 0

  /// Room for so many.
  init(capacity: Int) {
    self.capacity = capacity
    unsafe room = UnsafeMutablePointer<UInt32>.allocate(capacity: 2 * capacity)
  }

  deinit { unsafe room.deallocate() }

  /// Takes the next one, or another impact of the last one; nothing happens where there is no room.
  @inline(__always)
  func append(_ document: UInt32, _ impact: UInt32) {
    if count > 0, unsafe room[count &- 1] == document {
      unsafe room[capacity &+ count &- 1] = max(room[capacity &+ count &- 1], impact)
      highest = max(highest, impact)
      return
    }
    guard count < capacity else { return }
    unsafe room[count] = document
    unsafe room[capacity &+ count] = impact
    highest = max(highest, impact)
    count &+= 1
  }

  /// The impact of a document, or nil; those that ascend are found sooner.
  func impact(_ document: UInt32) -> Int? {
    let isPast = place < count ? unsafe room[place] > document : true
    if isPast { place = 0 }
    place = (place..<count).gallopingPartitionPoint { unsafe room[$0] < document }
    guard place < count, unsafe room[place] == document else { return nil }
    return unsafe Int(room[capacity &+ place])
  }

  var documents: UnsafePointer<UInt32> { unsafe UnsafePointer(room) }
  var impacts: UnsafePointer<UInt32> { unsafe UnsafePointer(room + capacity) }
}
