import FootlightPlatform

/// Writes the streams of terms, term by term: `post`, `term`, `tidx`, `ranges` and `firsts`, and what is kept of their letters.
struct EncodedLists: ~Copyable {
  private var lists: PostingWriter
  private var dictionary = DictionaryWriter()
  private var ranges: WideRangesWriter
  private var insides: InsidesWriter?
  private var families: FamiliesWriter?

  init(
    _ vocabulary: Vocabulary, items: Int, _ impacts: PrefixCode, isDictionary: Bool,
    insides: consuming InsidesWriter?, families: consuming FamiliesWriter?
  ) throws(Failure) {
    self.insides = insides
    self.families = families
    lists = PostingWriter(items: items, impacts)
    ranges = try WideRangesWriter(vocabulary, items: items, isDictionary: isDictionary)
  }

  /// Begins the next term.
  mutating func begin(_ term: Int) { ranges.begin(term) }

  /// Takes postings of the term at hand, ascending.
  mutating func append(_ documents: Span<UInt32>, _ impacts: borrowing ByteArena) {
    impacts.withSpan(impacts.all) { impacts in
      lists.append(documents, impacts)
      ranges.append(documents, impacts)
    }
  }

  /// Ends the term at hand, which has this text.
  mutating func end(_ text: borrowing ByteArena, into file: SegmentFile) throws(Failure) {
    let (holding, place) = lists.end()
    ranges.end()
    dictionary.append(text, text.all, holding: holding, place)
    try insides?.append(text, isInNames: place.inNames > 0)
    try families?.append(text)
    try lists.flush(into: file)
    try dictionary.flush(into: file)
  }

  /// Writes what is left; returns the sums of documents over all terms, and of those in names.
  consuming func finish(into file: SegmentFile) throws(Failure)
    -> (documents: UInt64, inNames: UInt64)
  {
    try lists.flush(into: file, isLast: true)
    try dictionary.finish(into: file)
    try insides?.finish(into: file)
    if let families { try families.finish(into: file) }
    guard file.offset(.term) <= Int(UInt32.max) else {
      throw Failure.tooLarge("more different words than one index takes")
    }
    let totals = dictionary.totals
    try ranges.finish(into: file)
    return (totals.documents, totals.inNames)
  }
}
