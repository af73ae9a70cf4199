import FootlightPlatform
import TextAnalysis

/// Looks whether some document of a segment may hold the pieces of a parted word side by side.
///
/// The shortest list leads and the others gallop to its documents, of which each is verified. Where the first ones do not
/// tell, it is taken for granted if the list may be read to its end; of very common pieces, which stand nowhere side by side
/// among so many, nobody has made the word. Stop words have no postings in long texts, so they are verified alone.
struct PieceSearch {
  private let query: SegmentQuery
  private let lists: [ListCursor]
  private let verifier: PhraseVerifier

  /// So many documents are verified, and so many postings passed.
  private static let mostVerified = 64
  private static let mostPassed = 4_096

  /// Nil where a piece is no term of the segment.
  private init?(_ pieces: [[UInt8]], _ query: SegmentQuery) throws(Failure) {
    let telling = pieces.filter { !query.stored.analyzer.isStopWord($0) }
    var entries: [TermEntry] = []
    for piece in telling.isEmpty ? pieces : telling {
      guard let entry = try query.texts.entry(piece) else { return nil }
      entries.append(entry)
    }
    let phrase = PlannedPhrase(words: [], nameWords: [], tokens: pieces, nameTokens: pieces)
    guard let verifier = try PhraseVerifier(query, phrase, nil, onlyNames: false) else {
      return nil
    }
    entries.sort { ($0.documents, $0.number) < ($1.documents, $1.number) }
    self.query = query
    self.verifier = verifier
    lists = try entries.map { (entry) throws(Failure) in
      try ListCursor(query.stored, entry, inNames: false, weight: 1)
    }
  }

  /// Whether some document of one of the segments may.
  static func mayFind(_ pieces: [[UInt8]], _ queries: [SegmentQuery]) throws(Failure) -> Bool {
    for query in queries {
      if let search = try PieceSearch(pieces, query), try search.mayFind() { return true }
    }
    return false
  }

  private func mayFind() throws(Failure) -> Bool {
    guard let lead = lists.first else { return false }
    var pace = SearchPace(query.plan.request)
    var verified = 0
    for _ in 0..<PieceSearch.mostPassed {
      try pace.step()
      let document = lead.document
      guard document != .max else { return false }
      var isInAll = true
      for list in lists.dropFirst() where isInAll {
        isInAll = try list.advance(to: document) == document
      }
      if isInAll, !query.isHidden(document) {
        if try verifier.holds(document) { return true }
        verified += 1
        guard verified < PieceSearch.mostVerified else { break }
      }
      try lead.advance()
    }
    return lead.count <= PostingCost.mostCounted
  }
}
