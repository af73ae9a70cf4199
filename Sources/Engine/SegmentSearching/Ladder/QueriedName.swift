import FootlightPlatform

/// The query as an id and as a name, looked up in one segment: what decides tiers 1 and 2.
package struct QueriedName {
  /// The document whose id is the query.
  let identified: UInt32?
  /// The query as terms of the segment, when it holds them all.
  let terms: NameQueryTerms?
  private let forward: ForwardReader
  /// The documents with such a name whose names also hold the symbols of the query, ascending: they lead their tier.
  private(set) var symbolic: [UInt32] = []

  /// Looks the query up; the mode `none` looks at no names.
  init(_ query: SegmentQuery) throws(Failure) {
    forward = query.forward
    guard query.plan.request.match != .none else {
      identified = nil
      terms = nil
      return
    }
    let identifier = query.plan.request.query.identifier
    var identified: UInt32?
    if !identifier.isEmpty, let document = try query.stored.document(ofID: identifier),
      !query.isHidden(document)
    {
      identified = document
    }
    self.identified = identified
    terms = query.stored.header.names > 0 ? try NameQueryTerms(query) : nil
  }

  /// No name, for queries that are more than plain words.
  init(nothingIn query: SegmentQuery) {
    forward = query.forward
    identified = nil
    terms = nil
  }

  /// Whether the query is the whole title of a document, or its id, which is as exact.
  func isTitle(_ document: UInt32) throws(Failure) -> Bool {
    if document == identified { return true }
    guard let terms, try forward.names(document) > 0 else { return false }
    return terms.match(try forward.name(document, 0)) == .whole
  }

  /// The first name of a document that is the query or begins with it, exact ones first.
  func firstMatch(_ document: UInt32) throws(Failure) -> (ordinal: Int, isExact: Bool)? {
    try terms.flatMap { (terms) throws(Failure) in try terms.firstMatch(document, forward) }
  }

  /// Looks which of the documents hold the symbols of the query: "$5" means "$5 bill" before "5 o'clock".
  ///
  /// Symbols that many items hold tell none of them apart, and are not looked at.
  mutating func findSymbols(
    _ matches: SegmentMatches, _ statistics: Statistics
  ) throws(Failure) {
    let query = matches.query
    let symbols = (0..<query.plan.asked).filter { query.plan.words[$0].isSymbol }
    guard let terms, !symbols.isEmpty, symbols.count < query.plan.asked,
      symbols.allSatisfy({ statistics.size($0, query.plan) <= QueriedName.mostSymbols }),
      let found = try matches.all(of: symbols, onlyNames: true)
    else { return }
    while found.document != .max {
      let document = found.document
      if !query.isHidden(document), try terms.firstMatch(document, forward) != nil {
        symbolic.append(document)
      }
      try found.next(document + 1, above: -1)
    }
  }

  private static let mostSymbols = 1_024
}
