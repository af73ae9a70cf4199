package import FootlightPlatform

/// Walks documents in ascending order with what each adds to a score.
///
/// There are two kinds of list: a stored one in blocks, of which one is decoded at a time, and one in memory
/// (short lists, the terms of a prefix united, a run of characters verified).
///
/// Hot: all postings of a query pass here, so that what moves tells the document at hand as well, and the kind
/// is asked for once (`Benchmarks query`).
package enum ListCursor {
  case stored(StoredListCursor)
  case inMemory(MemoryListCursor)

  /// The list of a term, or of the documents that have it in a name; `weight` is the word's idf.
  ///
  /// One without blocks is read as a whole.
  package init(
    _ stored: Segment, _ entry: TermEntry, inNames: Bool, weight: Int
  ) throws(Failure) {
    let isLong = entry.documents >= PostingBlock.size
    let hasOwn = isLong && entry.inNames < entry.documents
    let start = inNames && hasOwn ? entry.nameStart : entry.start
    let count = inNames && hasOwn ? entry.inNames : entry.documents
    self =
      count >= PostingBlock.size
      ? .stored(try StoredListCursor(stored, start: start, count: count, weight: weight))
      : .inMemory(
        try MemoryListCursor(
          stored, start: start, count: count, inNames: inNames, weight: weight))
  }

  /// A list in memory: ascending documents and what each adds.
  init(documents: [UInt32], contributions: [UInt32]) {
    self = .inMemory(MemoryListCursor(documents: documents, contributions: contributions))
  }

  /// A list without postings.
  static var empty: ListCursor { ListCursor(documents: [], contributions: []) }

  /// The number of postings.
  var count: Int {
    switch self {
    case .stored(let list): list.count
    case .inMemory(let list): list.count
    }
  }

  /// The highest contribution in the list.
  var highest: Int {
    switch self {
    case .stored(let list): list.highest
    case .inMemory(let list): list.highest
    }
  }

  /// The document at hand; `UInt32.max` when the list has ended.
  @inline(__always)
  package var document: UInt32 {
    switch self {
    case .stored(let list): list.document
    case .inMemory(let list): list.document
    }
  }

  /// The contribution of the document at hand.
  @inline(__always)
  package var contribution: Int {
    switch self {
    case .stored(let list): list.contribution
    case .inMemory(let list): list.contribution
    }
  }

  /// Moves to the next document; returns it.
  @inline(__always)
  @discardableResult
  package func advance() throws(Failure) -> UInt32 {
    switch self {
    case .stored(let list): try list.advance()
    case .inMemory(let list): list.advance()
    }
  }

  /// Moves to the first document that is not below `target`; returns it.
  @inline(__always)
  @discardableResult
  package func advance(to target: UInt32) throws(Failure) -> UInt32 {
    switch self {
    case .stored(let list): try list.advance(to: target)
    case .inMemory(let list): list.advance(to: target)
    }
  }

  /// Calls `body` with the documents from the one at hand on and what each adds, until it says stop.
  @inline(__always)
  func forEach(_ body: (UInt32, Int) -> Bool) throws(Failure) {
    switch self {
    case .stored(let list):
      while list.document != .max, body(list.document, list.contribution) { _ = try list.advance() }
    case .inMemory(let list):
      while list.document != .max, body(list.document, list.contribution) { _ = list.advance() }
    }
  }

  /// An upper bound for what documents from `target` on add, and the last document it holds for: the maximum of
  /// a block (Ding and Suel, "Faster top-k document retrieval using block-max indexes", 2011).
  func bound(_ target: UInt32) -> (contribution: Int, last: UInt32) {
    switch self {
    case .stored(let list): list.bound(target)
    case .inMemory(let list): (list.highest, .max)
    }
  }

  /// An upper bound of what the documents of a window add.
  func highest(in window: borrowing DocumentWindow) -> Int {
    switch self {
    case .stored(let list): list.highest(in: window)
    case .inMemory(let list): list.highest
    }
  }

  /// Adds what the documents of a window have to it, and moves past them.
  func add(to window: inout DocumentWindow) throws(Failure) {
    switch self {
    case .stored(let list): try list.add(to: &window)
    case .inMemory(let list): list.add(to: &window)
    }
  }

  /// Adds to ascending documents what they have here; leaves out those that cannot exceed `least` by it,
  /// and reads no block only for these.
  func add(to promising: inout [ScoredDocument], above least: Int) throws(Failure) {
    var kept = 0
    for place in promising.indices {
      var found = promising[place]
      if found.score <= least, found.score &+ bound(found.document).contribution <= least {
        continue
      }
      if try advance(to: found.document) == found.document { found.score &+= contribution }
      guard found.score > least else { continue }
      promising[kept] = found
      kept &+= 1
    }
    promising.removeLast(promising.count - kept)
  }
}

/// How much work with postings costs, and how much of it a count is worth.
enum PostingCost {
  /// How many postings are read for a count; beyond that it is a lower bound.
  static let mostCounted = 65_536
  /// The cost of opening a list, in postings: a prefix may have very many lists of one posting.
  static let list = 32
  /// A prefix with more postings does not lead where another word can: neither to score, where hardly any document may be
  /// among the best, nor for a count that has a bound.
  static let mostLeading = 1 << 17
  /// A prefix with more postings is not read whole for a count that has a bound, even if many documents were met.
  static let mostUnited = 1 << 18
  /// With fewer documents than these a wide prefix is always made a table.
  static let smallSegment = 1 << 18
  /// How much more a posting costs in a segment with so many items, as a table of all of them lies in no cache.
  static func far(items: Int) -> Int { max(1, min(8, items >> 21)) }
}
