package import FootlightPlatform

/// The tombstones of a segment: its documents that a later segment has replaced or deleted.
public struct HiddenDocuments: Sendable {
  package let bitmap: Bitmap
  /// How many there are.
  package let count: Int

  /// Gathers documents that are hidden.
  ///
  /// - Parameters:
  ///   - others: what is hidden beside.
  ///   - items: how many documents the segment has.
  package init(_ documents: [UInt32], and others: HiddenDocuments? = nil, of items: Int) {
    var bitmap = others?.bitmap ?? Bitmap(size: items)
    for document in documents { bitmap.insert(Int(document)) }
    self.bitmap = bitmap
    count = bitmap.count
  }

  private init(_ bitmap: Bitmap) {
    self.bitmap = bitmap
    count = bitmap.count
  }

  /// Some hidden documents and others beside; nil where there are none.
  package static func joined(_ hidden: HiddenDocuments?, _ others: Bitmap?) -> HiddenDocuments? {
    guard let others else { return hidden }
    var bitmap = others
    if let hidden { bitmap.formUnion(hidden.bitmap) }
    return HiddenDocuments(bitmap)
  }

  /// Whether a document is hidden.
  package func contains(_ document: UInt32) -> Bool { bitmap[Int(document)] }
}

/// When a search has to stop before it is done: at a time, or when somebody says so.
public struct SearchBounds: Sendable {
  /// The instant, in nanoseconds of `clock`; nil for never.
  package var deadline: Int64?
  /// The clock.
  package var clock: @Sendable () -> Int64
  /// The flag by which any thread stops the search.
  package var cancellation: Cancellation?

  /// Makes bounds.
  package init(
    deadline: Int64? = nil, clock: @escaping @Sendable () -> Int64,
    cancellation: Cancellation? = nil
  ) {
    self.deadline = deadline
    self.clock = clock
    self.cancellation = cancellation
  }

  /// Throws `cancelled`, or `search.cut` after the deadline.
  package func check() throws(Failure) {
    try cancellation?.check()
    if let deadline, clock() >= deadline {
      throw Failure(.searchCut, "the search was stopped before it was done")
    }
  }
}

extension Failure {
  /// Whether a search was stopped by its deadline: what it has found until then is good.
  package var isCut: Bool { concerns([.searchCut]) }
}
