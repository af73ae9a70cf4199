import FootlightPlatform

/// Where the documents of a word are found: in a list, or by looking into the document.
enum WordSource {
  case cursor(ListCursor)
  case probe(PrefixProbe)
}

/// The documents that were looked into for a prefix, kept for all tiers and for counting.
final class PrefixLooks {
  /// The highest impact of its words, or that there is none.
  var impacts: [UInt32: UInt8?] = [:]
  /// The cost of the looks so far, in postings.
  var spent = 0
}

/// Looks for the words of a prefix in a document itself: for a wide prefix beside a rarer word.
///
/// Once the looks have cost what reading all the prefix's postings would have, a table is made, so
/// that the work is at most twice that of the better way.
final class PrefixProbe {
  private let stored: Segment
  private let forward: ForwardReader
  private let range: TermRange
  private let onlyNames: Bool
  private let weight: Int
  private let looks: PrefixLooks
  /// An upper bound of what it adds.
  let highest: Int
  /// The cost of reading all its postings.
  private let cost: Int
  /// About how many documents are looked into before the table is made.
  var lookLimit: Int { max(64, cost / PrefixProbe.lookCost) }
  /// The cost of a look, in postings, beside the terms that it reads.
  private let lookCost: Int
  /// Makes the table.
  var makeTable: (() throws(Failure) -> ContributionTable)?
  /// The contributions of all documents, once they are known.
  var table: ContributionTable?

  /// About what a look into a document costs, in postings, beside the terms that it reads.
  ///
  /// Guessed from whole queries; between chunks that are known and chunks met for the first time.
  static let lookCost = 512
  /// The same in a delta, which lies in memory whole, with its dictionary in a table.
  static let lookCostInMemory = 96
  /// Which of both it is.
  static func lookCost(_ stored: Segment) -> Int {
    stored.resident == nil ? lookCost : lookCostInMemory
  }

  init(
    _ stored: Segment, _ range: TermRange, onlyNames: Bool, weight: Int,
    _ looks: PrefixLooks = PrefixLooks()
  ) {
    self.stored = stored
    forward = ForwardReader(stored)
    self.range = range
    self.onlyNames = onlyNames
    self.weight = weight
    self.looks = looks
    highest = Scoring.highestImpact * weight
    lookCost = PrefixProbe.lookCost(stored)
    let postings = onlyNames ? range.inNames : range.documents
    cost =
      (postings + PostingCost.list * range.count) * PostingCost.far(items: stored.header.items)
  }

  /// The contribution of a document, or nil; the highest of the words that are there counts.
  func contribution(_ document: UInt32) throws(Failure) -> Int? {
    if let table { return table.impact(document).map { $0 &* weight } }
    if let known = looks.impacts[document] { return known.map { Int($0) &* weight } }
    if looks.spent > max(cost, 64 * lookCost), let makeTable {
      let made = try makeTable()
      table = made
      return made.impact(document).map { $0 &* weight }
    }
    let impact = try look(document)
    looks.impacts[document] = .some(impact)
    return impact.map { Int($0) &* weight }
  }

  /// The highest impact of the words that a document holds; 0 where nothing is added by them.
  private func look(_ document: UInt32) throws(Failure) -> UInt8? {
    var terms: [UInt32] = []
    var isThere = false
    var read = 0
    defer { looks.spent += lookCost + read / 2 }
    try forward.forEachField(document, onlyNames: onlyNames) { _, list in
      read += list.count
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
    var best: UInt8?
    for term in terms {
      // A stop word stands in the sequence of a body without a posting: the list decides.
      guard let entry = try stored.term(number: term), entry.documents > 0 else { continue }
      let list = try ListCursor(stored, entry, inNames: onlyNames, weight: 1)
      if try list.advance(to: document) == document {
        best = max(best ?? 0, UInt8(truncatingIfNeeded: list.contribution))
      }
    }
    return best
  }
}
