import FootlightPlatform

/// The first few documents of a segment in some orders, equals by document.
///
/// O(n log limit): twice as many rows are gathered as are wanted before the later half is dropped, and the last row
/// that stays turns most others away.
struct FirstRows {
  private let segment: Int
  private let limit: Int
  private let orders: [AttributeOrder]
  private let ties: TieKeys
  private(set) var readers: [OrderReader]
  /// A key for each order, row after row.
  private var keys: [UInt64] = []
  private var documents: [UInt32] = []
  /// Whether the first `limit` rows are in order, and the last of these is worse than none that is wanted.
  private var isFull = false

  init(
    _ orders: [AttributeOrder], of segment: Int, _ stored: Segment, limit: Int, _ ties: TieKeys
  ) throws(Failure) {
    self.segment = segment
    self.limit = limit
    self.orders = orders
    self.ties = ties
    var readers: [OrderReader] = []
    for order in orders { readers.append(try OrderReader(order, stored)) }
    self.readers = readers
  }

  /// Gathers the documents of a set.
  mutating func add(_ found: Bitmap, _ bounds: SearchBounds?) throws(Failure) {
    guard limit > 0 else { return }
    var pace = SearchPace(bounds)
    if let first = orders.first, first.name == AttributeOrder.titleName, first.isDescending {
      // Documents are mostly numbered by title: from the end on the first rows are the best ones.
      for document in stride(from: found.size - 1, through: 0, by: -1) where found[document] {
        try pace.step()
        try add(UInt32(truncatingIfNeeded: document))
      }
    } else {
      try found.forEach { (document) throws(Failure) in
        try pace.step()
        try add(document)
        return true
      }
    }
  }

  private mutating func add(_ document: UInt32) throws(Failure) {
    let row = documents.count
    for place in readers.indices { keys.append(try readers[place].key(of: document)) }
    documents.append(document)
    if isFull, !precedes(row, limit - 1) {
      keys.removeLast(readers.count)
      documents.removeLast()
    } else if documents.count >= max(256, limit * 2) {
      try shorten()
    }
  }

  private func precedes(_ one: Int, _ other: Int) -> Bool {
    let width = readers.count
    for place in 0..<width {
      let (a, b) = (keys[one * width + place], keys[other * width + place])
      if a != b { return a < b }
      guard readers[place].isTitle else { continue }
      let order = ties.compareTitles((segment, documents[one]), (segment, documents[other]))
      if order != 0 { return (order < 0) != orders[place].isDescending }
    }
    return documents[one] < documents[other]
  }

  private mutating func shorten() throws(Failure) {
    let order = documents.indices.sorted { precedes($0, $1) }.prefix(limit)
    if let failure = ties.failure { throw failure }
    let width = readers.count
    keys = order.flatMap { keys[$0 * width..<($0 + 1) * width] }
    documents = order.map { documents[$0] }
    isFull = documents.count == limit
  }

  /// The rows in order.
  mutating func sorted() throws(Failure) -> [(document: UInt32, keys: ArraySlice<UInt64>)] {
    try shorten()
    let width = readers.count
    return documents.enumerated().map { row, document in
      (document, keys[row * width..<(row + 1) * width])
    }
  }
}
