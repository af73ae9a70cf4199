package import FootlightPlatform

/// Reads a stream from front to back and keeps no more of it than the last piece that was asked
/// for: what is read once must not fill the memory.
package struct StreamScan: ~Copyable {
  private let chunks: ChunkCache
  private let stream: SegmentStream
  /// Whole chunks of the stream, one after the other.
  package private(set) var window = ByteArena(capacity: 4 * SegmentFormat.chunk)
  private var rest = ByteArena(capacity: SegmentFormat.chunk)
  /// Where the window begins in the stream.
  private var start = 0

  package init(_ chunks: ChunkCache, _ stream: SegmentStream) {
    self.chunks = chunks
    self.stream = stream
  }

  /// Makes `count` bytes from an offset on readable; returns where they begin in the window.
  ///
  /// - Throws: `index.damaged` when a chunk does not match its checksum, or when the bytes lie
  ///   outside the stream.
  package mutating func reach(_ offset: Int, count: Int) throws(Failure) -> Int {
    guard count >= 0, offset >= 0, offset <= chunks.size(stream),
      count <= chunks.size(stream) - offset
    else { throw chunks.damaged(stream) }
    if offset < start || offset > start + window.count {
      window.removeAll()
      start = offset / SegmentFormat.chunk * SegmentFormat.chunk
    } else if offset - start >= SegmentFormat.chunk {
      let passed = min(
        (offset - start) / SegmentFormat.chunk * SegmentFormat.chunk, window.count)
      rest.removeAll()
      rest.append(window, ByteRange(start: passed, count: window.count - passed))
      swap(&window, &rest)
      start += passed
    }
    while start + window.count < offset + count {
      let next = start + window.count
      try chunks.copy(
        stream, next, count: min(SegmentFormat.chunk, chunks.size(stream) - next), into: &window)
    }
    return offset - start
  }
}
