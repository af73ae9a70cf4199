import FootlightPlatform

/// Matches that are asked for several times: each time counts.
final class RepeatedMatches: Matches {
  private let matches: Matches
  private let times: Int

  init(_ matches: Matches, _ times: Int) {
    self.matches = matches
    self.times = times
    super.init()
    document = matches.document
  }

  override var highest: Int { matches.highest * times }
  override var cost: Int { matches.cost }
  override var level: Int { matches.level }

  @discardableResult
  override func next(_ target: UInt32, above least: Int) throws(Failure) -> UInt32 {
    document = try matches.next(target, above: least < 0 ? least : least / times)
    return document
  }

  override func score() throws(Failure) -> Int { try matches.score() * times }

  override func bound(_ document: UInt32) -> (score: Int, last: UInt32) {
    let bound = matches.bound(document)
    return (bound.score * times, bound.last)
  }

  override func forEachPart(_ body: (ScorePart) -> Void) throws(Failure) {
    for _ in 0..<times { try matches.forEachPart(body) }
  }

  override func fill(_ found: inout Bitmap, _ pace: inout SearchPace) throws(Failure) {
    try matches.fill(&found, &pace)
    document = .max
  }
}

/// A disjunction: the documents that match at least one of some parts, scored by all of these and by optional ones.
///
/// Optional parts are asked last, as in MaxScore (Turtle and Flood, "Query evaluation: strategies and optimizations",
/// 1995).
final class AnyOf: Matches {
  private let required: [Matches]
  /// The optional ones; those that can add the most stand first.
  private let optional: [Matches]
  private let request: SearchRequest
  private var most = 0

  init(_ required: [Matches], optional: [Matches] = [], _ request: SearchRequest) {
    self.required = required
    self.optional = optional.sorted { $0.highest > $1.highest }
    self.request = request
    super.init()
    most = (required + optional).reduce(0) { $0 + $1.highest }
    document = required.reduce(.max) { min($0, $1.document) }
  }

  override var highest: Int { most }
  override var cost: Int { required.reduce(0) { $0 + $1.cost } }
  /// The least of the parts that match.
  override var level: Int {
    required.reduce(Int.max) { $1.document == document ? min($0, $1.level) : $0 }
  }

  @discardableResult
  override func next(_ target: UInt32, above least: Int) throws(Failure) -> UInt32 {
    var first = UInt32.max
    if least < 0 || highest > least {
      for part in required {
        first = min(
          first, part.document < target ? try part.next(target, above: -1) : part.document)
      }
    }
    document = first
    return first
  }

  /// Asks each part about one document alone.
  override func holds(_ target: UInt32) throws(Failure) -> Bool {
    guard document < target else { return document == target }
    var isHeld = false
    for part in required where try part.holds(target) { isHeld = true }
    if isHeld { document = target }
    return isHeld
  }

  override func score() throws(Failure) -> Int {
    var sum = 0
    for part in required where part.document == document { sum += try part.score() }
    for part in optional where try part.holds(document) { sum += try part.score() }
    return sum
  }

  override func bound(_ document: UInt32) -> (score: Int, last: UInt32) {
    var found = (score: 0, last: UInt32.max)
    for part in required + optional {
      let bound = part.bound(document)
      found = (found.score + bound.score, min(found.last, bound.last))
    }
    return found
  }

  override func forEachPart(_ body: (ScorePart) -> Void) throws(Failure) {
    for part in required where part.document == document { try part.forEachPart(body) }
    for part in optional where try part.holds(document) { try part.forEachPart(body) }
  }

  override func fill(_ found: inout Bitmap, _ pace: inout SearchPace) throws(Failure) {
    for part in required { try part.fill(&found, &pace) }
    document = .max
  }

  override func collect(
    into hits: SegmentHits, _ rung: Rung, _ bar: TierBar?, meetsAll: Bool
  ) throws(Failure) {
    let lists = required.compactMap { ($0 as? ListMatches)?.list }
    guard lists.count == required.count else {
      return try super.collect(into: hits, rung, bar, meetsAll: meetsAll)
    }
    try collect(lists, into: hits, rung, bar, meetsAll: meetsAll)
  }

  /// Term at a time within a window: all postings of the required lists are read, 4,096 documents at a time, whose sums
  /// stay in the processor's first cache; optional parts are asked only about documents that can still be good enough.
  /// (Walking all lists side by side, the slowest queries took half as long again, with long lists twice as long.)
  ///
  /// Where nobody counts, windows that hold none that is good enough are passed over.
  private func collect(
    _ lists: [ListCursor], into hits: SegmentHits, _ rung: Rung, _ bar: TierBar?, meetsAll: Bool
  ) throws(Failure) {
    // The most that the optional parts from each place on can add within the window.
    var rest = [Int](repeating: 0, count: optional.count + 1)
    let highest = highest
    var window = DocumentWindow()
    var promising: [ScoredDocument] = []
    promising.reserveCapacity(ScoredDocument.mostTogether + DocumentWindow.stepSize)
    while true {
      try request.bounds?.check()
      let first = lists.reduce(UInt32.max) { min($0, $1.document) }
      guard first != .max else { return }
      window.begin(at: first)
      var threshold = hits.threshold(rung, bar, from: window.start)
      if !meetsAll, highest <= hits.query.hopeless(threshold) { return }
      for place in optional.indices.reversed() {
        rest[place] = rest[place + 1] + AnyOf.highest(of: optional[place], in: window)
      }
      if !meetsAll {
        let most = lists.reduce(rest[0]) { $0 + $1.highest(in: window) }
        if most <= hits.query.hopeless(threshold) {
          guard let next = window.next else { return }
          for list in lists { try list.advance(to: next) }
          continue
        }
      }
      for list in lists { try list.add(to: &window) }
      if let hidden = hits.hidden { window.remove(hidden) }
      hits.meet(&window)
      var group = 0
      while group < DocumentWindow.groups {
        window.drain(
          from: &group, above: hits.query.hopeless(threshold) - rest[0], into: &promising,
          upTo: ScoredDocument.mostTogether)
        try take(&promising, rest, above: hits.query.hopeless(threshold))
        for found in promising { hits.push(found.document, found.score, rung) }
        promising.removeAll(keepingCapacity: true)
        let drained = UInt32(truncatingIfNeeded: group * DocumentWindow.groupSize)
        threshold = hits.threshold(rung, bar, from: window.start &+ drained)
      }
    }
  }

  private static func highest(of part: Matches, in window: borrowing DocumentWindow) -> Int {
    (part as? ListMatches)?.list.highest(in: window) ?? part.highest
  }

  /// Adds what the optional parts say of ascending documents, and leaves out those that are not good enough.
  private func take(
    _ promising: inout [ScoredDocument], _ rest: [Int], above hopeless: Int
  ) throws(Failure) {
    for place in optional.indices where !promising.isEmpty {
      if let list = (optional[place] as? ListMatches)?.list {
        try list.add(to: &promising, above: hopeless - rest[place + 1])
        continue
      }
      let least = hopeless - rest[place]
      promising.removeAll { $0.score <= least }
      // Looks into long fields are dear.
      try request.bounds?.check()
      for index in promising.indices where try optional[place].holds(promising[index].document) {
        promising[index].score += try optional[place].score()
      }
    }
    promising.removeAll { $0.score <= hopeless }
  }
}
