import FootlightPlatform

/// A conjunction: the documents that all lists hold and all checks let pass.
///
/// The shortest list leads, the others follow by galloping search (Bentley and Yao, "An almost optimal algorithm for
/// unbounded searching", 1976). Blocks whose maxima cannot exceed a score are passed over (block-max: Ding and Suel,
/// "Faster top-k document retrieval using block-max indexes", 2011), and so are documents before the dearer lists are asked.
///
/// Hot: the two shortest lists are walked without a call at each document (`Benchmarks query`).
final class AllOf: Matches {
  private let lead: Matches
  /// The leading list, where a list leads.
  private let leading: ListCursor?
  private let lists: [ListMatches]
  /// Other matches that are walked beside the lists.
  private let others: [Matches]
  /// What is asked about documents that all lists hold.
  private let checks: [Matches]
  /// What adds to a score where it holds a document.
  private let adding: [ListMatches]
  private let hidden: Bitmap?
  private var pace: SearchPace
  /// The most that the checks add, and that which adds without being asked for.
  private let checksHighest: Int
  private let addingHighest: Int
  /// Up to which document the blocks are known to exceed a score, and the most that all but the lead add there.
  private var promising: (last: Int64, least: Int, besideLead: Int) = (-1, -1, 0)
  private var sum = 0

  /// - Parameters:
  ///   - walked: the first one leads.
  ///   - hidden: documents of which nothing is read.
  init(
    _ walked: [Matches], checks: [Matches] = [], adding: [ListMatches] = [],
    without hidden: Bitmap?,
    _ request: SearchRequest
  ) throws(Failure) {
    lead = walked.first ?? Matches()
    leading = (walked.first as? ListMatches)?.list
    lists = walked.dropFirst().compactMap { $0 as? ListMatches }
    others = walked.dropFirst().filter { !($0 is ListMatches) }
    self.checks = checks
    self.adding = adding
    self.hidden = hidden
    pace = SearchPace(request)
    checksHighest = checks.reduce(0) { $0 + $1.highest }
    addingHighest = adding.reduce(0) { $0 + $1.highest }
    super.init()
    try next(0, above: -1)
  }

  override var highest: Int {
    lists.reduce(lead.highest + checksHighest + addingHighest) { $0 + $1.highest }
      + others.reduce(0) { $0 + $1.highest }
  }
  override var cost: Int { lead.cost }
  override var level: Int {
    (others + checks).reduce(lead.level) { TypoLevel.sum($0, $1.level) }
  }

  /// Its lists, where one is walked alone and the others, which hold nothing more, add to it; nil where it is more than that.
  ///
  /// As alternatives they find and score the same.
  var alternatives: [Matches]? {
    leading != nil && lists.isEmpty && others.isEmpty && checks.isEmpty ? [lead] + adding : nil
  }

  private func moveLead(to target: UInt32) throws(Failure) -> UInt32 {
    if let leading { return try leading.advance(to: target) }
    return lead.document < target ? try lead.next(target, above: -1) : lead.document
  }

  @discardableResult
  override func next(_ target: UInt32, above least: Int) throws(Failure) -> UInt32 {
    var there = try moveLead(to: target)
    while there != .max {
      try pace.step()
      if let hidden, hidden[Int(there)] {
        there = try moveLead(to: hidden.firstAbsent(from: there))
        continue
      }
      if least >= 0 {
        if least != promising.least || Int64(there) > promising.last {
          let bound = bound(there)
          guard bound.score > least else {
            there = bound.last == .max ? .max : try moveLead(to: bound.last + 1)
            continue
          }
          promising = (Int64(bound.last), least, bound.score - lead.bound(there).score)
        }
      } else if let leading, let follower = lists.first {
        there = try together(leading, follower.list)
        guard there != .max else { break }
        if let hidden, hidden[Int(there)] { continue }
      }
      let further = try mismatch(there, above: least)
      guard further > there else { break }
      there = try moveLead(to: further)
    }
    document = there
    return there
  }

  /// Moves two lists to the next document that both hold.
  private func together(
    _ leading: ListCursor, _ follower: ListCursor
  ) throws(Failure) -> UInt32 {
    while true {
      var looks = AllOf.looksAtOnce
      let there = try leading.advanceTogether(with: follower, looks: &looks)
      guard there == .max else { return there }
      guard leading.document != .max, follower.document != .max else { return .max }
      try pace.check()
    }
  }

  /// How many documents are looked at before the bounds are.
  private static let looksAtOnce = 4_096

  /// Scores the lead's document; returns it, or where to go on when it does not match or cannot exceed a score.
  private func mismatch(_ there: UInt32, above least: Int) throws(Failure) -> UInt32 {
    if let leading { sum = leading.contribution } else { sum = try lead.score() }
    if least >= 0, sum + promising.besideLead <= least { return there + 1 }
    for one in lists {
      let other = try one.list.advance(to: there)
      guard other == there else { return other }
      sum += one.list.contribution
    }
    for one in others {
      let other = one.document < there ? try one.next(there, above: -1) : one.document
      guard other == there else { return other }
      sum += try one.score()
    }
    if least >= 0, sum + checksHighest + addingHighest <= least { return there + 1 }
    for check in checks {
      guard try check.holds(there) else { return there + 1 }
      sum += try check.score()
    }
    for one in adding where try one.list.advance(to: there) == there {
      sum += one.list.contribution
    }
    return there
  }

  /// Asks about one document alone: the parts move to it and no further.
  override func holds(_ target: UInt32) throws(Failure) -> Bool {
    guard document < target else { return document == target }
    guard hidden?[Int(target)] != true, try moveLead(to: target) == target,
      try mismatch(target, above: -1) == target
    else { return false }
    document = target
    return true
  }

  override func score() throws(Failure) -> Int { sum }

  override func bound(_ document: UInt32) -> (score: Int, last: UInt32) {
    var (score, last) = lead.bound(document)
    score += checksHighest
    func add(_ bound: (score: Int, last: UInt32)) {
      score += bound.score
      last = min(last, bound.last)
    }
    for one in lists { add(one.bound(document)) }
    for one in others { add(one.bound(document)) }
    for one in adding { add(one.bound(document)) }
    return (score, last)
  }

  override func forEachPart(_ body: (ScorePart) -> Void) throws(Failure) {
    try lead.forEachPart(body)
    for one in lists { try one.forEachPart(body) }
    for one in others { try one.forEachPart(body) }
    for check in checks { try check.forEachPart(body) }
    for one in adding where one.list.document == document { try one.forEachPart(body) }
  }
}
