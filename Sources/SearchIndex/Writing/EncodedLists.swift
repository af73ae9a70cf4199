import FootlightDiagnostics
import FootlightPlatform

/// Encodes gathered postings: the lists go to the stream `post` as they are made, the streams
/// `term`, `tidx`, `ranges` and `firsts` are kept until all terms are there.
struct EncodedLists: ~Copyable {
  private var lists = PostingWriter()
  private var dictionary = DictionaryWriter()
  private var ranges: WideRangesWriter

  init(_ vocabulary: Vocabulary, items: Int, isDictionary: Bool) {
    ranges = WideRangesWriter(vocabulary, items: items, isDictionary: isDictionary)
  }

  /// Encodes the lists of one pass.
  mutating func append(
    _ gathered: GatheredPostings, _ vocabulary: Vocabulary, into file: SegmentFile
  ) throws(Failure) {
    var start = 0
    for term in gathered.terms {
      let end = Int(gathered.ends[term - gathered.terms.lowerBound])
      let documents = gathered.documents.span.extracting(start..<end)
      let impacts = gathered.impacts.span.extracting(start..<end)
      let place = lists.write(documents, impacts)
      ranges.append(term, documents, impacts)
      dictionary.append(vocabulary.bytes, vocabulary.range(term), holding: end - start, place)
      start += Int(vocabulary.holding[term])
      try lists.flush(into: file)
    }
  }

  /// Writes what is left; returns the sums of documents over all terms, and of those in names.
  consuming func finish(into file: SegmentFile) throws(Failure)
    -> (documents: UInt64, inNames: UInt64)
  {
    try lists.flush(into: file, isLast: true)
    dictionary.finish()
    let streams = dictionary.takeStreams()
    try file.append(.term, streams.terms, streams.terms.all)
    try file.append(.tidx, streams.index, streams.index.all)
    let totals = dictionary.totals
    try ranges.finish(into: file)
    return (totals.documents, totals.inNames)
  }
}
