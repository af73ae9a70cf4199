import FootlightDiagnostics

extension SegmentSearch {
  /// Finds and counts the documents that hold at least one of the leading lists.
  ///
  /// All postings of the leading lists are read, 4,096 documents at a time, whose sums stay in the
  /// processor's first cache; the optional lists are asked only about documents that can still be
  /// good enough. (Walking all lists side by side, the slowest queries of long titles took half as long
  /// again.)
  func findInWindows(
    _ leading: [ListCursor], _ optional: [WordList], taken: Set<UInt32>, tier: Int
  ) throws(Failure) -> Int {
    let optional = optional.sorted { $0.highest > $1.highest }
    // What the optional lists from each place on can add within the window.
    var rest = [Int](repeating: 0, count: optional.count + 1)
    let taken = taken.sorted()
    var window = DocumentWindow()
    var promising: [(document: UInt32, score: Int)] = []
    promising.reserveCapacity(SegmentSearch.promisingLimit)
    var count = 0
    while true {
      try plan.request.bounds?.check()
      var least = UInt32.max
      for list in leading { least = min(least, list.document) }
      guard least != .max else { return count }
      window.begin(at: least)
      for list in leading { try list.add(to: &window) }
      for document in taken { window.remove(document) }
      if let hidden { window.remove { hidden[Int($0)] } }
      count += window.count
      for place in optional.indices.reversed() {
        rest[place] = rest[place + 1] + optional[place].highest(in: window)
      }
      var threshold = threshold(tier: tier, from: window.start)
      try window.drain { document, sum throws(Failure) in
        if threshold >= 0, weighted(sum + rest[0]) <= threshold { return }
        promising.append((document, sum))
        guard promising.count == SegmentSearch.promisingLimit else { return }
        threshold = try take(&promising, optional, rest, tier: tier, above: threshold)
      }
      _ = try take(&promising, optional, rest, tier: tier, above: threshold)
    }
  }

  /// So many documents are asked about together: a list is called for once for all of them; what they
  /// must reach rises behind them only.
  private static let promisingLimit = 64

  /// Adds what optional lists say of ascending documents, and takes those that are good enough; returns
  /// what the next ones must exceed.
  private func take(
    _ promising: inout [(document: UInt32, score: Int)], _ optional: [WordList], _ rest: [Int],
    tier: Int, above least: Int
  ) throws(Failure) -> Int {
    var threshold = least
    for place in optional.indices where !promising.isEmpty {
      if threshold >= 0 {
        promising.removeAll { weighted($0.score + rest[place]) <= threshold }
      }
      switch optional[place] {
      case .cursor(let cursor):
        for index in promising.indices {
          try cursor.advance(to: promising[index].document)
          if cursor.document == promising[index].document {
            promising[index].score += cursor.contribution
          }
        }
      case .probe(let probe):
        for index in promising.indices {
          promising[index].score += try probe.contribution(promising[index].document) ?? 0
        }
      }
    }
    for (document, score) in promising where weighted(score) > threshold {
      top.push(Candidate(tier: tier, score: weighted(score), document: document))
      threshold = max(threshold, top.threshold(tier: tier))
    }
    promising.removeAll(keepingCapacity: true)
    return threshold
  }
}

extension WordList {
  /// An upper bound of what it adds.
  fileprivate var highest: Int {
    switch self {
    case .cursor(let cursor): cursor.highest
    case .probe(let probe): probe.highest
    }
  }

  /// An upper bound of what it adds within a window.
  fileprivate func highest(in window: DocumentWindow) -> Int {
    switch self {
    case .cursor(let cursor): cursor.highest(in: window)
    case .probe(let probe): probe.highest
    }
  }
}

/// A stretch of 4,096 documents and what each has gathered from several lists.
struct DocumentWindow {
  static let size = 4_096
  /// The first document.
  private(set) var start: UInt32 = 0
  private var sums = [UInt32](repeating: 0, count: DocumentWindow.size)
  /// Which documents are in a list at all: a word may be there and add nothing.
  private var present = [UInt64](repeating: 0, count: DocumentWindow.size / 64)

  /// Moves to the window that holds a document; this one is empty.
  mutating func begin(at document: UInt32) {
    start = document & ~UInt32(DocumentWindow.size - 1)
  }

  /// Whether a document lies in the window.
  @inline(__always)
  func covers(_ document: UInt32) -> Bool {
    document &- start < UInt32(DocumentWindow.size)
  }

  /// Adds to a document of the window.
  @inline(__always)
  mutating func add(_ contribution: UInt32, to document: UInt32) {
    let place = Int((document &- start) & UInt32(DocumentWindow.size - 1))
    sums[place] &+= contribution
    present[place &>> 6] |= 1 &<< UInt64(place & 63)
  }

  /// Takes a document out, if it is in the window.
  mutating func remove(_ document: UInt32) {
    guard covers(document) else { return }
    let place = Int(document &- start)
    sums[place] = 0
    present[place / 64] &= ~(1 &<< UInt64(place & 63))
  }

  /// Takes all documents out of which something is true.
  mutating func remove(where isUnwanted: (UInt32) -> Bool) {
    for word in present.indices {
      var bits = present[word]
      while bits != 0 {
        let document = start &+ UInt32(word * 64 + bits.trailingZeroBitCount)
        if isUnwanted(document) { remove(document) }
        bits &= bits &- 1
      }
    }
  }

  /// How many documents are there.
  var count: Int { present.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Hands the documents over with their sums, ascending, and empties the window.
  mutating func drain<E: Error>(_ body: (UInt32, Int) throws(E) -> Void) throws(E) {
    for word in present.indices {
      var bits = present[word]
      present[word] = 0
      while bits != 0 {
        let place = word &* 64 &+ bits.trailingZeroBitCount
        let sum = sums[place]
        sums[place] = 0
        try body(start &+ UInt32(truncatingIfNeeded: place), Int(sum))
        bits &= bits &- 1
      }
    }
  }
}
