package import FootlightPlatform

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
