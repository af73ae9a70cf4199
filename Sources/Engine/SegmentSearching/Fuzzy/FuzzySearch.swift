import FootlightPlatform
import SegmentFiles

/// Tier 5: documents that hold all the words, or expansions of them.
///
/// Those with fewer typos come first, then those whose corrected words would be in a better tier,
/// then the score.
struct FuzzySearch {
  let query: SegmentQuery
  /// The finds of tiers 1 and 2, ascending.
  let named: [UInt32]
  /// The names that begin with the query written right.
  let names: [FuzzyName]
  let statistics: Statistics
  let index: NameIndex

  init(
    _ query: SegmentQuery, named: [UInt32], names: [FuzzyName], _ statistics: Statistics
  ) {
    self.query = query
    self.named = named
    self.names = names
    self.statistics = statistics
    index = NameIndex(query)
  }

  /// Whether whoever holds the words does so in names: then nothing is found elsewhere.
  private static func areInNames(_ query: SegmentQuery) -> Bool {
    query.foundWords == query.namedWords && query.lists.areInNames(query.foundWords)
  }

  /// About how many postings and names are read to find all.
  static func size(_ query: SegmentQuery, _ names: [FuzzyName]) -> Int {
    names.reduce(
      FuzzyConjunction.size(query, query.foundWords, onlyNames: areInNames(query))
    ) { $0 + $1.all.count }
  }

  /// Takes the best into `top`; returns how many there are beyond what the stricter tiers found.
  ///
  /// - Parameter findsAll: whether all lists may be read to their ends, so that the count is exact.
  func find(findsAll: Bool, into top: inout TopHits) throws(Failure) -> DocumentCount {
    let areInNames = FuzzySearch.areInNames(query)
    let sizes = try FuzzyConjunction(query, query.foundWords, onlyNames: areInNames, statistics)
    guard sizes.map({ $0.most > 0 }) ?? false || !names.isEmpty else { return DocumentCount() }
    var taken = top.documents(and: named)
    if findsAll {
      return DocumentCount(
        count: try findAll(sizes, areInNames: areInNames, taken: taken, into: &top))
    }
    var pushed = 0
    let most =
      try areInNames
      ? 0 : FuzzyConjunction(query, query.namedWords, onlyNames: false, statistics)?.most ?? 0
    let mostNamed = names.reduce(0) { max($0, $1.typos) }
    let hasBeginnings = query.plan.expansions.values.contains { levels in
      levels.indices.contains { $0 & 1 == 0 && !levels[$0].isEmpty }
    }
    for typos in 1...max(1, sizes?.most ?? 0, most, mostNamed)
    where !top.isFull && (typos & 1 == 0 || hasBeginnings) {
      pushed += try find(names.filter { $0.typos == typos }, taken: &taken, into: &top)
      for (step, words) in [query.namedWords, query.foundWords].enumerated()
      where step == 0 || !areInNames {
        pushed += try find(words, onlyNames: step == 0, typos: typos, taken: &taken, into: &top)
      }
    }
    // It is a lower bound anyway: some of the lists tell many from very many.
    var count = 0
    var read = 0
    let strict = Set(named)
    var pace = SearchPace(query.plan.request)
    while let sizes, let document = sizes.document, read < PostingCost.sample {
      try pace.step()
      read += 1
      if let found = try sizes.match(document, most: sizes.most), found.typos > 0,
        !strict.contains(document), !query.isHidden(document)
      {
        count += 1
      }
      try sizes.advance()
    }
    return DocumentCount(count: max(count, pushed), isAtLeast: true)
  }

  /// Reads all lists to their ends; returns how many documents there are.
  private func findAll(
    _ everywhere: FuzzyConjunction?, areInNames: Bool, taken: Set<UInt32>,
    into top: inout TopHits
  ) throws(Failure) -> Int {
    if let everywhere, query.namedWords == query.foundWords, query.foundWords.count == 1,
      everywhere.leadSize >= FuzzySearch.manyPostings
    {
      return try findInWindows(
        query.foundWords[0], everywhere.most, areInNames: areInNames, taken: taken, into: &top)
    }
    let taken = taken.sorted()
    var found = [try candidates(names, excluding: taken)]
    if let everywhere {
      found.append(try candidates(everywhere, step: areInNames ? 2 : 3, excluding: taken))
    }
    if !areInNames,
      let inNames = try FuzzyConjunction(
        query, query.namedWords, onlyNames: true, statistics)
    {
      found.append(try candidates(inNames, step: 2, excluding: taken))
    }
    return FuzzySearch.push(found, into: &top)
  }

  /// The documents with some names, ascending, each once as what it is best.
  private func candidates(
    _ names: [FuzzyName], excluding taken: [UInt32]
  ) throws(Failure) -> [Candidate] {
    // Local arrays: a closure that reaches into an object asks for access at every name.
    var pairs: [UInt64] = []
    swap(&pairs, &query.scratch.buffers.pairs)
    defer { swap(&pairs, &query.scratch.buffers.pairs) }
    pairs.removeAll(keepingCapacity: true)
    for name in names {
      for (step, named) in [name.exact, name.all].enumerated() {
        let typos = UInt64(4 * name.typos + step)
        try index.forEachDocument(named) { pairs.append(UInt64($0) << 32 | typos) }
      }
    }
    RadixSort.sort(&pairs, &query.scratch.buffers.spare) { $0 }
    var found: [Candidate] = []
    for pair in pairs {
      let document = UInt32(truncatingIfNeeded: pair >> 32)
      guard found.last?.document != document, !taken.contains(sorted: document),
        !query.isHidden(document)
      else { continue }
      let typos = Int(UInt32(truncatingIfNeeded: pair))
      found.append(Candidate(tier: 5, score: 0, document: document, typos: typos))
    }
    return found
  }

  /// The documents of some lists in which typos are, ascending.
  private func candidates(
    _ lists: FuzzyConjunction, step: Int, excluding taken: [UInt32]
  ) throws(Failure) -> [Candidate] {
    var found: [Candidate] = []
    var pace = SearchPace(query.plan.request)
    if lists.isAlone, lists.leadSize <= PostingCost.mostCounted {
      for match in try lists.documents(&pace) where match.typos > 0 {
        try pace.step()
        guard !taken.contains(sorted: match.document), !query.isHidden(match.document) else {
          continue
        }
        found.append(
          Candidate(
            tier: 5, score: query.weighted(match.score), document: match.document,
            typos: 4 * match.typos + step))
      }
      return found
    }
    while let document = lists.document {
      try pace.step()
      if let match = try lists.match(document, most: lists.most), match.typos > 0,
        !taken.contains(sorted: document), !query.isHidden(document)
      {
        found.append(
          Candidate(
            tier: 5, score: query.weighted(match.score), document: document,
            typos: 4 * match.typos + step))
      }
      try lists.advance()
    }
    return found
  }

  /// Takes the documents of several ascending lists, each as the best that it is; returns how many there
  /// are.
  private static func push(_ lists: [[Candidate]], into top: inout TopHits) -> Int {
    var places = [Int](repeating: 0, count: lists.count)
    var count = 0
    while true {
      var best: Candidate?
      for (list, place) in places.enumerated() where place < lists[list].count {
        let candidate = lists[list][place]
        guard let other = best else {
          best = candidate
          continue
        }
        if candidate.document < other.document
          || candidate.document == other.document && candidate.precedes(other)
        {
          best = candidate
        }
      }
      guard let best else { return count }
      for list in places.indices where places[list] < lists[list].count {
        if lists[list][places[list]].document == best.document { places[list] += 1 }
      }
      top.push(best)
      count += 1
    }
  }

  /// The documents with these names, the first in the order of the index; returns how many.
  private func find(
    _ names: [FuzzyName], taken: inout Set<UInt32>, into top: inout TopHits
  ) throws(Failure) -> Int {
    var pushed = 0
    for step in 0...1 {
      for name in names {
        let named = step == 0 ? name.exact : name.all
        for document in try index.smallest(in: named, excluding: taken.sorted())
        where taken.insert(document).inserted {
          pushed += 1
          top.push(
            Candidate(tier: 5, score: 0, document: document, typos: 4 * name.typos + step))
        }
      }
    }
    return pushed
  }

  /// The documents with just so many typos that are good enough; returns how many were.
  private func find(
    _ words: [Int], onlyNames: Bool, typos: Int, taken: inout Set<UInt32>,
    into top: inout TopHits
  ) throws(Failure) -> Int {
    guard let lists = try FuzzyConjunction(query, words, onlyNames: onlyNames, statistics),
      lists.least <= typos, typos <= lists.most
    else { return 0 }
    lists.limit(to: typos)
    var pushed = 0
    let key = 4 * typos + (onlyNames ? 2 : 3)
    // Up to which document the lists' blocks are known to beat this threshold.
    var promising: (last: Int64, threshold: Int) = (-1, -1)
    var pace = SearchPace(query.plan.request)
    while let document = lists.document {
      try pace.step()
      let threshold = top.threshold(tier: 5, typos: key)
      if threshold == .max { break }
      if threshold >= 0, threshold != promising.threshold || Int64(document) > promising.last {
        let bound = lists.bound(document)
        if query.weighted(bound.score) <= threshold {
          guard bound.last != .max else { break }
          try lists.advance(to: bound.last + 1)
          continue
        }
        promising = (Int64(bound.last), threshold)
      }
      if let found = try lists.match(document, most: typos), found.typos == typos,
        !query.isHidden(document), taken.insert(document).inserted
      {
        pushed += 1
        top.push(
          Candidate(tier: 5, score: query.weighted(found.score), document: document, typos: key))
      }
      try lists.advance()
    }
    return pushed
  }
}
