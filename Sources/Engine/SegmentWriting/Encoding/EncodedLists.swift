import SegmentFiles
import FootlightDiagnostics
import FootlightPlatform

/// Encodes gathered postings: the lists of a pass are kept until they are handed on to the stream `post`,
/// the streams `term`, `tidx`, `ranges` and `firsts` until all terms are there.
struct EncodedLists: ~Copyable, Sendable {
  private var lists = PostingWriter()
  private var dictionary = DictionaryWriter()
  private var ranges: WideRangesWriter
  /// The next term, and where its postings begin among those of its pass.
  private var term = 0
  private var start = 0

  /// So many bytes of lists are kept at most, and one list more.
  private static let mostKept = 8 << 20

  init(_ vocabulary: Vocabulary, items: Int, isDictionary: Bool) {
    ranges = WideRangesWriter(vocabulary, items: items, isDictionary: isDictionary)
  }

  /// Encodes the lists of one pass until as many bytes as may be kept wait to be handed on; false when some lists are left.
  mutating func append(_ gathered: GatheredPostings, _ vocabulary: Vocabulary) -> Bool {
    while term < gathered.terms.upperBound {
      let end = Int(gathered.ends[term - gathered.terms.lowerBound])
      let documents = gathered.documents.span.extracting(start..<end)
      let impacts = gathered.impacts.span.extracting(start..<end)
      let place = lists.write(documents, impacts)
      ranges.append(term, documents, impacts)
      dictionary.append(vocabulary.bytes, vocabulary.range(term), holding: end - start, place)
      start += Int(vocabulary.holding[term])
      term += 1
      guard term < gathered.terms.upperBound else { break }
      if lists.kept > EncodedLists.mostKept { return false }
    }
    start = 0
    return true
  }

  /// Hands the whole chunks of lists on.
  mutating func flush(into file: SegmentFile) throws(Failure) { try lists.flush(into: file) }

  /// Writes what is left; returns the sums of documents over all terms, and of those in names.
  consuming func finish(into file: SegmentFile) throws(Failure)
    -> (documents: UInt64, inNames: UInt64)
  {
    try lists.flush(into: file, isLast: true)
    dictionary.finish()
    let streams = dictionary.takeStreams()
    guard streams.terms.count <= Int(UInt32.max) else {
      throw Failure.tooLarge("more different words than one index takes")
    }
    try file.append(.term, streams.terms, streams.terms.all)
    try file.append(.tidx, streams.index, streams.index.all)
    let totals = dictionary.totals
    try ranges.finish(into: file)
    return (totals.documents, totals.inNames)
  }
}
