package import FootlightPlatform
package import SegmentFiles

extension SegmentBytes {
  /// The bytes of a dictionary of words that have no postings, as ``Segment`` opens them.
  ///
  /// - Parameters:
  ///   - words: each with how many documents hold it, in byte order.
  ///   - items: how many items the dictionary is of.
  ///   - like: a segment with the same analysis.
  package static func dictionary(
    of words: [(word: [UInt8], holding: Int)], items: Int, like: Segment
  ) throws(Failure) -> ByteArena? {
    var writer = DictionaryWriter()
    var text = ByteArena(capacity: 64)
    for (word, holding) in words {
      text.removeAll()
      text.append(word)
      let place = PostingWriter.Place(start: 0, inNames: 0, nameStart: 0)
      writer.append(text, text.all, holding: holding, place)
    }
    let counts = ByteArena(capacity: 0)
    guard
      let written = try SegmentBytes.dictionary(
        &writer, counts: counts, items: items, like: like.header)
    else { return nil }
    var blob = ByteArena(capacity: written.bytes.count)
    blob.append(written.bytes, written.bytes.all)
    return blob
  }
}
