package import FootlightPlatform
import TextAnalysis

/// One query over one segment: what was looked up, before a posting is read.
///
/// What was looked up never changes, so that all rungs share it. A class, so that handing it on counts one reference, and what
/// is read at every document is a field of it.
package final class SegmentQuery {
  package let plan: SearchPlan
  /// The segment, with what its domain says of it.
  package let searched: SearchedSegment
  /// The segment as stored.
  package let stored: Segment
  /// Its chunks, which are asked for at every name: through it, its reference count would change each time.
  let chunks: CheckedChunks
  /// How its names are kept.
  let nameRows: NameRows
  let forward: ForwardReader
  /// The words, looked up in the dictionary.
  let looked: AtomLookUp
  /// The words, looked up in the dictionaries of what is hidden in the whole domain.
  let hiddenTerms: HiddenTerms
  /// Documents that are not to be found.
  private let hiding: HiddenSet
  /// The words that tiers 3 and 4 look at: symbols go when words remain, then stop words.
  package let namedWords: [Int]
  package let foundWords: [Int]
  /// The texts of terms, as far as somebody asked.
  let texts: TermTexts
  /// Tables and buffers, which one rung leaves for the next.
  package let scratch: QueryScratch

  package init(
    _ plan: SearchPlan, _ searched: SearchedSegment, hiding: Bitmap? = nil
  ) throws(Failure) {
    let stored = searched.stored
    self.plan = plan
    self.searched = searched
    self.stored = stored
    chunks = stored.chunks
    nameRows = stored.header.nameRows
    forward = ForwardReader(stored)
    scratch = QueryScratch(searched.segment)
    texts = TermTexts(stored)
    self.hiding = try HiddenSet(searched, now: plan.request.now, conditions: hiding)
    looked = try AtomLookUp(plan, searched.synonyms, stored)
    hiddenTerms = try HiddenTerms(plan, searched)
    let spoken = (0..<plan.asked).filter { !plan.words[$0].isSymbol }
    let named = spoken.isEmpty ? Array(0..<plan.asked) : spoken
    let analyzer = stored.analyzer
    let indexed = named.filter { !analyzer.isStopWord(plan.words[$0].text) }
    namedWords = named
    foundWords = indexed.isEmpty ? named : indexed
  }

  /// Looks other words up in the same segment, of which the same is hidden.
  package convenience init(_ plan: SearchPlan, like other: SegmentQuery) throws(Failure) {
    try self.init(plan, other.searched, hiding: other.hiding.byConditions)
    scratch.share = other.scratch.share
  }

  /// Looks the same words up in the same segment, of which some documents more are hidden.
  convenience init(_ other: SegmentQuery, hidingAlso hidden: Bitmap) throws(Failure) {
    var hidden = hidden
    if let there = other.hiding.byConditions { hidden.formUnion(there) }
    try self.init(other.plan, other.searched, hiding: hidden)
    scratch.share = other.scratch.share
  }

  /// The query with a plan that has more words after those that are there.
  ///
  /// - Parameter numbers: of each word the number of its term, where there is one segment, which told it.
  init(_ query: SegmentQuery, extendedBy plan: SearchPlan, numbers: [UInt32?]) throws(Failure) {
    self.plan = plan
    searched = query.searched
    stored = query.stored
    chunks = query.chunks
    nameRows = query.nameRows
    forward = query.forward
    looked = try query.looked.extended(plan, numbers: numbers)
    hiddenTerms = try query.hiddenTerms.extended(plan)
    hiding = query.hiding
    namedWords = query.namedWords
    foundWords = query.foundWords
    texts = query.texts
    scratch = query.scratch
  }

  /// The open segment, with what its searches leave for the next ones.
  package var segment: SearchableSegment { searched.segment }
  /// The domain.
  package var domain: String { searched.domain }
  package var weight: Int { searched.weight }
  package var synonyms: Synonyms { searched.synonyms }
  /// The entry of each atom: where words have stems, of its stem.
  package var atoms: [FoundAtom] { looked.atoms }
  /// The stems; nil where words have none.
  package var stems: StemLookUp? { looked.stems }
  /// The posting lists of the words.
  package var lists: PostingLists { PostingLists(query: self) }

  /// Documents that are not to be found: tombstones, what has expired, what a condition leaves out.
  package var hidden: Bitmap? { hiding.all }
  /// How many documents are hidden, when they are tombstones alone.
  var hiddenCount: Int? { hiding.tombstones }
  /// Whether a condition leaves documents out.
  package var leavesOut: Bool { hiding.byConditions != nil }

  @inline(__always)
  package func isHidden(_ document: UInt32) -> Bool {
    guard let hidden = hiding.all else { return false }
    return hidden[Int(document)]
  }

  /// Some words with the open one complete; nil where it is none of them.
  package func completing(_ words: [Int]) -> [Int]? {
    guard let completed = plan.completed, let place = words.firstIndex(where: { $0 == plan.open })
    else { return nil }
    var words = words
    words[place] = completed
    return words
  }

  /// Some words with the numbers among them in all their writings; nil where none is a number.
  package func numbering(_ words: [Int]) -> [Int]? {
    guard words.contains(where: { plan.numbers[$0] != nil }) else { return nil }
    return words.map { plan.numbers[$0] ?? $0 }
  }

  /// Whether the open word finds more as a complete one than as a beginning: by its stem, synonyms, or in texts.
  func isWiderCompleted() throws(Failure) -> Bool {
    guard let word = plan.open, let completed = plan.completed,
      lists.size(completed, onlyNames: false) > 0
    else { return false }
    let open = plan.words[word].atoms.lowerBound
    let isInNames =
      lists.size(completed, onlyNames: true) == lists.size(completed, onlyNames: false)
    guard isInNames || !plan.atoms[open].onlyNames else { return true }
    let terms = try looked.terms(plan.words[completed].atoms.lowerBound)
    return !terms.isWithin(try looked.terms(open))
  }

  /// A score with the domain's weight.
  package func weighted(_ score: Int) -> Int {
    weight == 1_000 ? score : score * weight / 1_000
  }

  /// The highest score that does not exceed a threshold once it is weighted; below 0 for none.
  func hopeless(_ threshold: Int) -> Int {
    guard threshold >= 0 else { return .min / 2 }
    guard weight > 0, threshold < Int.max / 2_000 else { return .max / 2 }
    return weight == 1_000 ? threshold : ((threshold + 1) * 1_000 - 1) / weight
  }
}
