package import FootlightPlatform

extension Segment {
  /// Reads the skip entries of a list of 128 postings or more.
  package func skips(at start: Int, count: Int) throws(Failure) -> [SkipEntry] {
    let blocks = (count + PostingBlock.size - 1) / PostingBlock.size
    let view = try chunks.view(.post, start, count: blocks * 12)
    return (0..<blocks).map { block in
      SkipEntry(
        last: view.load(block * 12), offset: view.load(block * 12 + 4),
        highest: view[block * 12 + 8], width: view[block * 12 + 9], values: view[block * 12 + 10])
    }
  }
}

/// A skip entry: what is known of a block of a posting list without decoding it (Moffat and Zobel,
/// "Self-indexing inverted files for fast text retrieval", 1996), with the highest impact for block-max pruning.
package struct SkipEntry {
  /// The last document.
  package var last: UInt32
  /// Where it begins, from the start of the list.
  package var offset: UInt32
  /// The highest impact.
  package var highest: UInt8
  /// The bits of a gap.
  package var width: UInt8
  /// How many values the impacts have; 0 where each posting has a byte.
  package var values: UInt8
}

/// Reads short lists one after the other; neighbouring ones lie in the same chunk.
package struct PostingStreamReader {
  private let segment: Segment
  private var view: ChunkView?
  /// The chunk that `view` is of.
  private var row = -1

  package init(_ segment: Segment) {
    self.segment = segment
  }

  /// Calls `body` with the postings of a short list, without copying it, until it says no.
  package mutating func forEachShort(
    _ entry: TermEntry, inNames: Bool, _ body: (UInt32, UInt8) -> Bool
  ) throws(Failure) {
    let wanted = entry.start / SegmentFormat.chunk
    if wanted != row {
      view = try segment.chunks.view(.post, wanted * SegmentFormat.chunk)
      row = wanted
    }
    guard let view else { return }
    let start = entry.start - row * SegmentFormat.chunk
    guard start < view.count else { throw segment.chunks.damaged(.post) }
    var list = ShortList(
      view.part(start, size: view.count - start), count: entry.documents,
      items: segment.header.items, segment.impacts)
    for _ in 0..<entry.documents {
      guard let (document, impact) = list.next() else { throw segment.chunks.damaged(.post) }
      if !inNames || impact >= 0x80, !body(document, impact & 0x7F) { return }
    }
  }
}

/// Reads lists that have no blocks.
///
/// Hot: a query opens a dozen of them, two for each word in every delta. Pointers, because what is read goes
/// into the memory that the list keeps; with arrays on the way a list took six allocations instead of two
/// (`Benchmarks query`).
extension Segment {
  /// Reads a list of fewer than 128 postings: its documents, and from the place `count` on what each
  /// adds; those in names alone where that is wanted.
  ///
  /// - Parameter target: has room for twice as many numbers as there are postings.
  /// - Returns: how many there are.
  @unsafe
  package func readShortList(
    at start: Int, count: Int, inNames: Bool, weight: Int,
    into target: UnsafeMutablePointer<UInt32>
  ) throws(Failure) -> Int {
    guard count > 0 else { return 0 }
    var list = ShortList(
      try chunks.view(.post, start), count: count, items: header.items, impacts)
    var kept = 0
    for _ in 0..<count {
      guard let (document, impact) = list.next() else { throw chunks.damaged(.post) }
      guard !inNames || impact >= 0x80 else { continue }
      unsafe target[kept] = document
      unsafe target[count + kept] = UInt32(impact & 0x7F) * UInt32(weight)
      kept += 1
    }
    return kept
  }
}
