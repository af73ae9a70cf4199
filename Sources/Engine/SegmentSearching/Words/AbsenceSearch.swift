import FootlightPlatform
import SegmentFiles

/// The mode `none`: the documents in which no word occurs, in the order of the index, all in tier 4.
struct AbsenceSearch {
  let query: SegmentQuery

  /// Takes the first into `top`; returns how many there are.
  func find(into top: inout TopHits) throws(Failure) -> Int {
    guard !query.plan.words.isEmpty else { return 0 }
    let items = query.stored.header.items
    var present = Bitmap(size: items)
    let lists = query.lists
    for word in query.namedWords {
      let list = try lists.list(word, onlyNames: false, Statistics.counting(query.plan))
      var pace = SearchPace(query.plan.request)
      while list.document != .max {
        try pace.step()
        present.insert(Int(list.document))
        try list.advance()
      }
    }
    var absent = 0
    var pace = SearchPace(query.plan.request)
    for document in 0..<items where !present[document] {
      try pace.step()
      let number = UInt32(truncatingIfNeeded: document)
      guard !query.isHidden(number) else { continue }
      absent += 1
      if !top.isFull { top.push(Candidate(tier: 4, score: 0, document: number)) }
    }
    return absent
  }
}
