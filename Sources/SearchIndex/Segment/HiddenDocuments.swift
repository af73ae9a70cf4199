/// Documents of a segment that a later segment has replaced or deleted.
public struct HiddenDocuments: Sendable {
  let bitmap: Bitmap
  /// How many there are.
  public let count: Int

  /// - Parameter items: how many documents the segment has.
  public init(_ documents: some Sequence<UInt32>, of items: Int) {
    var bitmap = Bitmap(size: items)
    for document in documents { bitmap.insert(Int(document)) }
    self.bitmap = bitmap
    count = bitmap.count
  }

  /// Whether a document is hidden.
  public func contains(_ document: UInt32) -> Bool { bitmap[Int(document)] }
}
