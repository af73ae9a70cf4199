import FootlightPlatform

/// A run of a query's tokens that is the whole of a title or an alias: somebody's name stands in the question.
package struct NamedRun: Sendable {
  /// Where it stands among the tokens of the query's name form.
  let tokens: Range<Int>
  /// The same as terms of a segment.
  let terms: [UInt32]
  /// The documents of the segment that bear the name, ascending.
  let documents: [UInt32]
  /// How much it tells, in 256ths of a bit: see ``NamedRuns``.
  fileprivate(set) var worth = 0
}

/// The runs of a query's tokens that are names and tell enough to be what was asked for, over all segments.
///
/// A name tells as many bits as its words are rare among names, less those that it takes to tell its bearers apart:
/// "FRCP 12" tells much, "Rule 12" with four bearers less, "Love" and "Section" nothing. Decision 27 has the
/// formula and the cases that it was made for.
struct NamedRuns {
  /// No more tokens of a query are looked at.
  static let mostTokens = 32
  /// A name that more items bear names none of them.
  static let mostBearers = 256
  /// So many bits make a name telling.
  static let telling = 7 << 8
  /// Names of a small collection are as rare as if it held so many more: two of ten books are no common word.
  private static let others = 256

  /// The telling ones that each segment holds, the most telling first.
  private(set) var segments: [[NamedRun]]

  /// Looks the runs up; none where the query is a name itself, or no plain text of two words.
  init(_ hits: [SegmentHits], _ statistics: Statistics) throws(Failure) {
    segments = hits.map { _ in [] }
    guard let request = hits.first?.query.plan.request, NamedRuns.mayStand(in: request),
      let name = request.query.name, !hits.contains(where: \.isExact)
    else { return }
    let tokens = Array(name.tokens.prefix(NamedRuns.mostTokens))
    let queries = hits.map(\.query)
    let worths = try NamedRuns.worths(tokens, queries, items: statistics.items)
    // The token at each place tells the difference of two neighbours.
    let sums = worths.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    guard sums[sums.count - 1] >= NamedRuns.telling else { return }
    var bearers: [Range<Int>: Int] = [:]
    for (place, query) in queries.enumerated() {
      segments[place] = try NamedRuns.runs(query, tokens, sums)
      for run in segments[place] { bearers[run.tokens, default: 0] += run.documents.count }
    }
    for place in segments.indices {
      for index in segments[place].indices {
        let tokens = segments[place][index].tokens
        let count = bearers[tokens] ?? 1
        guard count <= NamedRuns.mostBearers else { continue }
        segments[place][index].worth =
          sums[tokens.upperBound] - sums[tokens.lowerBound] - Scoring.log2Fixed(UInt64(count))
      }
      segments[place].removeAll { $0.worth < NamedRuns.telling }
      segments[place].sort { ($1.worth, $0.tokens.lowerBound) < ($0.worth, $1.tokens.lowerBound) }
    }
  }

  /// Whether a request asks with plain words, some of which may be a name.
  static func mayStand(in request: SearchRequest) -> Bool {
    request.match == .tiers && !request.isStrict
      && request.query.name.map { $0.tokens.count > 1 } ?? false
  }

  /// How much something tells that so many of all items hold, in 256ths of a bit.
  static func bits(holding: Int, items: Int) -> Int {
    max(
      0, Scoring.log2Fixed(UInt64(items + others)) - Scoring.log2Fixed(UInt64(max(1, holding))))
  }

  /// How much each token tells: the fewer names hold it, the more.
  private static func worths(
    _ tokens: [[UInt8]], _ queries: [SegmentQuery], items: Int
  ) throws(Failure) -> [Int] {
    var worths: [Int] = []
    for token in tokens {
      var holding = 0
      for query in queries {
        holding += try query.looked.term(token, query.plan)?.inNames ?? 0
        holding -= try query.hiddenTerms.holding(term: token, onlyNames: true)
      }
      worths.append(holding > 0 ? bits(holding: holding, items: items) : 0)
    }
    return worths
  }

  /// The names of one segment that are runs of the tokens and may be telling.
  ///
  /// For each first token the runs grow until no name begins with them, by binary search among the names.
  private static func runs(
    _ query: SegmentQuery, _ tokens: [[UInt8]], _ sums: [Int]
  ) throws(Failure) -> [NamedRun] {
    let index = NameIndex(query)
    var terms: [UInt32?] = []
    for token in tokens {
      let entry = try query.looked.term(token, query.plan)
      terms.append(entry.flatMap { $0.inNames > 0 ? $0.number : nil })
    }
    var found: [NamedRun] = []
    let inner = innerPlaces(of: tokens, query.plan.request.query.words)
    for start in tokens.indices where !inner.contains(start) {
      var key: [UInt32] = []
      for end in start..<tokens.count {
        guard let term = terms[end] else { break }
        key.append(term)
        // Of a run that cannot tell enough nothing is read.
        guard sums[end + 1] - sums[start] >= telling, !inner.contains(end + 1) else { continue }
        if start == 0, end == tokens.count - 1 { break }
        guard let documents = try index.documents(named: key) else { break }
        if !documents.isEmpty {
          found.append(NamedRun(tokens: start..<end + 1, terms: key, documents: documents))
        }
      }
    }
    return found
  }
}

extension NamedRuns {
  /// The places within what is written without spaces: no name begins or ends there.
  static func innerPlaces(of tokens: [[UInt8]], _ words: [QueryWord]) -> Set<Int> {
    var inner: Set<Int> = []
    for case let characters? in words.map(\.run?.sequence) where characters.count <= tokens.count {
      for start in 0...tokens.count - characters.count
      where tokens[start..<start + characters.count].elementsEqual(characters) {
        inner.formUnion(start + 1..<start + characters.count)
      }
    }
    return inner
  }
}

extension NameIndex {
  /// The documents with just this name, ascending, or one more than may bear it; nil where no name begins so.
  fileprivate func documents(named key: [UInt32]) throws(Failure) -> [UInt32]? {
    var place = try firstName(notBelow: key)
    var found: [UInt32] = []
    var begins = false
    var pace = SearchPace(query.plan.request)
    while place < query.stored.header.names, found.count <= NamedRuns.mostBearers {
      try pace.step()
      let (name, document) = try entry(at: place)
      guard name.count >= key.count, key.indices.allSatisfy({ name[$0] == key[$0] }) else { break }
      begins = true
      guard name.count == key.count else { break }
      if !query.isHidden(document), !found.contains(document) { found.append(document) }
      place += 1
    }
    return begins ? found.sorted() : nil
  }
}
