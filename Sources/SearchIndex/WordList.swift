import FootlightDiagnostics
import FootlightPlatform

/// How the documents of a word are found: by walking a list, by a table over all documents, or by
/// looking into the document.
enum WordList {
  case cursor(ListCursor)
  case table(ContributionTable)
  case probe(PrefixProbe)
}

/// What each document has from the words of a prefix: a byte a document, 0 for none.
final class ContributionTable {
  private(set) var impacts: [UInt8]
  let weight: Int
  /// An upper bound of what it adds.
  let highest: Int

  init(documents: Int, weight: Int) {
    impacts = [UInt8](repeating: 0, count: documents)
    self.weight = weight
    highest = Scoring.highestImpact * weight
  }

  func raise(_ document: UInt32, to impact: UInt8) {
    let index = Int(document)
    guard index < impacts.count, impacts[index] < impact else { return }
    impacts[index] = impact
  }

  /// What a document adds, or nil.
  @inline(__always)
  func contribution(_ document: UInt32) -> Int? {
    let impact = impacts[Int(document)]
    return impact == 0 ? nil : Int(impact) &* weight
  }

  /// All documents with what they add, as a list.
  func list() -> ListCursor {
    var documents: [UInt32] = []
    var contributions: [UInt32] = []
    for document in impacts.indices where impacts[document] != 0 {
      documents.append(UInt32(truncatingIfNeeded: document))
      contributions.append(UInt32(impacts[document]) * UInt32(weight))
    }
    return ListCursor(documents: documents, contributions: contributions)
  }
}

/// Looks for the words of a prefix in a document itself: for a wide prefix beside a rare word.
final class PrefixProbe {
  private let generation: Generation
  private let forward: ForwardReader
  private let range: TermRange
  private let onlyNames: Bool
  private let weight: Int
  let highest: Int

  init(_ generation: Generation, _ range: TermRange, onlyNames: Bool, weight: Int) {
    self.generation = generation
    forward = ForwardReader(generation)
    self.range = range
    self.onlyNames = onlyNames
    self.weight = weight
    highest = Scoring.highestImpact * weight
  }

  /// What a document adds, or nil; the highest of the words that are there counts.
  func contribution(_ document: UInt32) throws(Failure) -> Int? {
    var terms: [UInt32] = []
    try forward.forEachSequence(document, onlyNames: onlyNames) { list in
      for index in 0..<list.count {
        let term = list[index]
        if term >= range.low.number, term < range.high.number, !terms.contains(term) {
          terms.append(term)
        }
      }
      return true
    }
    var best: Int?
    for term in terms {
      // A stop word stands in the sequence of a body without a posting: the list decides.
      guard let entry = try generation.term(number: term), entry.documents > 0 else { continue }
      let list = try ListCursor(generation, entry, inNames: onlyNames, weight: weight)
      try list.advance(to: document)
      if list.document == document { best = max(best ?? 0, list.contribution) }
    }
    return best
  }
}
