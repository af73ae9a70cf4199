import FootlightPlatform

/// The respellings of a query that find something, over all segments.
struct Respelled {
  private(set) var respellings: [Respelling] = []
  /// For each segment the ladders of all of them.
  private(set) var ladders: [[RespelledLadder]]

  /// - Parameter isName: whether an item bears the query as its whole name or id.
  init(
    _ request: SearchRequest, _ statistics: Statistics, _ queries: [SegmentQuery], isName: Bool
  ) throws(Failure) {
    ladders = queries.map { _ in [] }
    for respelling in try Respelling.all(request, statistics, queries, isName: isName) {
      try request.bounds?.check()
      var respelled = request
      respelled.query = respelling.query
      respelled.preferred = nil
      let plan = SearchPlan(respelled)
      var there: [SegmentQuery] = []
      for query in queries { there.append(try SegmentQuery(plan, like: query)) }
      let worth = Statistics(plan, there)
      var made: [RespelledLadder] = []
      var findsAny = false
      for query in there {
        let ladder = try RespelledLadder(respelling, query, worth)
        made.append(ladder)
        if !findsAny { findsAny = try ladder.findsAny() }
      }
      guard findsAny else { continue }
      respellings.append(respelling)
      for place in ladders.indices { ladders[place].append(made[place]) }
    }
  }
}

extension [Respelling] {
  /// The notes about them, as about corrected typos.
  var corrections: [Correction] {
    var told: [Correction] = []
    for correction in map(\.correction) {
      if let place = told.firstIndex(where: { $0.word == correction.word }) {
        told[place].expansions += correction.expansions
      } else {
        told.append(correction)
      }
    }
    return told
  }

  /// The terms by which words of the query were found.
  var spellings: [QueryWord: Set<[UInt8]>] {
    var found: [QueryWord: Set<[UInt8]>] = [:]
    for respelling in self {
      for word in respelling.words { found[word, default: []].formUnion(respelling.terms) }
    }
    return found
  }
}
