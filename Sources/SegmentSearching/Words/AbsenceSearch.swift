import SegmentFiles
import FootlightDiagnostics

extension SegmentSearch {
  /// `none`: the documents in which no word occurs, in the order of the index, all in tier 4.
  func findAbsent() throws(Failure) {
    var present = Bitmap(size: generation.header.items)
    for word in namedWords {
      let list = try walked(word, onlyNames: false, Statistics.counting(plan))
      var pace = SearchPace(plan.request)
      while list.document != .max {
        try pace.step()
        present.insert(Int(list.document))
        try list.advance()
      }
    }
    guard !plan.words.isEmpty else { return }
    absent = 0
    for document in 0..<generation.header.items where !present[document] {
      let number = UInt32(truncatingIfNeeded: document)
      guard !isHidden(number) else { continue }
      absent += 1
      if !top.isFull { top.push(Candidate(tier: 4, score: 0, document: number)) }
    }
  }
}
