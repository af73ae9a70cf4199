package import FootlightDiagnostics

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
    // The impacts stand after the gaps: find where those end, then walk both.
    var impact = start
    for _ in 0..<entry.documents { impact = view.skipVarint(impact) }
    guard impact + entry.documents <= view.count else { throw segment.chunks.damaged(.post) }
    var at = start
    var document = UInt32.max
    for index in 0..<entry.documents {
      document = document &+ 1 &+ UInt32(truncatingIfNeeded: view.varint(&at))
      guard document < segment.header.items else { throw segment.chunks.damaged(.post) }
      let byte = view[impact + index]
      if !inNames || byte >= 0x80, !body(document, byte & 0x7F) { return }
    }
  }
}
