import FootlightPlatform
import SegmentFiles

extension PostingLists {
  /// The documents in which the characters of a run stand side by side.
  func run(
    _ word: PlannedWord, onlyNames: Bool, _ statistics: Statistics
  ) throws(Failure) -> ListCursor {
    var lists: [ListCursor] = []
    for atom in word.atoms {
      guard case .term(let entry) = query.atoms[atom] else { return .empty }
      lists.append(
        try ListCursor(
          query.stored, entry, inNames: onlyNames, weight: query.weight(atom, statistics)))
    }
    lists.sort { $0.count < $1.count }
    guard let lead = lists.first, let sequence = try query.terms(word.sequence) else {
      return .empty
    }
    var documents: [UInt32] = []
    var contributions: [UInt32] = []
    var pace = SearchPace(query.plan.request)
    candidates: while lead.document != .max {
      try pace.step()
      let document = lead.document
      var sum = lead.contribution
      for other in lists.dropFirst() {
        let there = try other.advance(to: document)
        if there != document {
          try lead.advance(to: there)
          continue candidates
        }
        sum += other.contribution
      }
      var isThere = sequence.isEmpty
      if !isThere { isThere = try holds(document, sequence, onlyNames: onlyNames) }
      if isThere {
        documents.append(document)
        contributions.append(UInt32(truncatingIfNeeded: sum))
      }
      try lead.advance()
    }
    return ListCursor(documents: documents, contributions: contributions)
  }

  /// Whether terms stand side by side in one of a document's sequences.
  private func holds(_ document: UInt32, _ sequence: [UInt32], onlyNames: Bool) throws(Failure)
    -> Bool
  {
    var found = false
    try query.forward.forEachSequence(document, onlyNames: onlyNames) { list in
      found = list.holds(sequence)
      return !found
    }
    return found
  }
}
