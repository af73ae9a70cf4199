import SegmentFiles
import FootlightDiagnostics
import FootlightPlatform

extension SegmentSearch {
  /// The documents in which the characters of a run stand side by side.
  func runList(_ word: PlannedWord, onlyNames: Bool, _ statistics: Statistics)
    throws(Failure) -> ListCursor
  {
    var lists: [ListCursor] = []
    for atom in word.atoms {
      guard case .term(let entry) = atoms[atom] else {
        return ListCursor(documents: [], contributions: [])
      }
      lists.append(
        try ListCursor(
          generation, entry, inNames: onlyNames, weight: weight(atom, statistics)))
    }
    lists.sort { $0.count < $1.count }
    guard let lead = lists.first, let sequence = try terms(word.sequence) else {
      return ListCursor(documents: [], contributions: [])
    }
    var documents: [UInt32] = []
    var contributions: [UInt32] = []
    var pace = SearchPace(plan.request)
    candidates: while lead.document != .max {
      try pace.step()
      let document = lead.document
      var sum = lead.contribution
      for other in lists.dropFirst() {
        try other.advance(to: document)
        if other.document != document {
          try lead.advance(to: other.document)
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

  /// The numbers of terms; nil when one is not there.
  func terms(_ texts: [[UInt8]]) throws(Failure) -> [UInt32]? {
    var numbers: [UInt32] = []
    for text in texts {
      var arena = ByteArena(capacity: text.count + 8)
      arena.append(text)
      guard let entry = try generation.term(arena) else { return nil }
      numbers.append(entry.number)
    }
    return numbers
  }

  /// Whether terms stand side by side in one of a document's sequences.
  private func holds(_ document: UInt32, _ sequence: [UInt32], onlyNames: Bool) throws(Failure)
    -> Bool
  {
    var found = false
    try forward.forEachSequence(document, onlyNames: onlyNames) { list in
      found = list.holds(sequence)
      return !found
    }
    return found
  }
}
