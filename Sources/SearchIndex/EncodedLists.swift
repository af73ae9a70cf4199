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

  init(_ assembly: Assembly, passLimit: Int) throws(Failure) {
    let inversion = PostingInversion(
      sources: assembly.sources, merge: assembly.merge, vocabulary: assembly.vocabulary,
      dropped: assembly.dropped, passLimit: passLimit)
    var lists = PostingWriter()
    var dictionary = DictionaryWriter()
    let vocabulary = assembly.vocabulary
    try inversion.run { term, documents, impacts in
      let place = lists.write(documents, impacts)
      dictionary.append(
        vocabulary.bytes, vocabulary.range(term), holding: documents.count, place)
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
