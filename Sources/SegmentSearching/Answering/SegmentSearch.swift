package import SegmentFiles
package import FootlightDiagnostics
import QueryLanguage
import FootlightPlatform
import TextAnalysis

/// One query over one part: what was looked up, and the best hits so far.
///
/// The facets: names (tiers 1 and 2), strict words (tiers 3 and 4, `all`), close words (tier 5),
/// loose words (tier 6, `any`), the absence of words (`none`), and counting.
package final class SegmentSearch {
  package private(set) var plan: SearchPlan
  private let part: SearchPart
  package let segment: SearchableSegment
  package let generation: Segment
  /// Its chunks, which are asked for at every name: through it, its reference count would change each time.
  let chunks: ChunkCache
  /// How its names are kept.
  let nameRows: NameRows
  package let weight: Int
  package let synonyms: Synonyms
  let forward: ForwardReader
  /// What the dictionary says of each atom: where words have stems, of its stem.
  package private(set) var atoms: [FoundAtom]
  /// What stems there are; nil where words have none.
  package let stems: StemLookUp?
  /// Documents that are not to be found: they have been replaced, they have expired, or a condition
  /// leaves them out.
  package let hidden: Bitmap?
  /// Those of them that a condition leaves out.
  private let hiding: Bitmap?
  /// How many documents are hidden, when it is only those that were replaced or deleted.
  let hiddenCount: Int?
  /// The dictionaries of what is hidden in the whole domain, and what they say of each atom.
  private let hiddenWords: [Segment]
  private var hiddenAtoms: [AtomLookUp] = []
  private(set) var looked: AtomLookUp
  /// The words that tiers 3 and 4 look at: symbols go when words remain, then stop words.
  package let namedWords: [Int]
  package let foundWords: [Int]
  var top: TopHits
  /// What hits must reach at least to be among those of the domain.
  var bar: SearchBar?
  /// Whether something may have been left out because of that.
  var isBarred = false
  package var buffers: SearchBuffers
  /// The documents of tiers 1 and 2, ascending, as far as they were wanted.
  var named: [UInt32] = []
  /// The query as terms of this part, when it holds them all.
  var nameTerms: NameQueryTerms?
  /// The tables of wide prefixes that were made so far.
  var tables: [PrefixTableKey: ContributionTable] = [:]
  /// What was found in documents that were looked into for prefixes.
  var looks: [PrefixTableKey: PrefixLooks] = [:]
  /// How many documents tiers 1 to 4 hold, where all of them were met when the best were found.
  var counted: Int?
  /// How many documents hold one of the words, for `any`, where they were met when the best were found.
  private(set) var countedApart: WordCount?
  /// How many documents hold none of the words, for `none`.
  var absent = 0
  /// The document whose id is the query.
  var identified: UInt32?
  /// The names of tier 5, as far as they were asked for.
  var correctedNames: [CloseName]?
  /// Of them those with some typos, for what matched.
  var keptWays: CorrectedWays?
  /// What an expression asks for, where the words are an expression's.
  var expression: PlannedExpression?
  /// Which terms are stop words, as far as somebody asked.
  private var stopWords: [UInt32: Bool] = [:]
  /// The texts of terms, as far as somebody asked.
  private var texts: [UInt32: [UInt8]] = [:]

  package init(_ plan: SearchPlan, _ part: SearchPart, hiding: Bitmap? = nil) throws(Failure) {
    self.plan = plan
    self.part = part
    segment = part.segment
    generation = part.generation
    chunks = part.generation.chunks
    nameRows = part.generation.header.nameRows
    weight = part.weight
    synonyms = part.synonyms
    forward = ForwardReader(part.generation)
    top = TopHits(limit: plan.wanted)
    buffers = part.segment.takeBuffers()
    hiddenWords = part.hiddenWords
    let expired = try part.generation.expiredDocuments(now: plan.request.now)
    hiddenCount = expired == nil && hiding == nil ? part.hidden?.count ?? 0 : nil
    var hidden: Bitmap?
    for those in [part.hidden?.bitmap, expired, hiding] {
      guard let those else { continue }
      if hidden == nil { hidden = those } else { hidden?.formUnion(those) }
    }
    self.hidden = hidden
    self.hiding = hiding
    looked = try AtomLookUp(plan, part.synonyms, part.generation)
    atoms = looked.atoms
    stems = looked.stems
    for words in part.hiddenWords {
      hiddenAtoms.append(try AtomLookUp(plan, part.synonyms, words))
    }
    let words = Array(plan.words.indices)
    let spoken = words.filter { !plan.words[$0].isSymbol }
    let named = spoken.isEmpty ? words : spoken
    let analyzer = part.generation.analyzer
    let telling = named.filter { !analyzer.isStopWord(plan.words[$0].text) }
    namedWords = named
    foundWords = telling.isEmpty ? named : telling
  }

  /// Looks other words up in the part of a search.
  package convenience init(_ plan: SearchPlan, _ other: SegmentSearch) throws(Failure) {
    try self.init(plan, other.part, hiding: other.hiding)
  }

  /// Takes a plan that has more words behind those that are there.
  ///
  /// - Parameter numbers: of each word the number of its term, where there is one segment, which told it.
  func extend(_ plan: SearchPlan, numbers: [UInt32?]) throws(Failure) {
    try looked.extend(plan, numbers: numbers)
    atoms = looked.atoms
    for place in hiddenAtoms.indices { try hiddenAtoms[place].extend(plan, numbers: []) }
    correctedNames = nil
    keptWays = nil
    self.plan = plan
  }

  /// How many items there are, less those that are hidden in the whole domain.
  var items: Int {
    generation.header.items - hiddenWords.reduce(0) { $0 + $1.header.items }
  }

  /// How many items hold an atom, less those that are hidden in the whole domain.
  func holding(_ atom: Int) -> Int {
    let onlyNames = plan.atoms[atom].onlyNames
    return looked.holding(atom, onlyNames: onlyNames)
      - hiddenAtoms.reduce(0) { $0 + $1.holding(atom, onlyNames: onlyNames) }
  }

  /// Whether an atom is no more than one term, here and in what is hidden in the whole domain.
  func isOneTerm(_ atom: Int) -> Bool {
    !plan.atoms[atom].onlyNames && looked.isOneTerm(atom)
      && hiddenAtoms.allSatisfy { $0.isOneTerm(atom) }
  }

  /// How many items hold an atom as it is, less those that are hidden in the whole domain.
  package func exactHolding(_ atom: Int) -> Int {
    let onlyNames = plan.atoms[atom].onlyNames
    return looked.exactHolding(atom, onlyNames: onlyNames)
      - hiddenAtoms.reduce(0) { $0 + $1.exactHolding(atom, onlyNames: onlyNames) }
  }

  /// How many of the items that are hidden in the whole domain hold a word.
  func hiddenHolding(_ word: Int) -> Int {
    let atom = plan.words[word].atoms.lowerBound
    let onlyNames = plan.atoms[atom].onlyNames
    return hiddenAtoms.reduce(0) { $0 + $1.holding(atom, onlyNames: onlyNames) }
  }

  /// How many of them hold one of the terms of a prefix; nil when that is not known, or none are hidden.
  func hiddenHolding(prefix atom: Int, inNames: Bool) throws(Failure) -> Int? {
    guard !hiddenAtoms.isEmpty else { return nil }
    var sum = 0
    for looked in hiddenAtoms {
      guard case .range(let range) = looked.atoms[atom] else { continue }
      if range.count == 1 {
        sum += inNames ? range.inNames : range.documents
      } else if let wide = try looked.generation.wideRange(range, inNames: inNames) {
        sum += wide.count
      } else {
        return nil
      }
    }
    return sum
  }

  /// Whether some items are hidden in the whole domain.
  var hidesWords: Bool { !hiddenWords.isEmpty }

  /// How many of them hold a term.
  package func hiddenHolding(of term: [UInt8]) throws(Failure) -> Int {
    guard !hiddenWords.isEmpty else { return 0 }
    var text = ByteArena(capacity: term.count + 8)
    text.append(term)
    var sum = 0
    for words in hiddenWords { sum += try words.term(text)?.documents ?? 0 }
    return sum
  }

  deinit {
    for table in tables.values { buffers.impacts.append(table.clear()) }
    var used = SearchBuffers()
    swap(&used, &buffers)
    segment.giveBack(used)
  }

  /// Whether a term is a stop word, which has no posting in long texts.
  func isStopWord(_ term: UInt32) throws(Failure) -> Bool {
    if let known = stopWords[term] { return known }
    let text = try generation.text(ofTerm: term) ?? []
    let isStopWord = generation.analyzer.isStopWord(text)
    stopWords[term] = isStopWord
    return isStopWord
  }

  /// The text of a term that was asked for before, or is a word of the plan.
  func knownText(ofTerm term: UInt32) -> [UInt8]? {
    texts[term] ?? looked.text(ofTerm: term, plan)
  }

  /// The text of a term; empty when there is none.
  func text(ofTerm term: UInt32) throws(Failure) -> [UInt8] {
    if let known = knownText(ofTerm: term) { return known }
    let text = try generation.text(ofTerm: term) ?? []
    texts[term] = text
    return text
  }

  /// The words that the other segments of the domain hold and this one does not, of the first of them.
  var addedWords: AddedWords? { part.addedWords }

  /// Whether a condition leaves documents out.
  package var leavesOut: Bool { hiding != nil }

  /// The domain.
  package var domain: String { part.domain }

  @inline(__always)
  package func isHidden(_ document: UInt32) -> Bool {
    guard let hidden else { return false }
    return hidden[Int(document)]
  }

  /// A score with the domain's weight.
  package func weighted(_ score: Int) -> Int {
    weight == 1_000 ? score : score * weight / 1_000
  }

  /// Tiers 1 to 4, or what the match mode asks for instead of 3 and 4.
  func findStrict(_ statistics: Statistics) throws(Failure) {
    try findNames()
    switch plan.request.match {
    case .tiers, .all:
      guard !top.isFull else { break }
      // Then tier 4 holds nothing that tier 3 does not.
      let areInNames = foundWords == namedWords && areInNames(foundWords)
      try findTogether(namedWords, tier: 3, isLast: areInNames, statistics)
      guard !top.isFull, !areInNames else { break }
      try findTogether(foundWords, tier: 4, isLast: true, statistics)
    case .any:
      guard !top.isFull else { break }
      var found = try findApart(foundWords, required: foundWords, tier: 4, statistics)
      found.count += named.count
      countedApart = found
    case .none:
      try findAbsent()
    }
  }
}
