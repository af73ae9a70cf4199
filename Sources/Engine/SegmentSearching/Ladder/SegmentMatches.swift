package import FootlightPlatform
import TextAnalysis

/// Makes the matches of words and expressions in one segment.
package struct SegmentMatches {
  package let query: SegmentQuery
  private let statistics: Statistics
  var request: SearchRequest { query.plan.request }

  package init(_ query: SegmentQuery, _ statistics: Statistics) {
    self.query = query
    self.statistics = statistics
  }

  /// The documents that hold all of some words; nil where there are none for sure.
  ///
  /// - Parameter isAlone: whether they are all that is asked for: the best of a prefix are found without a list of all.
  package func all(
    of words: [Int], onlyNames: Bool, in field: Field? = nil, isAlone: Bool = false
  ) throws(Failure) -> Matches? {
    let narrow = onlyNames || field == .title || field == .alias
    guard !words.isEmpty else { return nil }
    if let field, onlyNames, field != .title, field != .alias { return nil }
    // Prefixes of one and two characters look at names alone.
    if field != nil, !narrow, words.contains(where: { query.plan.words[$0].isShort(query.plan) }) {
      return nil
    }
    let lists = query.lists
    guard !words.contains(where: { lists.size($0, onlyNames: narrow) == 0 }) else { return nil }
    if words.count == 1, isAlone, field == nil,
      let prefix = lists.prefix(words[0], onlyNames: narrow), prefix.range.count > 1
    {
      let atom = query.plan.words[words[0]].atoms.lowerBound
      return PrefixMatches(
        query, prefix.range, inNames: prefix.inNames, weight: query.weight(atom, statistics),
        ListedWord(words[0], query.plan))
    }
    // A prefix leads only when all its lists are cheaper to read than another word's one.
    let costs = words.map { lists.cost($0, onlyNames: narrow) }
    let wide = words.map { words.count > 1 && lists.isWidePrefix($0, onlyNames: narrow) }
    let order = words.indices.sorted {
      wide[$0] != wide[$1] ? wide[$1] : costs[$0] < costs[$1]
    }
    var walked = [try list(words[order[0]], onlyNames: narrow)]
    var checks: [Matches] = []
    for place in order.dropFirst() {
      let other = try source(words[place], beside: walked[0].cost, onlyNames: narrow)
      if other is ListMatches { walked.append(other) } else { checks.append(other) }
    }
    if let field {
      let verifier = try FieldVerifier(query, field, words)
      checks.append(VerifiedMatches { (document) throws(Failure) in try verifier.holds(document) })
    }
    guard narrow == onlyNames else {
      // Words count wherever they stand, also where they were asked for in names.
      return ScoredMatches(
        try AllOf(walked, checks: checks, without: query.hidden, request),
        by: try each(of: words))
    }
    let adding = try exactLists(words, onlyNames: narrow)
    guard walked.count + checks.count + adding.count > 1 else { return walked[0] }
    return try AllOf(walked, checks: checks, adding: adding, without: query.hidden, request)
  }

  /// The list of a word, walked.
  private func list(_ word: Int, onlyNames: Bool) throws(Failure) -> Matches {
    ListMatches(
      try query.lists.list(word, onlyNames: onlyNames, statistics), ListedWord(word, query.plan))
  }

  /// The lists of words as they are, which add to those of their stems.
  private func exactLists(_ words: [Int], onlyNames: Bool) throws(Failure) -> [ListMatches] {
    guard query.stems != nil else { return [] }
    var found: [ListMatches] = []
    for word in words {
      guard let list = try query.lists.exactList(word, onlyNames: onlyNames, statistics) else {
        continue
      }
      var listed = ListedWord(word, query.plan)
      listed.isExact = true
      found.append(ListMatches(list, listed))
    }
    return found
  }

  /// Each of some words with its exact form, to add to scores.
  ///
  /// - Parameter documents: how many documents are asked about, where they are few.
  func each(
    of words: [Int], onlyNames: Bool = false, beside documents: Int = .max
  ) throws(Failure) -> [Matches] {
    var found: [Matches] = []
    for word in words {
      found.append(try source(word, beside: documents, onlyNames: onlyNames))
      found += try exactLists([word], onlyNames: onlyNames) as [Matches]
    }
    return found
  }

  /// Where a word is found that stands beside so many documents: a list, or a check.
  private func source(
    _ word: Int, beside documents: Int, onlyNames: Bool, as listed: ListedWord? = nil
  ) throws(Failure) -> Matches {
    let listed = listed ?? ListedWord(word, query.plan)
    switch try query.lists.source(word, beside: documents, onlyNames: onlyNames, statistics) {
    case .cursor(let cursor): return ListMatches(cursor, listed)
    case .probe(let probe): return ProbedPrefix(probe, listed)
    }
  }

  /// The documents that hold one of some words, scored by others as well, of which they hold what tells so much; nil where
  /// there are none for sure.
  func any(
    of required: [Int], scoredBy words: [Int], least: Int
  ) throws(Failure) -> Matches? {
    let lists = query.lists
    var leading: [Matches] = []
    for word in required where lists.size(word, onlyNames: false) > 0 {
      leading.append(try list(word, onlyNames: false))
    }
    guard !leading.isEmpty else { return nil }
    let postings = leading.reduce(0) { $0 + $1.cost }
    var rest = words
    for word in required { if let place = rest.firstIndex(of: word) { rest.remove(at: place) } }
    var optional: [Matches] = []
    for word in rest
    where lists.size(word, onlyNames: false) > 0 && statistics.adds(word, query.plan) {
      optional.append(try source(word, beside: postings, onlyNames: false))
    }
    optional += try exactLists(words, onlyNames: false) as [Matches]
    let found = AnyOf(leading, optional: optional, request)
    guard least > 0 else { return found }
    let parts = try words.map { (word) throws(Failure) in
      (worth: statistics.idf(ofWord: word, query.plan), list: try list(word, onlyNames: false))
    }
    let check = VerifiedMatches { (document) throws(Failure) in
      var told = 0
      for part in parts where try part.list.holds(document) { told += part.worth }
      return told >= least
    }
    try found.next(0)
    return try AllOf([found], checks: [check], without: query.hidden, request)
  }

  /// The documents that lack all of some words.
  func none(of words: [Int]) throws(Failure) -> Matches? {
    var found = Bitmap(size: query.stored.header.items)
    for word in words {
      found.formUnion(try documents(try all(of: [word], onlyNames: false, isAlone: true)))
    }
    found.formComplement()
    return SetMatches(found)
  }

  /// Whether a document is one that an expression asks for.
  package func holds(
    _ expression: PlannedExpression, _ document: UInt32
  ) throws(Failure) -> Bool {
    try matches(expression, onlyNames: false, isAlone: true)?.holds(document) ?? false
  }

  /// All documents of some matches.
  package func documents(_ matches: Matches?) throws(Failure) -> Bitmap {
    var found = Bitmap(size: query.stored.header.items)
    var pace = SearchPace(request)
    try matches?.fill(&found, &pace)
    return found
  }
}

/// Words with typos.
extension SegmentMatches {
  /// The documents that hold each of some words, as it is or as one of its expansions; nil where there are none for sure.
  ///
  /// - Parameter most: the most typos that matter, as a ``TypoLevel``.
  func fuzzy(
    _ words: [Int], onlyNames: Bool, in field: Field? = nil, most: Int = .max
  ) throws(Failure) -> Matches? {
    if let field, onlyNames, field != .title, field != .alias { return nil }
    let levels = words.map { places($0, onlyNames, most: most) }
    guard !words.isEmpty, levels.allSatisfy({ $0.contains { !$0.isEmpty } }) else { return nil }
    // The word with the fewest postings leads.
    let costs = levels.map {
      $0.joined().reduce(0) { $0 + query.lists.cost($1, onlyNames: onlyNames) }
    }
    let lead = costs.indices.min { (costs[$0], $0) < (costs[$1], $1) } ?? 0
    let first = try word(levels[lead], words[lead], onlyNames, field, beside: nil)
    let others = try words.indices.filter { $0 != lead }.map { (place) throws(Failure) in
      try word(levels[place], words[place], onlyNames, field, beside: costs[lead]) as Matches
    }
    return others.isEmpty
      ? first : try AllOf([first], checks: others, without: query.hidden, request)
  }

  /// The places of a word and of its expansions which are here, by typos.
  private func places(_ word: Int, _ onlyNames: Bool, most: Int) -> [[Int]] {
    ([[word]] + (query.plan.expansions[word] ?? [])).enumerated().map { level, places in
      level > most ? [] : places.filter { query.lists.size($0, onlyNames: onlyNames) > 0 }
    }
  }

  /// About how many postings are read to meet all documents of some words with typos.
  func fuzzyCost(_ words: [Int], onlyNames: Bool) -> Int {
    words.map { word in
      places(word, onlyNames, most: .max).joined().reduce(0) {
        $0 + query.lists.size($1, onlyNames: onlyNames)
      }
    }.min() ?? 0
  }

  /// The most typos with which some words are here, as a ``TypoLevel``.
  func mostTypos(_ words: [Int], onlyNames: Bool) -> Int {
    words.reduce(0) { sum, word in
      TypoLevel.sum(
        sum, places(word, onlyNames, most: .max).lastIndex { !$0.isEmpty } ?? 0)
    }
  }

  /// - Parameter beside: how many postings lead; nil for the leading word itself.
  private func word(
    _ levels: [[Int]], _ asked: Int, _ onlyNames: Bool, _ field: Field?, beside lead: Int?
  ) throws(Failure) -> FuzzyWord {
    try FuzzyWord(isWalked: lead == nil, request) { () throws(Failure) in
      var opened: [[Matches]] = []
      for (level, places) in levels.enumerated() {
        var lists: [Matches] = []
        for place in places {
          lists += try open(place, asked, level, onlyNames, field, beside: lead)
        }
        opened.append(lists)
      }
      return opened
    }
  }

  private func open(
    _ place: Int, _ asked: Int, _ level: Int, _ onlyNames: Bool, _ field: Field?, beside lead: Int?
  ) throws(Failure) -> [Matches] {
    var listed = ListedWord(place, query.plan)
    listed.asked = asked
    listed.typos = TypoLevel.typos(level)
    // A field is looked at in documents that a list has found.
    var found =
      if let lead, field == nil {
        [try source(place, beside: lead, onlyNames: onlyNames, as: listed)]
      } else {
        [
          ListMatches(try query.lists.list(place, onlyNames: onlyNames, statistics), listed)
            as Matches
        ]
      }
    // The stem is in every document of the exact form, so no document joins by this.
    for exact in try exactLists([place], onlyNames: onlyNames) {
      exact.word.asked = asked
      exact.word.typos = listed.typos
      found.append(exact)
    }
    guard let field else { return found }
    let verifier = try FieldVerifier(query, field, [place])
    let check = VerifiedMatches { (document) throws(Failure) in try verifier.holds(document) }
    return try found.map { (list) throws(Failure) in
      try AllOf([list], checks: [check], without: nil, request)
    }
  }
}
