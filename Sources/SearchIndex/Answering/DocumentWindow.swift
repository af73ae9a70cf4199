/// A stretch of 4,096 documents and what each has gathered from several lists.
///
/// Hot: all postings of the words that a search for some of the words leads with are added up here.
/// Pointers, because sixteen documents are looked at in one step; with them and a flag for every sixteen
/// instead of a bit for each, the slowest queries of whole titles take a third less (`Benchmarks query`).
@safe
struct DocumentWindow: ~Copyable {
  static let size = 4_096
  /// So many documents are looked at in one step.
  static let groupSize = 16
  static let groups = size / groupSize
  /// What a document that is in no list has gathered: less than nothing, since a word may be there and
  /// add nothing.
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

  /// Adds to a document of the window.
  @inline(__always)
  mutating func add(_ contribution: UInt32, to document: UInt32) {
    let place = Int((document &- start) & UInt32(DocumentWindow.size - 1))
    // What is absent begins with nothing.
    let before = unsafe UInt32(bitPattern: sums[place] & .max)
    unsafe sums[place] = Int32(clamping: before &+ contribution)
    unsafe touched[place / DocumentWindow.groupSize] = 1
  }

  /// Takes a document out, if it is in the window.
  mutating func remove(_ document: UInt32) {
    guard covers(document) else { return }
    unsafe sums[Int(document &- start)] = DocumentWindow.absent
  }

  /// Takes all documents out of which something is true.
  mutating func remove(where isUnwanted: (UInt32) -> Bool) {
    for group in 0..<DocumentWindow.groups where unsafe touched[group] != 0 {
      let first = group &* DocumentWindow.groupSize
      for place in first..<first &+ DocumentWindow.groupSize where unsafe sums[place] >= 0 {
        if isUnwanted(start &+ UInt32(truncatingIfNeeded: place)) {
          unsafe sums[place] = DocumentWindow.absent
        }
      }
    }
  }

  /// Empties the window from a group on, and appends the documents that have gathered more than
  /// `least`, ascending; stops behind a group once there are `most` of them.
  ///
  /// Returns how many documents there were, those with less among them.
  mutating func drain(
    from group: inout Int, above least: Int, into promising: inout [ScoredDocument],
    upTo most: Int
  ) -> Int {
    let least = min(Int32(clamping: max(-1, least)), .max - 1)
    // Minus the number of documents that are absent, a lane each.
    var absent = SIMD16<Int32>()
    var looked = 0
    while group < DocumentWindow.groups, promising.count < most {
      defer { group &+= 1 }
      if group & 7 == 0, group &+ 8 <= DocumentWindow.groups,
        unsafe UnsafeRawPointer(touched + group).loadUnaligned(as: UInt64.self) == 0
      {
        group &+= 7
        continue
      }
      guard unsafe touched[group] != 0 else { continue }
      unsafe touched[group] = 0
      looked &+= DocumentWindow.groupSize
      let first = group &* DocumentWindow.groupSize
      let place = unsafe UnsafeMutableRawPointer(sums + first)
      let lanes = unsafe place.loadUnaligned(as: SIMD16<Int32>.self)
      absent &+= lanes &>> 31
      var beating = DocumentWindow.lanes(lanes, above: least)
      while beating != 0 {
        let here = first &+ beating.trailingZeroBitCount
        promising.append(
          ScoredDocument(
            document: start &+ UInt32(truncatingIfNeeded: here), score: unsafe Int(sums[here])))
        beating &= beating &- 1
      }
      unsafe place.storeBytes(
        of: SIMD16(repeating: DocumentWindow.absent), as: SIMD16<Int32>.self)
    }
    let half = absent.lowHalf &+ absent.highHalf
    let quarter = half.lowHalf &+ half.highHalf
    return looked &+ Int(quarter.x &+ quarter.y &+ quarter.z &+ quarter.w)
  }

  /// A bit for each lane.
  private static let bits = SIMD16<Int32>(
    1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768)

  /// The bits of the lanes that exceed `least`, −1 or more; arithmetic alone, because the compiler makes
  /// steps of comparisons.
  @inline(__always)
  private static func lanes(_ lanes: SIMD16<Int32>, above least: Int32) -> UInt64 {
    // Below 0 where the lane is absent or does not exceed it.
    let below = lanes | (lanes &- SIMD16(repeating: least &+ 1))
    let found = bits & ~(below &>> 31)
    let half = found.lowHalf | found.highHalf
    let quarter = half.lowHalf | half.highHalf
    let words = unsafe unsafeBitCast(quarter, to: SIMD2<UInt64>.self)
    let both = words.x | words.y
    return (both | both >> 32) & 0xFFFF
  }
}
