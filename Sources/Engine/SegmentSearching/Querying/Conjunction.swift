package import FootlightPlatform
package import SegmentFiles

/// A conjunction: lists that must all hold a document, and lists that add to its score where they do.
///
/// The shortest list leads, the others follow by galloping search (Bentley and Yao, "An almost optimal algorithm for
/// unbounded searching", 1976). A class, because each question moves the lists.
package final class Conjunction {
  package let lead: ListCursor
  private let cursors: [ListCursor]
  private let exact: [ListCursor]
  private let probes: [PrefixProbe]
  /// The most that the probes add, and the lists of words as they are.
  private let unbounded: Int
  private let highestExact: Int
  /// After `bound`: the most that all but the lead add to the documents that it holds for.
  private var besideLead = Int.max / 2
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
    highestExact = exact.reduce(0) { $0 + $1.highest }
  }

  /// Whether of some prefix not all postings were read, so that documents may be missing.
  var isPartial: Bool { probes.contains(where: \.isPartial) }

  /// An upper bound of the scores from a document on, and the last document it holds for.
  func bound(_ document: UInt32) -> (score: Int, last: UInt32) {
    var (score, last) = lead.bound(document)
    besideLead = unbounded
    for cursor in cursors {
      let other = cursor.bound(document)
      besideLead += other.contribution
      last = min(last, other.last)
    }
    for cursor in exact {
      let other = cursor.bound(document)
      besideLead += other.contribution
      last = min(last, other.last)
    }
    score += besideLead
    return (score, last)
  }

  /// The score of the lead's document; nil when another list lacks it, and then `next` says where
  /// to go on.
  ///
  /// - Parameter least: a score up to this one may be nil as well, so that the other lists need not be read. Then
  ///   ``bound(_:)`` must have been asked before, and hold for this document.
  package func score(_ document: UInt32, above least: Int = -1) throws(Failure) -> Int? {
    var sum = lead.contribution
    if least >= 0, sum + besideLead <= least {
      next = document &+ 1
      if cursors.isEmpty { probes.first?.pass() }
      return nil
    }
    for cursor in cursors {
      let there = try cursor.advance(to: document)
      if there != document {
        next = there
        return nil
      }
      sum += cursor.contribution
    }
    next = document &+ 1
    if least >= 0, let first = probes.first, sum + unbounded + highestExact <= least {
      first.pass()
      return nil
    }
    for probe in probes {
      guard let contribution = try probe.contribution(document) else { return nil }
      sum += contribution
    }
    for cursor in exact {
      if try cursor.advance(to: document) == document { sum += cursor.contribution }
    }
    return sum
  }

  /// Calls `body` with the documents that all lists hold, ascending, from the one at hand on, until it says stop.
  ///
  /// - Parameters:
  ///   - most: how many documents of the lead are looked at.
  ///   - scored: whether `body` is told the scores; else it is told 0.
  ///   - hidden: documents of which nothing is read.
  /// - Returns: whether there may be more because so many were looked at.
  @inline(__always)
  package func forEachDocument(
    atMost most: Int = .max, scored: Bool = false, without hidden: Bitmap? = nil,
    _ request: SearchRequest,
    _ body: (UInt32, Int) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    var left = most
    let needsScore = scored || cursors.count > 1 || !probes.isEmpty
    var pace = SearchPace(request)
    while lead.document != .max {
      try pace.step()
      guard left > 0 else { return true }
      var document = lead.document
      if let hidden, hidden[Int(document)] {
        left -= 1
        try lead.advance(to: hidden.firstAbsent(from: document))
        continue
      }
      if let follower = cursors.first {
        // The shortest two lists pass most documents over.
        let most = min(left, Conjunction.looksAtOnce)
        var looks = most
        document = try lead.advanceTogether(with: follower, looks: &looks)
        left -= most - looks
        guard document != .max else {
          if follower.document == .max { return false }
          try pace.check()
          continue
        }
      } else {
        left -= 1
      }
      if let hidden, hidden[Int(document)] { continue }
      guard let sum = needsScore ? try score(document) : 0 else {
        try lead.advance(to: max(document &+ 1, next))
        continue
      }
      guard try body(document, sum) else { return false }
      try lead.advance()
    }
    return false
  }

  /// How many documents are looked at before the bounds are.
  private static let looksAtOnce = 4_096
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
    let wide = words.map {
      purpose != .count && sizes.count > 1 && isWidePrefix($0, onlyNames: onlyNames, for: purpose)
    }
    let order = words.indices.sorted {
      wide[$0] != wide[$1] ? wide[$1] : costs[$0] < costs[$1]
    }
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
