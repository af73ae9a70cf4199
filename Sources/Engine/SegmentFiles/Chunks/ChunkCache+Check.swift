import FootlightPlatform

/// Chunks that are looked at before anybody asks for them: to verify a segment, and to ready it for searches.
///
/// Hot: every byte of a segment is summed here where it lies, which copying would double
/// (decision 10).
extension ChunkCache {
  /// Compares chunks with their checksums.
  ///
  /// - Parameter sample: how many chunks to check, chosen at random; nil for all.
  func check(_ stream: SegmentStream, sample: Int?) throws(Failure) {
    let rows = firstSlot[stream.rawValue + 1] - firstSlot[stream.rawValue]
    if let sample, sample < rows {
      for _ in 0..<sample { _ = try unsafe checked(stream, Int.random(in: 0..<rows)) }
    } else {
      for row in 0..<rows { _ = try unsafe checked(stream, row) }
    }
  }

  /// Readies the segment for many searches, if it is not very large: its pages and its chunks, of which a
  /// search meets up to twenty for the first time, each as dear as reading a hit.
  ///
  /// Damage is left to the searches that need the chunk.
  func populate() {
    switch container {
    case .file(_, let file):
      guard file.count <= ChunkCache.mostPopulated else { return }
      file.populate()
    case .blob(let blob, _):
      guard blob.count <= ChunkCache.mostPopulated else { return }
    }
    for stream in SegmentStream.allCases { populate(stream) }
  }

  private func populate(_ stream: SegmentStream) {
    for row in 0..<firstSlot[stream.rawValue + 1] - firstSlot[stream.rawValue] {
      _ = try? view(stream, row * SegmentFormat.chunk)
    }
  }

  /// A quarter of a gigabyte takes some twenty milliseconds where the system has it in its cache.
  private static let mostPopulated = 1 << 28
}
