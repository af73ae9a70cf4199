import FootlightPlatform

/// Tiers 1 and 2: the item with the query's id, the names that are the query, the names that begin with it.
///
/// Of each tier the smallest documents are found, which are the first in the order of the index.
struct NameSearch {
  private let query: SegmentQuery
  private let name: QueriedName
  private let index: NameIndex

  init(_ query: SegmentQuery, _ name: QueriedName) {
    self.query = query
    self.name = name
    index = NameIndex(query)
  }

  /// Puts the best among the hits of a segment.
  ///
  /// - Parameter bar: what names that begin with the query must reach.
  func find(into hits: SegmentHits, _ bar: SearchBar?) throws(Failure) {
    let rungs = hits.ladder.rungs
    var whole: [WholeName] = []
    let those = try name.terms.flatMap { (terms) throws(Failure) in
      try index.cheaplyNamed(terms)
    }
    if let those {
      whole = try wholeNames(in: those.exact, atMost: hits.wanted)
    } else if let terms = name.terms {
      whole = try wholeNames(in: .names(index.exactNames(terms)), atMost: hits.wanted)
    }
    if let identified = name.identified, !whole.contains(where: { $0.document == identified }) {
      whole.append(WholeName(document: identified, isTitle: true))
    }
    for document in name.symbolic where !whole.contains(where: { $0.document == document }) {
      guard try name.terms?.firstMatch(document, query.forward)?.isExact == true else { continue }
      whole.append(WholeName(document: document, isTitle: try name.isTitle(document)))
    }
    for whole in whole {
      let standing = NameStanding(
        isSymbolic: name.symbolic.contains(sorted: whole.document), isTitle: whole.isTitle)
      hits.put(whole.document, weightedScore: standing.worth, rungs[0])
    }
    var exact = whole.map(\.document).sorted()
    let begun = name.symbolic.filter { !exact.contains(sorted: $0) }
    for document in begun {
      let standing = NameStanding(isSymbolic: true)
      hits.put(document, weightedScore: standing.worth, rungs[1])
    }
    exact = (exact + begun).sorted()
    guard !hits.top.isFull, let terms = name.terms else { return }
    let end = try bar?.asked(of: rungs[1].tier, query.stored)?.end ?? .max
    let best = SmallestDocuments(limit: hits.wanted, below: end, excluding: exact)
    let starting =
      if let those {
        try index.smallest(best, in: those.all)
      } else {
        try index.smallest(best, beginningWith: terms)
      }
    for document in starting { hits.put(document, weightedScore: 0, rungs[1]) }
  }

  /// A document of which the query is a whole name.
  private struct WholeName {
    var document: UInt32
    /// Whether that name is its title, or it is found by its id.
    var isTitle: Bool
  }

  /// The first documents with some names that are the query, as many as are wanted: those whose title it
  /// is, then the others; each once.
  ///
  /// Equal names stand in this order, so that no more of them are read.
  private func wholeNames(
    in those: NamedDocuments, atMost wanted: Int
  ) throws(Failure) -> [WholeName] {
    var found: [WholeName] = []
    switch those {
    case .documents(let documents):
      for document in documents {
        found.append(WholeName(document: document, isTitle: try name.isTitle(document)))
      }
    case .names(let range):
      let packed = query.nameRows
      var pace = SearchPace(query.plan.request)
      var index = range.lowerBound
      while index < range.upperBound, found.count < wanted {
        let row = index / PackedRows.perRow
        let view = try query.chunks.view(.names, packed.rows.offset(ofRow: row))
        let end = min((row + 1) * PackedRows.perRow, range.upperBound)
        while index < end, found.count < wanted {
          try pace.step()
          let entry = packed.rows.number(index % PackedRows.perRow, in: view)
          let document = packed.document(entry)
          if !query.isHidden(document) {
            let isTitle = packed.ordinal(entry) == 0 || document == name.identified
            found.append(WholeName(document: document, isTitle: isTitle))
          }
          index += 1
        }
      }
    }
    return found
  }
}
