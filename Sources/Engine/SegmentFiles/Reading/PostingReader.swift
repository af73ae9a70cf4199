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
