import FootlightPlatform

/// The smallest of many documents, ascending, each once.
struct SmallestDocuments {
  let limit: Int
  /// Documents that are not taken, ascending.
  private let excluding: [UInt32]
  private(set) var documents: [UInt32] = []

  init(limit: Int, excluding: [UInt32]) {
    self.limit = limit
    self.excluding = excluding
  }

  /// Below which a document must be to be taken.
  @inline(__always)
  var bound: UInt32 { documents.count >= limit ? documents.last ?? .max : .max }

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
