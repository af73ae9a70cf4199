import FootlightPlatform

/// Fetching from memory most of what showing a document reads, in three steps, each of which needs what the one
/// before has fetched.
///
/// One by one each document would be waited for: those of an answer lie all over the index. What is damaged is told
/// by who reads it.
extension Segment {
  /// The first step: where the document's row is.
  package func prefetchPlace(of document: UInt32) {
    chunks.prefetch(.drows, Int(document) / DocumentRow.documents &* 4, lines: 1)
  }

  /// The second one: the row.
  package func prefetchRow(of document: UInt32) {
    let offset = Int(document) / DocumentRow.documents &* 4
    guard let start: UInt32 = try? chunks.view(.drows, offset).load(0) else { return }
    chunks.prefetch(.docs, Int(start), lines: 4)
  }

  /// The third one: its stored block, as far as it will be decoded, and its names.
  package func prefetchStored(of document: UInt32) {
    guard let row = try? row(document) else { return }
    // Text is stored in half its size, more or less, and a block holds up to 2 KB of it.
    chunks.prefetch(.stored, row.stored, lines: min(16, shownSize / 32 &+ 4))
    chunks.prefetch(.fwd, row.forward, lines: 2)
  }
}
