/// The tombstones of a segment: its documents that a later segment has replaced or deleted.
public struct HiddenDocuments: Sendable {
  @usableFromInline package let bitmap: Bitmap
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
  @inlinable
  package func contains(_ document: UInt32) -> Bool { bitmap[Int(document)] }
}
