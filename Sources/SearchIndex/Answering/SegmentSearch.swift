import FootlightDiagnostics
import QueryLanguage
import FootlightPlatform
import TextAnalysis

/// One query over one part: what was looked up, and the best hits so far.
///
/// The facets: names (tiers 1 and 2), strict words (tiers 3 and 4, `all`), close words (tier 5),
/// loose words (tier 6, `any`), the absence of words (`none`), and counting.
final class SegmentSearch {
  private(set) var plan: SearchPlan
  let generation: Generation
  let weight: Int
  let synonyms: Synonyms
  let forward: ForwardReader
  /// What the dictionary says of each atom: where words have stems, of its stem.
  private(set) var atoms: [FoundAtom]
  /// What stems there are; nil where words have none.
  let stems: StemLookUp?
  /// How many of them are the query's own.
  let queryAtoms: Int
  /// Documents that are not to be found: they have expired, or a condition leaves them out.
  let hidden: Bitmap?
  /// The words that tiers 3 and 4 look at: symbols go when words remain, then stop words.
  let namedWords: [Int]
  let foundWords: [Int]
  var top: TopHits
  var buffers: SearchBuffers
  /// The documents of tiers 1 and 2, ascending, as far as they were wanted.
  var named: [UInt32] = []
  /// The query as terms of this part, when it holds them all.
  var nameTerms: NameQueryTerms?
  /// The range of names that begin with the query.
  var names: NameRange?
  /// The tables of wide prefixes that were made so far.
  var tables: [PrefixTableKey: ContributionTable] = [:]
  /// How many documents hold none of the words, for `none`.
  var absent = 0
  /// The document whose id is the query.
  var identified: UInt32?

  init(_ plan: SearchPlan, _ part: SearchPart, hiding: Bitmap? = nil) throws(Failure) {
    self.plan = plan
    generation = part.generation
    weight = part.weight
    synonyms = part.synonyms
    forward = ForwardReader(part.generation)
    top = TopHits(limit: plan.wanted)
    buffers = part.generation.takeBuffers()
    var hidden = try part.generation.expiredDocuments(now: plan.request.now)
    if let hiding {
      var all = hiding
      if let hidden { all.formUnion(hidden) }
      hidden = all
    }
    self.hidden = hidden
    stems = StemLookUp(part.generation)
    var found: [FoundAtom] = []
    let words = Array(plan.words.indices)
    var groups: [Int: [[UInt8]]] = [:]
    for word in plan.words where word.takesSynonyms {
      let group = part.synonyms.group(of: word.text)
      if group.count > 1 { groups[word.atoms.lowerBound] = group }
    }
    for (place, atom) in plan.atoms.enumerated() {
      found.append(
        try SegmentSearch.find(atom, counting: groups[place], part.generation, stems))
    }
    atoms = found
    queryAtoms = found.count
    let spoken = words.filter { !plan.words[$0].isSymbol }
    let named = spoken.isEmpty ? words : spoken
    let analyzer = part.generation.analyzer
    let telling = named.filter { !analyzer.isStopWord(plan.words[$0].text) }
    namedWords = named
    foundWords = telling.isEmpty ? named : telling
  }

  /// What the dictionary says of an atom, or of the words that count as it.
  private static func find(
    _ atom: Atom, counting group: [[UInt8]]?, _ generation: Generation, _ stems: StemLookUp?
  ) throws(Failure) -> FoundAtom {
    if let stems, let found = try stems.add(atom, counting: group) { return found }
    if let group { return try find(group, generation) }
    return try find(atom, generation)
  }

  /// Looks other words up in the part of a search.
  convenience init(_ plan: SearchPlan, _ other: SegmentSearch) throws(Failure) {
    try self.init(
      plan,
      SearchPart(
        domain: "", weight: other.weight, synonyms: other.synonyms, generation: other.generation))
  }

  private static func find(_ atom: Atom, _ generation: Generation) throws(Failure) -> FoundAtom {
    var text = ByteArena(capacity: atom.text.count + 8)
    text.append(atom.text)
    if atom.isPrefix {
      let range = try generation.range(ofPrefix: text)
      return range.count > 0 ? .range(range) : .none
    }
    return try generation.term(text).map { .term($0) } ?? .none
  }

  /// What the dictionary says of words that count as one.
  private static func find(
    _ group: [[UInt8]], _ generation: Generation
  ) throws(Failure) -> FoundAtom {
    var entries: [TermEntry] = []
    for text in group {
      let atom = Atom(text: text, isPrefix: false, onlyNames: false)
      if case .term(let entry) = try find(atom, generation) { entries.append(entry) }
    }
    guard let first = entries.first else { return .none }
    return entries.count > 1 ? .group(entries) : .term(first)
  }

  /// Takes a plan that has more words behind those that are there.
  func extend(_ plan: SearchPlan) throws(Failure) {
    for atom in plan.atoms.dropFirst(atoms.count) {
      atoms.append(try SegmentSearch.find(atom, counting: nil, generation, stems))
    }
    self.plan = plan
  }

  deinit {
    for table in tables.values { buffers.impacts.append(table.clear()) }
    var used = SearchBuffers(documents: 0)
    swap(&used, &buffers)
    generation.giveBack(used)
  }

  func isHidden(_ document: UInt32) -> Bool {
    hidden.map { $0[Int(document)] } ?? false
  }

  /// A score with the domain's weight.
  func weighted(_ score: Int) -> Int {
    weight == 1_000 ? score : score * weight / 1_000
  }

  /// Tiers 1 to 4, or what the match mode asks for instead of 3 and 4.
  func findStrict(_ statistics: Statistics) throws(Failure) {
    try findNames()
    switch plan.request.match {
    case .tiers, .all:
      guard !top.isFull else { break }
      try findTogether(namedWords, tier: 3, statistics)
      guard !top.isFull else { break }
      try findTogether(foundWords, tier: 4, statistics)
    case .any:
      guard !top.isFull else { break }
      try findApart(foundWords, required: foundWords, tier: 4, statistics)
    case .none:
      try findAbsent()
    }
  }
}
