package import FootlightPlatform
import TextAnalysis

/// The form of a request.
package enum QueryForm {
  /// The plain words of the query.
  case words
  /// An expression; its words are those of the plan.
  case expression(PlannedExpression)
  /// Everything.
  case everything
}

/// The rungs that a search has over one segment: what each tier means stands here and nowhere else.
///
/// A document belongs to the first rung that finds it. Further rungs are put on where those below hold little.
package final class Ladder {
  package private(set) var query: SegmentQuery
  package let form: QueryForm
  package private(set) var statistics: Statistics
  /// The query as a name, once names have been looked for.
  package private(set) var name: QueriedName
  /// The rungs so far, in the order in which they claim documents.
  package private(set) var rungs: [Rung] = []
  /// The names that stand in the query, and the documents that bear them.
  private(set) var runs: [NamedRun] = []
  private(set) var questioned: [QuestionedDocument] = []
  /// The documents that lack words and pass others, ascending.
  private var passing: [ListedMatches.Entry] = []
  /// The ladders of respelled queries.
  package private(set) var respelled: [RespelledLadder] = []
  /// The names that begin with the query written right.
  private(set) var fuzzyNames: [FuzzyName] = []
  /// The last rung that finds more by the open word as a complete one than by the beginning that it is.
  private var widest: Int?
  /// The rung that looks for numbers in all their writings.
  private var numbered: Int?

  init(_ query: SegmentQuery, _ form: QueryForm, _ statistics: Statistics) {
    self.query = query
    self.form = form
    self.statistics = statistics
    name = QueriedName(nothingIn: query)
  }

  /// The same rungs over the same segment, of which more is hidden.
  init(_ other: Ladder, _ query: SegmentQuery) {
    self.query = query
    form = other.form
    statistics = other.statistics
    name = other.name
    rungs = other.rungs
    runs = other.runs
    questioned = other.questioned
    respelled = other.respelled
    fuzzyNames = other.fuzzyNames
    widest = other.widest
    numbered = other.numbered
  }

  package var matches: SegmentMatches { SegmentMatches(query, statistics) }
  /// The expression that is asked for; nil for plain words.
  package var expression: PlannedExpression? {
    if case .expression(let expression) = form { expression } else { nil }
  }

  var isExpression: Bool { expression != nil }
  /// Whether some rung finds what the words as they are do not.
  var isWidened: Bool { widest != nil || numbered != nil }

  /// Whether the documents of a rung may be others than those of a later one, and are counted.
  ///
  /// The last strict rung that looks for words finds what those before it find, but for what an open word finds as a
  /// complete one besides; of expressions it may find less.
  func isCounted(_ rung: Rung) -> Bool {
    if isExpression || rung.tier > 4 { return true }
    if case .questioned = rung.sought { return true }
    let last = rungs.last {
      if case .questioned = $0.sought { return false }
      return $0.tier <= 4 && !isOfCompleted($0) && !$0.isPassing
    }
    return [last?.place, widest, numbered].contains(rung.place)
  }

  /// Whether a rung looks for the open word as a complete one, or for numbers in all their writings.
  ///
  /// All of its documents are met, whatever they score: the rung of the beginning, which is of the same tier, would give others a score
  /// of its own as soon as they were passed over here.
  func isOfCompleted(_ rung: Rung) -> Bool {
    guard case .all(let words, _) = rung.sought else { return false }
    return words.contains { $0 == query.plan.completed || query.plan.words[$0].takesNumerals }
  }

  private func add(_ rung: Rung) {
    var rung = rung
    rung.place = rungs.count
    rungs.append(rung)
  }
}

/// Putting rungs on.
extension Ladder {
  /// Tiers 1 and 2, for plain words.
  ///
  /// - Parameter ranks: whether the symbols of the query decide between names.
  package func openNames(ranks: Bool = true) throws(Failure) {
    guard case .words = form else { return }
    name = try QueriedName(query)
    if ranks { try name.findSymbols(matches, statistics) }
    guard query.plan.request.match != .none else { return }
    add(Rung(1, .names(isWhole: true)))
    add(Rung(2, .names(isWhole: false)))
  }

  /// Looks for the documents whose names, of this segment, stand in the query.
  func question(_ runs: [NamedRun]) throws(Failure) {
    self.runs = runs
    questioned = try QuestionedNames(query, statistics).documents(runs)
  }

  /// The names of the query that lead a tier though what bears them lacks words.
  func leadingNames(_ tokens: [[UInt8]]) -> [LeadingName] {
    questioned.compactMap { document in
      guard document.lacksWords, let run = document.run else { return nil }
      return LeadingName(
        tokens: Array(tokens[runs[run].tokens]), score: query.weighted(document.score),
        tier: document.tier, key: document.key)
    }
  }

  /// Whether a document stands among those with names in the query because its own holds one of these.
  package func bearsLongerName(_ document: UInt32) -> Bool {
    questioned.contains { $0.document == document && $0.run == nil }
  }

  /// Adds the documents whose longer names tell more than those that lead.
  func question(beside names: [LeadingName]) throws(Failure) {
    questioned += try QuestionedNames(query, statistics).longer(names, than: questioned)
    questioned.sort { $0.document < $1.document }
  }

  /// Tiers 3 and 4, or what the match mode asks for instead of them.
  func openStrict() throws(Failure) {
    let match = query.plan.request.match
    switch form {
    case .everything: add(Rung(4, .everything))
    case .expression(let expression):
      if match != .any { add(Rung(3, .expression(reduced(expression, true), onlyNames: true))) }
      add(Rung(4, .expression(reduced(expression, false), onlyNames: false)))
    case .words where query.plan.words.isEmpty: break
    case .words:
      switch match {
      case .any: add(Rung(4, .any(query.foundWords, scoredBy: query.foundWords, least: 0)))
      case .none: add(Rung(4, .none(query.namedWords)))
      case .tiers, .all:
        try openAll(tier: 3, query.namedWords)
        if !questioned.isEmpty { add(Rung(4, key: Ladder.anyKey, .questioned)) }
        try openAll(tier: 4, query.foundWords)
      }
    }
  }

  /// All of some words, with a rung for the open one as a complete word before that for the beginning that it is.
  private func openAll(tier: Int, _ words: [Int]) throws(Failure) {
    // Where all postings are of names, tier 4 holds nothing that tier 3 does not.
    func isMore(_ words: [Int]) -> Bool {
      tier == 3 || query.foundWords != query.namedWords || !query.lists.areInNames(words)
    }
    if tier == 3, let numbers = query.numbering(words) {
      add(Rung(3, .all(numbers, onlyNames: true)))
      numbered = rungs.count - 1
    }
    if let completed = query.completing(words), isMore(completed) {
      let isWider = try query.isWiderCompleted()
      // A word that very many items hold says little by being complete, where it finds nothing else.
      let isTelling = completed.contains {
        statistics.size($0, query.plan) <= PostingCost.mostCounted
      }
      if isTelling || isWider { add(Rung(tier, .all(completed, onlyNames: tier == 3))) }
      if isWider { widest = rungs.count - 1 }
    }
    if isMore(words) { add(Rung(tier, .all(words, onlyNames: tier == 3))) }
  }

  /// Below the keys of all documents whose names stand in the query.
  private static let anyKey = Int.min / 2

  /// The head of tier 5: respelled queries.
  func openRespelled(_ found: [RespelledLadder]) {
    respelled = found
    let all = found.indices.flatMap { place in
      found[place].ladder.rungs.map { (place: place, rung: $0) }
    }
    let keyed = all.map { (key: found[$0.place].key(ofTier: $0.rung.tier), of: $0) }
    for (key, of) in keyed.sorted(by: { ($0.key, $0.of.place) < ($1.key, $1.of.place) }) {
      add(Rung(5, key: key, .respelled(of.place, of.rung)))
    }
  }

  /// Tier 5: expansions.
  ///
  /// - Parameter query: the query with the expansions among its words.
  func expand(_ query: SegmentQuery, _ statistics: Statistics) throws(Failure) {
    self.query = query
    self.statistics = statistics
    if case .words = form { fuzzyNames = try FuzzyNames(query).find() }
  }

  /// About how much is read to find all of tier 5; of expressions, which are always found whole, nothing.
  var fuzzyCost: Int {
    guard case .words = form else { return 0 }
    return fuzzyNames.reduce(
      matches.fuzzyCost(query.foundWords, onlyNames: query.areInNames)
    ) { $0 + $1.all.count }
  }

  /// - Parameter findsAll: whether all of them may be met; else they are looked for typo by typo.
  func openFuzzy(findsAll: Bool) {
    guard !findsAll, case .words = form else { return add(Rung(5, key: 4, .fuzzy(only: nil))) }
    let most = max(
      matches.mostTypos(query.foundWords, onlyNames: query.areInNames),
      fuzzyNames.reduce(0) { max($0, $1.typos) })
    for level in 1...max(1, most) {
      for step in 0...3 where step < 3 || !query.areInNames {
        add(Rung(5, key: 4 * level + step, .fuzzy(only: (level, step))))
      }
    }
  }

  /// Tier 6 of plain words.
  func openOptional() {
    guard case .words = form else { return }
    if !questioned.isEmpty { add(Rung(6, key: Ladder.anyKey, .questioned)) }
    if let optional { add(optional) }
  }

  /// The rung of the words of which some may be lacked.
  var optional: Rung? {
    guard case .words = form, let words = OptionalWords(query, statistics) else { return nil }
    return Rung(6, .any(words.rarer, scoredBy: words.scoring, least: words.least))
  }

  /// Puts some documents, which lack words, among those that hold all of them; they stand in order.
  func openPassing(_ documents: [UInt32]) throws(Failure) {
    let parts = try optionalParts(beside: documents.count)
    for document in documents {
      var score = 0
      for part in parts where try part.holds(document) { score += try part.score() }
      passing.append(
        ListedMatches.Entry(
          document: document, score: PassingScore.standing(score), key: 0, isPartial: true))
    }
    add(Rung(4, .passing))
  }

  /// What adds to the score of a few documents that may lack words.
  private func optionalParts(beside documents: Int) throws(Failure) -> [Matches] {
    let words = OptionalWords(query, statistics)?.scoring ?? []
    return try matches.each(of: words, beside: documents)
  }

  /// Tier 6 of an expression: what satisfies it but for something that is given up, where there is such a thing.
  func openRelaxed(_ relaxation: Relaxation) {
    guard case .expression(let expression) = form else { return }
    let words = reduced(expression, false).affirmedWords.filter {
      !query.plan.words[$0].isSymbol
        && !query.stored.analyzer.isStopWord(query.plan.words[$0].text)
        && statistics.size($0, query.plan) > 0
    }
    let byRarity = words.sorted {
      (statistics.size($0, query.plan), $0) < (statistics.size($1, query.plan), $1)
    }
    let telling = Array(byRarity.prefix((byRarity.count + 1) / 2))
    guard let relaxed = expression.relaxed(relaxation, telling: telling) else { return }
    add(
      Rung(6, key: relaxation.rawValue, .relaxed(reduced(relaxed, false), scoredBy: words)))
  }

  /// The words that tier 3 looks at, or those of the tiers after it, as an expression.
  package func expression(onlyNames: Bool) -> PlannedExpression {
    switch form {
    case .everything: .all([])
    case .words: .words(onlyNames ? query.namedWords : query.foundWords, field: nil)
    case .expression(let expression): reduced(expression, onlyNames)
    }
  }

  private func reduced(_ expression: PlannedExpression, _ onlyNames: Bool) -> PlannedExpression {
    query.reduced(expression, onlyNames: onlyNames)
  }
}

/// What a rung finds.
extension Ladder {
  /// The matches of a rung; nil where there are none for sure.
  package func matches(of rung: Rung) throws(Failure) -> Matches? {
    switch rung.sought {
    case .names(let isWhole): return try named(isWhole: isWhole)
    case .all(let words, let onlyNames):
      return try matches.all(of: words, onlyNames: onlyNames, isAlone: true)
    case .any(let words, let scoring, let least):
      return try matches.any(of: words, scoredBy: scoring, least: least)
    case .none(let words): return try matches.none(of: words)
    case .questioned: return try namedInQuery(rung.tier)
    case .passing:
      return ListedMatches(passing) { [self] () throws(Failure) in
        try optionalParts(beside: 1)
      }
    case .expression(let expression, let onlyNames):
      return try matches.scored(expression, onlyNames: onlyNames)
    case .relaxed(let expression, let words):
      return try matches.matches(expression, onlyNames: false).map { (found) throws(Failure) in
        ScoredMatches(found, by: try matches.each(of: words))
      }
    case .fuzzy(nil): return try fuzzy()
    case .fuzzy(let (level, step)?): return try fuzzy(level, step)
    case .respelled(let place, let inner): return try respelled[place].matches(of: inner)
    case .everything: return SetMatches(Bitmap(all: query.stored.header.items))
    }
  }

  private func named(isWhole: Bool) throws(Failure) -> Matches? {
    let others = isWhole ? [name.identified].compactMap(\.self) : []
    guard let terms = name.terms else {
      return others.isEmpty ? nil : NameMatches(NameIndex(query), [], and: others)
    }
    let name = name
    let index = NameIndex(query)
    let those = try index.namedDocuments(terms)
    return NameMatches(index, [isWhole ? those.exact : those.all], and: others) {
      (document) throws(Failure) in
      if isWhole, document == name.identified { return true }
      guard let match = try name.firstMatch(document) else { return false }
      return match.isExact || !isWhole
    }
  }

  private func namedInQuery(_ tier: Int) throws(Failure) -> Matches? {
    let entries = questioned.filter { $0.tier == tier }.map {
      ListedMatches.Entry(
        document: $0.document, score: $0.score, key: $0.key, isPartial: $0.isPartial)
    }
    return ListedMatches(entries) { [self] () throws(Failure) in
      try matches.each(of: query.heldWords(statistics), beside: 1)
    }
  }

  private func expandedNames(_ level: Int, _ step: Int) -> [NamedDocuments] {
    fuzzyNames.filter { $0.typos == level }.map { step == 0 ? $0.exact : $0.all }
  }

  /// The words or the expression with typos, in names alone or anywhere.
  private func fuzzyWords(onlyNames: Bool, most: Int = .max) throws(Failure) -> Matches? {
    if case .words = form {
      return try matches.fuzzy(
        onlyNames ? query.namedWords : query.foundWords, onlyNames: onlyNames, most: most)
    }
    return try matches.scored(
      expression(onlyNames: onlyNames), onlyNames: onlyNames, isFuzzy: true)
  }

  /// Whether what holds the words does so in names: then nothing is found elsewhere.
  private var areInNames: Bool {
    if case .words = form { query.areInNames } else { false }
  }

  private func fuzzy() throws(Failure) -> Matches? {
    var pairs: [UInt64] = []
    let index = NameIndex(query)
    for name in fuzzyNames {
      for (step, named) in [name.exact, name.all].enumerated() {
        let key = UInt64(4 * name.typos + step)
        try index.forEachDocument(named) { pairs.append(UInt64($0) << 32 | key) }
      }
    }
    var spare: [UInt64] = []
    RadixSort.sort(&pairs, &spare) { $0 }
    var names: [(document: UInt32, key: Int)] = []
    for pair in pairs {
      let document = UInt32(truncatingIfNeeded: pair >> 32)
      if names.last?.document != document {
        names.append((document, Int(UInt32(truncatingIfNeeded: pair))))
      }
    }
    return try FuzzyMatches(
      names: names, inNames: try fuzzyWords(onlyNames: true),
      found: areInNames ? nil : try fuzzyWords(onlyNames: false), query.plan.request)
  }

  private func fuzzy(_ level: Int, _ step: Int) throws(Failure) -> Matches? {
    guard step > 1 else { return NameMatches(NameIndex(query), expandedNames(level, step)) }
    return try fuzzyWords(onlyNames: step == 2, most: level).map { (found) throws(Failure) in
      try LevelMatches(found, level: level, query.plan.request)
    }
  }
}

/// The ladder of a respelled query over one segment: its tiers 1 to 4 are parts of tier 5.
package struct RespelledLadder {
  package let ladder: Ladder
  private let level: Int
  /// The pieces of a parted word, which must stand side by side.
  private let pieces: [[UInt8]]

  init(
    _ respelling: Respelling, _ query: SegmentQuery, _ statistics: Statistics
  ) throws(Failure) {
    ladder = Ladder(query, .words, statistics)
    level = respelling.level
    pieces = respelling.pieces
    try ladder.openNames()
    try ladder.openStrict()
  }

  /// What orders documents in tier 5 that would be in a tier.
  func key(ofTier tier: Int) -> Int { 4 * level + tier - 1 }

  /// Whether an item is found that is not hidden.
  func findsAny() throws(Failure) -> Bool {
    for rung in ladder.rungs {
      guard let found = try matches(of: rung) else { continue }
      if found is NameMatches {
        var all = try ladder.matches.documents(found)
        if let hidden = ladder.query.hidden { all.subtract(hidden) }
        if all.count > 0 { return true }
        continue
      }
      // A prefix reads nothing before it is asked for its first document.
      try found.next(0)
      while found.document != .max {
        guard let hidden = ladder.query.hidden, hidden[Int(found.document)] else { return true }
        try found.next(hidden.firstAbsent(from: found.document))
      }
    }
    return false
  }

  func matches(of rung: Rung) throws(Failure) -> Matches? {
    guard let found = try ladder.matches(of: rung) else { return nil }
    guard rung.tier > 2, pieces.count > 1 else { return found }
    try found.next(0)
    let query = ladder.query
    let phrase = PlannedPhrase(words: [], nameWords: [], tokens: pieces, nameTokens: pieces)
    guard let verifier = try PhraseVerifier(query, phrase, nil, onlyNames: false) else {
      return nil
    }
    let check = VerifiedMatches { (document) throws(Failure) in try verifier.holds(document) }
    return try AllOf([found], checks: [check], without: query.hidden, query.plan.request)
  }
}

extension SegmentQuery {
  /// Whether what holds the words does so in names alone.
  var areInNames: Bool { foundWords == namedWords && lists.areInNames(foundWords) }

  /// An expression as tier 3 (`onlyNames`) or tier 4 looks at it: without symbols beside words and, in tier 4, without
  /// stop words.
  package func reduced(
    _ expression: PlannedExpression, onlyNames: Bool
  ) -> PlannedExpression {
    let spoken = expression.reduced { !plan.words[$0].isSymbol } ?? expression
    guard !onlyNames else { return spoken }
    let analyzer = stored.analyzer
    return spoken.reduced { !analyzer.isStopWord(plan.words[$0].text) } ?? spoken
  }
}
