import FootlightPlatform

/// The best of many documents by score, then number, each with its highest score.
///
/// Hot: the postings of a prefix pass here, unordered; most are turned away by one comparison
/// (`Benchmarks query`).
struct BestDocuments {
  /// The documents are looked through for each that comes in.
  static let mostWanted = 64

  private let limit: Int
  /// The score of each impact; the rest of a key is the document.
  private let scores: [Int]
  private let heads: [UInt64]
  /// The best so far, ascending: the lower, the better.
  private(set) var keys: [UInt64] = []
  /// Below which a key must be to be taken.
  private(set) var bound: UInt64

  /// - Parameter scores: what each impact is worth, ascending, below 2³².
  init(limit: Int, scores: [Int]) {
    self.limit = limit
    self.scores = scores
    let highest = scores.last ?? 0
    heads = scores.map { UInt64(highest - $0) << 32 }
    bound = limit > 0 ? .max : 0
  }

  /// A document and what it is worth, as a number to be compared.
  @inline(__always)
  func key(_ document: UInt32, _ impact: UInt8) -> UInt64 {
    heads[Int(impact & 0x7F)] | UInt64(document)
  }

  /// The score and the document of a key.
  func worth(_ key: UInt64) -> (score: Int, document: UInt32) {
    ((scores.last ?? 0) - Int(key >> 32), UInt32(truncatingIfNeeded: key))
  }

  /// Takes a key below ``bound``.
  mutating func take(_ key: UInt64) {
    let document = UInt32(truncatingIfNeeded: key)
    if let there = keys.firstIndex(where: { UInt32(truncatingIfNeeded: $0) == document }) {
      guard key < keys[there] else { return }
      keys.remove(at: there)
    }
    keys.insert(key, at: keys.firstIndex { $0 > key } ?? keys.count)
    if keys.count > limit { keys.removeLast() }
    if keys.count == limit { bound = keys[limit - 1] }
  }
}

/// The smallest of many documents, ascending, each once.
struct SmallestDocuments {
  private let limit: Int
  /// The first document that is not taken, however few there are.
  private let end: UInt32
  /// Documents that are not taken, ascending.
  private let excluding: [UInt32]
  private(set) var documents: [UInt32] = []

  init(limit: Int, below end: UInt32 = .max, excluding: [UInt32]) {
    self.limit = limit
    self.end = end
    self.excluding = excluding
  }

  /// Below which a document must be to be taken.
  @inline(__always)
  var bound: UInt32 { isFull ? documents.last ?? 0 : end }

  /// Whether as many are there as are wanted.
  var isFull: Bool { documents.count >= limit }

  /// Whether a document this small would be taken.
  @inline(__always)
  func canTake(_ document: UInt32) -> Bool { document < bound }

  mutating func take(_ document: UInt32) {
    if excluding.contains(sorted: document) { return }
    let place = documents.firstPlace(notBelow: document)
    if place < documents.count, documents[place] == document { return }
    documents.insert(document, at: place)
    if documents.count > limit { documents.removeLast() }
  }
}

extension Array where Element: FixedWidthInteger {
  /// The first place whose number is not below; the numbers are ascending.
  func firstPlace(notBelow number: Element) -> Int {
    indices.partitionPoint { self[$0] < number }
  }

  /// Whether a number is among these ascending ones.
  func contains(sorted number: Element) -> Bool {
    let place = firstPlace(notBelow: number)
    return place < count && self[place] == number
  }
}
