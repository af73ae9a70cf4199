/// A document and what it has gathered so far.
struct ScoredDocument {
  var document: UInt32
  var score: Int

  /// So many documents are asked about at a time: a list is called for once for all of them; what they
  /// must reach rises after them only.
  static let mostTogether = 64
}

/// A stretch of 4,096 documents and what each has gathered from several lists.
///
/// Hot: all postings of the words that a search for some of the words leads with are added up here.
/// Pointers, because eight documents are looked at in one step; with them and a flag for every eight
/// instead of a bit for each, the slowest queries of whole titles take a fifth less (`Benchmarks query`).
@safe
struct DocumentWindow: ~Copyable {
  static let size = 4_096
  /// So many documents are looked at in one step.
  static let groupSize = 8
  static let groups = size / groupSize
  /// Flags of so many groups are read in one step, and so many documents at most come of them.
  private static let flagsAWord = 8
  static let stepSize = flagsAWord * groupSize
  /// The sum of a document that is in no list: less than nothing, since a word may be there and add nothing.
  private static let absent = Int32.min

  /// The first document.
  private(set) var start: UInt32 = 0
  private let sums: UnsafeMutablePointer<Int32>
  /// Which groups hold a document.
  private let touched: UnsafeMutablePointer<UInt8>

  /// Makes an empty window.
  init() {
    unsafe sums = .allocate(capacity: DocumentWindow.size)
    unsafe sums.initialize(repeating: DocumentWindow.absent, count: DocumentWindow.size)
    unsafe touched = .allocate(capacity: DocumentWindow.groups)
    unsafe touched.initialize(repeating: 0, count: DocumentWindow.groups)
  }

  deinit {
    unsafe sums.deallocate()
    unsafe touched.deallocate()
  }

  /// Moves to the window that holds a document; this one is empty.
  mutating func begin(at document: UInt32) {
    start = document & ~UInt32(DocumentWindow.size - 1)
  }

  /// Whether a document lies in the window.
  @inline(__always)
  func covers(_ document: UInt32) -> Bool {
    document &- start < UInt32(DocumentWindow.size)
  }

  /// The first document after the window; nil where there can be none.
  var next: UInt32? {
    let (next, isMore) = start.addingReportingOverflow(UInt32(DocumentWindow.size))
    return isMore ? nil : next
  }

  /// Adds to a document of the window.
  @inline(__always)
  mutating func add(_ contribution: UInt32, to document: UInt32) {
    let place = Int((document &- start) & UInt32(DocumentWindow.size - 1))
    // An absent document begins with nothing.
    let before = unsafe UInt32(bitPattern: sums[place] & .max)
    unsafe sums[place] = Int32(clamping: before &+ contribution)
    unsafe touched[place / DocumentWindow.groupSize] = 1
  }

  /// Takes a document out, if it is in the window.
  mutating func remove(_ document: UInt32) {
    guard covers(document) else { return }
    unsafe sums[Int(document &- start)] = DocumentWindow.absent
  }

  /// Takes the documents of a set out, 64 at a time: few of many thousands are hidden.
  mutating func remove(_ others: Bitmap) {
    let first = Int(start) / DocumentWindow.stepSize
    for step in 0..<DocumentWindow.size / DocumentWindow.stepSize
    where first + step < others.words.count {
      var bits = others.words[first + step]
      guard bits != 0,
        unsafe UnsafeRawPointer(touched + step * DocumentWindow.flagsAWord)
          .loadUnaligned(as: UInt64.self) != 0
      else { continue }
      while bits != 0 {
        let place = step &* DocumentWindow.stepSize &+ bits.trailingZeroBitCount
        unsafe sums[place] = DocumentWindow.absent
        bits &= bits &- 1
      }
    }
  }

  /// Takes the documents of a set out, and adds the others to it.
  mutating func keepFresh(_ seen: inout DocumentSet) {
    let first = Int(start) / DocumentWindow.stepSize
    for step in 0..<DocumentWindow.size / DocumentWindow.stepSize {
      var flags = unsafe UnsafeRawPointer(touched + step * DocumentWindow.flagsAWord)
        .loadUnaligned(as: UInt64.self)
      var present: UInt64 = 0
      while flags != 0 {
        let group = flags.trailingZeroBitCount >> 3
        flags &= flags &- 1
        let place = step &* DocumentWindow.stepSize &+ group &* DocumentWindow.groupSize
        let lanes = unsafe UnsafeRawPointer(sums + place).loadUnaligned(as: SIMD8<Int32>.self)
        let bits = DocumentWindow.lanes(lanes, above: -1)
        present |= bits &<< UInt64(group &* DocumentWindow.groupSize)
      }
      guard present != 0 else { continue }
      var known = seen.insert(present, at: first + step)
      while known != 0 {
        let place = step &* DocumentWindow.stepSize &+ known.trailingZeroBitCount
        unsafe sums[place] = DocumentWindow.absent
        known &= known &- 1
      }
    }
  }

  /// Empties the window from a group on, and appends the documents that have gathered more than
  /// `least`, ascending; stops after a step once there are `most` of them.
  mutating func drain(
    from group: inout Int, above least: Int, into promising: inout [ScoredDocument],
    upTo most: Int
  ) {
    let least = min(Int32(clamping: max(-1, least)), .max - 1)
    while group < DocumentWindow.groups, promising.count < most {
      // Eight groups, whose flags are one word.
      var flags = unsafe UnsafeRawPointer(touched + group).loadUnaligned(as: UInt64.self)
      if flags != 0 {
        unsafe UnsafeMutableRawPointer(touched + group).storeBytes(of: 0, as: UInt64.self)
      }
      while flags != 0 {
        let first = (group &+ flags.trailingZeroBitCount >> 3) &* DocumentWindow.groupSize
        flags &= flags &- 1
        let place = unsafe UnsafeMutableRawPointer(sums + first)
        let lanes = unsafe place.loadUnaligned(as: SIMD8<Int32>.self)
        var beating = DocumentWindow.lanes(lanes, above: least)
        while beating != 0 {
          let here = first &+ beating.trailingZeroBitCount
          promising.append(
            ScoredDocument(
              document: start &+ UInt32(truncatingIfNeeded: here),
              score: unsafe Int(sums[here])))
          beating &= beating &- 1
        }
        unsafe place.storeBytes(
          of: SIMD8(repeating: DocumentWindow.absent), as: SIMD8<Int32>.self)
      }
      group &+= DocumentWindow.flagsAWord
    }
  }

  /// The bits of the lanes that exceed `least`, −1 or more; arithmetic alone, because the compiler makes
  /// steps of comparisons.
  @inline(__always)
  private static func lanes(_ lanes: SIMD8<Int32>, above least: Int32) -> UInt64 {
    // Below 0 where the lane is absent or does not exceed it.
    let below = lanes | (lanes &- SIMD8(repeating: least &+ 1))
    let found = SIMD8<Int32>(1, 2, 4, 8, 16, 32, 64, 128) & ~(below &>> 31)
    let words = unsafe unsafeBitCast(found.lowHalf | found.highHalf, to: SIMD2<UInt64>.self)
    let both = words.x | words.y
    return (both | both >> 32) & 0xFF
  }
}
