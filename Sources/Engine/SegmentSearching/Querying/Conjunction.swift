import SegmentFiles
package import FootlightDiagnostics

/// A conjunction: lists that must all hold a document, and lists that add to its score where they do.
///
/// The shortest list leads, the others follow by galloping search (Bentley and Yao, "An almost optimal algorithm for
/// unbounded searching", 1976). A class, because each question moves the lists.
package final class Conjunction {
  package let lead: ListCursor
  private let cursors: [ListCursor]
  private let exact: [ListCursor]
  private let probes: [PrefixProbe]
  private let unbounded: Int
  /// After `score` gave nil: the first document that can match.
  package private(set) var next: UInt32 = 0

  init(lead: ListCursor, others: [WordSource], exact: [ListCursor] = []) {
    self.lead = lead
    self.exact = exact
    var cursors: [ListCursor] = []
    var probes: [PrefixProbe] = []
    for other in others {
      switch other {
      case .cursor(let cursor): cursors.append(cursor)
      case .probe(let probe): probes.append(probe)
      }
    }
    self.cursors = cursors
    self.probes = probes
    unbounded = probes.reduce(0) { $0 + $1.highest }
  }

  /// Whether of some prefix not all postings were read, so that documents may be missing.
  var isPartial: Bool { probes.contains(where: \.isPartial) }

  /// An upper bound of the scores from a document on, and the last document it holds for.
  func bound(_ document: UInt32) -> (score: Int, last: UInt32) {
    var (score, last) = lead.bound(document)
    for cursor in cursors {
      let other = cursor.bound(document)
      score += other.contribution
      last = min(last, other.last)
    }
    for cursor in exact {
      let other = cursor.bound(document)
      score += other.contribution
      last = min(last, other.last)
    }
    return (score + unbounded, last)
  }

  /// The score of the lead's document; nil when another list lacks it, and then `next` says where
  /// to go on.
  package func score(_ document: UInt32) throws(Failure) -> Int? {
    var sum = lead.contribution
    for cursor in cursors {
      let there = try cursor.advance(to: document)
      if there != document {
        next = there
        return nil
      }
      sum += cursor.contribution
    }
    next = document &+ 1
    for probe in probes {
      guard let contribution = try probe.contribution(document) else { return nil }
      sum += contribution
    }
    for cursor in exact {
      if try cursor.advance(to: document) == document { sum += cursor.contribution }
    }
    return sum
  }
}

extension PostingLists {
  /// The lists of words that must all be there; nil when one has none.
  package func conjunction(
    _ words: [Int], onlyNames: Bool, _ statistics: Statistics, for purpose: WordPurpose = .score
  ) throws(Failure) -> Conjunction? {
    guard !words.isEmpty else { return nil }
    let sizes = words.map { size($0, onlyNames: onlyNames) }
    guard !sizes.contains(0) else { return nil }
    // A prefix leads only when all its lists are cheaper to read than another word's one.
    let costs = words.map { cost($0, onlyNames: onlyNames) }
    let order = words.indices.sorted { costs[$0] < costs[$1] }
    let lead = try list(words[order[0]], onlyNames: onlyNames, statistics)
    var others: [WordSource] = []
    for index in order.dropFirst() {
      others.append(
        try source(
          words[index], beside: lead.count, onlyNames: onlyNames, statistics, for: purpose))
    }
    var exact: [ListCursor] = []
    if query.stems != nil, purpose == .score {
      for word in words {
        if let list = try exactList(word, onlyNames: onlyNames, statistics) { exact.append(list) }
      }
    }
    return Conjunction(lead: lead, others: others, exact: exact)
  }
}
