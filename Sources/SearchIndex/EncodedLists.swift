import FootlightDiagnostics
import FootlightPlatform

/// The streams `post`, `term` and `tidx` in memory, as one thread makes them.
final class EncodedLists: Sendable {
  let postings: ByteArena
  let terms: ByteArena
  let index: ByteArena
  /// The sums of documents over all terms, and of documents in names.
  let documents: UInt64
  let inNames: UInt64

  /// Encodes what `each` hands over, pass by pass.
  init(
    _ vocabulary: Vocabulary, _ each: ((GatheredPostings) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    var lists = PostingWriter()
    var dictionary = DictionaryWriter()
    try each { gathered in
      var start = 0
      for term in gathered.terms {
        let end = Int(gathered.ends[term - gathered.terms.lowerBound])
        let place = lists.write(
          gathered.documents.span.extracting(start..<end),
          gathered.impacts.span.extracting(start..<end))
        dictionary.append(vocabulary.bytes, vocabulary.range(term), holding: end - start, place)
        start += Int(vocabulary.holding[term])
      }
    }
    dictionary.finish()
    documents = dictionary.totals.documents
    inNames = dictionary.totals.inNames
    postings = lists.takeBytes()
    let streams = dictionary.takeStreams()
    terms = streams.terms
    index = streams.index
  }
}
