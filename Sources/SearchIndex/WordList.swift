import FootlightDiagnostics
import FootlightPlatform

/// How the documents of a word are found: by walking a list, or by looking into the document.
///
/// Hot: a broad prefix walks over a byte of every document (`Benchmarks query`).
enum WordList {
  case cursor(ListCursor)
  case probe(PrefixProbe)
}

/// What each document has from the words of a prefix: a byte a document, 0 for none.
final class ContributionTable {
  private var impacts: [UInt8]
  let weight: Int
  /// An upper bound of what it adds.
  let highest: Int

  init(impacts: consuming [UInt8], weight: Int) {
    self.impacts = impacts
    self.weight = weight
    highest = Scoring.highestImpact * weight
  }

  /// What a document adds, or nil.
  @inline(__always)
  func contribution(_ document: UInt32) -> Int? {
    guard Int(document) < impacts.count else { return nil }
    let impact = impacts[Int(document)]
    return impact == 0 ? nil : Int(impact) &* weight
  }

  /// All documents with what they add, as a list; eight documents are looked at in one step.
  func list() -> ListCursor {
    var documents: [UInt32] = []
    var contributions: [UInt32] = []
    unsafe impacts.withUnsafeBytes { bytes in
      var index = 0
      while index < bytes.count {
        if index &+ 8 <= bytes.count,
          unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) == 0
        {
          index &+= 8
          continue
        }
        for document in index..<min(index &+ 8, bytes.count) {
          let impact = unsafe bytes[document]
          guard impact != 0 else { continue }
          documents.append(UInt32(truncatingIfNeeded: document))
          contributions.append(UInt32(impact) &* UInt32(truncatingIfNeeded: weight))
        }
        index &+= 8
      }
    }
    return ListCursor(documents: documents, contributions: contributions)
  }

  /// The table with all entries zero, for the next one; this one is empty afterwards.
  func clear() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &impacts)
    unsafe taken.withUnsafeMutableBufferPointer { unsafe $0.update(repeating: 0) }
    return taken
  }
}

/// Looks for the words of a prefix in a document itself: for a wide prefix beside a rarer word.
///
/// After as many looks as reading all the prefix's postings would have cost, a table is made, so
/// that the work is at most twice that of the better way.
final class PrefixProbe {
  private let generation: Generation
  private let forward: ForwardReader
  private let range: TermRange
  private let onlyNames: Bool
  private let weight: Int
  let highest: Int
  private var looks = 0
  private let lookLimit: Int
  private let makeTable: (() throws(Failure) -> ContributionTable)?
  private(set) var table: ContributionTable?

  /// Measured: a look into a document costs about as much as this many postings.
  static let lookCost = 150

  /// `makeTable` makes the table; without it the looks just go on, and `isExhausted` says so.
  init(
    _ generation: Generation, _ range: TermRange, onlyNames: Bool, weight: Int,
    makeTable: (() throws(Failure) -> ContributionTable)?
  ) {
    self.generation = generation
    forward = ForwardReader(generation)
    self.range = range
    self.onlyNames = onlyNames
    self.weight = weight
    highest = Scoring.highestImpact * weight
    lookLimit = max(64, (onlyNames ? range.inNames : range.documents) / PrefixProbe.lookCost)
    self.makeTable = makeTable
  }

  /// Whether more looks have been taken than reading the prefix's postings would have cost.
  var isExhausted: Bool { looks > lookLimit }

  /// What a document adds, or nil; the highest of the words that are there counts.
  func contribution(_ document: UInt32) throws(Failure) -> Int? {
    if let table { return table.contribution(document) }
    looks += 1
    if looks > lookLimit, let makeTable {
      let made = try makeTable()
      table = made
      return made.contribution(document)
    }
    var terms: [UInt32] = []
    var isThere = false
    try forward.forEachSequence(document, onlyNames: onlyNames) { list in
      for index in 0..<list.count {
        let term = list[index]
        guard term >= range.low.number, term < range.high.number else { continue }
        isThere = true
        // Names have postings for all their terms: nothing more to know when nothing is added.
        if weight == 0, onlyNames { return false }
        if !terms.contains(term) { terms.append(term) }
      }
      return true
    }
    if weight == 0, onlyNames { return isThere ? 0 : nil }
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
