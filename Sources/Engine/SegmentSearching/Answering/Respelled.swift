import FootlightPlatform
import QueryLanguage
import SegmentFiles

/// The finds of a query's respellings, over all segments; those that found nothing are left out.
struct Respelled {
  private(set) var respellings: [Respelling] = []
  /// For each segment what each respelling has found there.
  private(set) var found: [[RespelledMatches]]

  init(
    _ request: SearchRequest, _ statistics: Statistics, _ queries: [SegmentQuery]
  ) throws(Failure) {
    found = queries.map { _ in [] }
    for respelling in try Respelling.all(request, statistics, queries) {
      try request.bounds?.check()
      var respelled = request
      respelled.query = respelling.query
      respelled.preferred = nil
      let plan = SearchPlan(respelled)
      let there = try queries.map { (query) throws(Failure) in
        try SegmentQuery(plan, like: query)
      }
      let worth = Statistics(plan, there)
      let matches = try there.map { (query) throws(Failure) in
        try RespelledMatches(respelling, query, worth)
      }
      guard matches.contains(where: { !$0.isEmpty }) else { continue }
      respellings.append(respelling)
      for place in found.indices { found[place].append(matches[place]) }
    }
  }

  /// The notes about them, as about corrected typos.
  var corrections: [Correction] {
    var told: [Correction] = []
    for correction in respellings.map(\.correction) {
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
    for respelling in respellings {
      for word in respelling.words { found[word, default: []].formUnion(respelling.terms) }
    }
    return found
  }
}
