package import FootlightPlatform

extension Segment {
  /// Reads the skip entries of a list of 128 postings or more.
  package func skips(at start: Int, count: Int) throws(Failure) -> [SkipEntry] {
    let blocks = (count + PostingBlock.size - 1) / PostingBlock.size
    var skips: [SkipEntry] = []
    skips.reserveCapacity(blocks)
    var at = start
    var left = blocks
    var straddling = ByteArena(capacity: 64)
    while left > 0 {
      let view = try chunks.view(.post, at)
      var whole = min(left, view.count / 12)
      if whole == 0 {
        straddling.removeAll()
        try chunks.copy(.post, at, count: 12, into: &straddling)
        skips.append(
          SkipEntry(
            last: straddling.load(0), offset: straddling.load(4), highest: straddling[8],
            width: straddling[9], values: straddling[10]))
        whole = 1
      } else {
        for entry in 0..<whole {
          skips.append(
            SkipEntry(
              last: view.load(entry * 12), offset: view.load(entry * 12 + 4),
              highest: view[entry * 12 + 8], width: view[entry * 12 + 9],
              values: view[entry * 12 + 10]))
        }
      }
      at += whole * 12
      left -= whole
    }
    return skips
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
