import FootlightPlatform

/// Names that begin with the query once some of its words are corrected.
struct FuzzyName {
  /// How far they are from the query: a ``TypoLevel``.
  var typos: Int
  /// The items with names that are the query written right, and those with names that begin with it.
  var exact: NamedDocuments
  var all: NamedDocuments
  /// The query written right.
  var terms: NameQueryTerms
}

/// Finds the names that begin with the query written right.
struct FuzzyNames {
  private let query: SegmentQuery
  private let index: NameIndex

  init(_ query: SegmentQuery) {
    self.query = query
    index = NameIndex(query)
  }

  /// For each way to write the query right that some name has, the names that begin so.
  ///
  /// Beginnings that no name has are not gone on with, so that few of the ways are looked up.
  func find() throws(Failure) -> [FuzzyName] {
    guard query.plan.request.query.expression == nil, query.stored.header.names > 0,
      let name = query.plan.request.query.name
    else { return [] }
    var ways: [[NameToken]] = []
    for (place, token) in name.tokens.enumerated() {
      let isOpen = place == name.tokens.count - 1 && !name.lastIsComplete
      ways.append(try tokens(token, isOpen: isOpen))
    }
    var found: [FuzzyName] = []
    var begun = [NameBeginning()]
    for (place, tokens) in ways.enumerated() {
      let isLast = place == ways.count - 1
      var further: [NameBeginning] = []
      for beginning in begun {
        for token in tokens where !isLast || beginning.typos + token.typos > 0 {
          // Of four words there may be thousands of ways.
          try query.plan.request.bounds?.check()
          let sum = TypoLevel.sum(beginning.typos, token.typos)
          let rarest = token.entry?.rarer(than: beginning.rarest) ?? beginning.rarest
          let right = NameQueryTerms(
            first: beginning.terms, whole: token.whole, last: token.terms, rarest: rarest)
          guard isLast else {
            if let term = token.whole, try index.holdsBeginning(right, beginning.terms + [term]) {
              further.append(
                NameBeginning(terms: beginning.terms + [term], typos: sum, rarest: rarest))
            }
            continue
          }
          let (exact, all) = try index.namedDocuments(right)
          guard all.count > 0 else { continue }
          found.append(FuzzyName(typos: sum, exact: exact, all: all, terms: right))
        }
      }
      begun = further
    }
    return found
  }

  /// The first words of names, with the typos that were corrected in them.
  private struct NameBeginning {
    var terms: [UInt32] = []
    var typos = 0
    /// The one that the fewest documents hold.
    var rarest: TermEntry?
  }

  /// A word that a name may hold: the term itself, or one of its expansions.
  private struct NameToken {
    var whole: UInt32?
    var terms: Range<UInt32>
    var typos: Int
    /// The dictionary's entry of the term, where it is one.
    var entry: TermEntry?

    init(whole: UInt32?, terms: Range<UInt32>, typos: Int) {
      self.whole = whole
      self.terms = terms
      self.typos = typos
    }

    init(_ entry: TermEntry, typos: Int) {
      self.init(whole: entry.number, terms: entry.number..<entry.number + 1, typos: typos)
      self.entry = entry
    }
  }

  private func tokens(_ token: [UInt8], isOpen: Bool) throws(Failure) -> [NameToken] {
    var found: [NameToken] = []
    if isOpen {
      let range = try query.looked.range(ofPrefix: token, query.plan)
      if range.count > 0 {
        found.append(
          NameToken(
            whole: range.low.isText ? range.low.number : nil,
            terms: range.low.number..<max(range.low.number, range.high.number), typos: 0))
      }
    } else if let entry = try query.looked.term(token, query.plan) {
      found.append(NameToken(entry, typos: 0))
    }
    // A word may stand in the query twice, and be taken for the same with more typos.
    var least: [(entry: TermEntry, typos: Int)] = []
    for (place, levels) in query.plan.expansions where query.plan.words[place].text == token {
      for (level, expansions) in levels.enumerated() {
        for word in expansions {
          guard let entry = try term(of: word), entry.inNames > 0 else { continue }
          if let there = least.firstIndex(where: { $0.entry.number == entry.number }) {
            least[there].typos = min(least[there].typos, level + 1)
          } else {
            least.append((entry, level + 1))
          }
        }
      }
    }
    least.sort { $0.entry.number < $1.entry.number }
    return found + least.map { NameToken($0.entry, typos: $0.typos) }
  }

  /// The term itself of an expansion, which has no synonyms; its atom may stand for its stem.
  private func term(of word: Int) throws(Failure) -> TermEntry? {
    if query.stems == nil {
      guard case .term(let entry) = query.atoms[query.plan.words[word].atoms.lowerBound] else {
        return nil
      }
      return entry
    }
    return try query.stored.term(query.plan.words[word].text)
  }
}
