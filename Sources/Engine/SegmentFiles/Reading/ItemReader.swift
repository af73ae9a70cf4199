package import DeclaredRecords
package import FootlightPlatform

/// Finds and reads stored items as they were when they were added; keeps the block at hand.
package struct ItemReader: ~Copyable, Sendable {
  private var scratch = StoredScratch()
  /// Where the record begins in the block.
  private var position = 0

  /// A reader that has read nothing.
  package init() {}

  /// Finds the item with the id of a prepared one; its record is at hand then.
  package mutating func find(
    _ item: borrowing ItemBuffer, in segment: Segment
  ) throws(Failure) -> UInt32? {
    try find(item.bytes, item.id, in: segment)
  }

  /// Finds the item with an id; its record is at hand then.
  package mutating func find(_ id: String, in segment: Segment) throws(Failure) -> UInt32? {
    let bytes = ByteArena(id)
    return try find(bytes, bytes.all, in: segment)
  }

  private mutating func find(
    _ bytes: borrowing ByteArena, _ id: ByteRange, in segment: Segment
  ) throws(Failure) -> UInt32? {
    for document in try segment.documents(withKey: bytes.hash(id), .id) {
      try open(document, of: segment)
      if let range = ItemRecord.id(scratch.block, at: position),
        scratch.block.equals(range, bytes, id)
      {
        return document
      }
    }
    return nil
  }

  /// Brings the record of a document to hand.
  package mutating func open(_ document: UInt32, of segment: Segment) throws(Failure) {
    guard document < segment.header.items else { throw segment.chunks.damaged(.docs) }
    let row = try segment.row(document)
    try open(offset: row.stored, ordinal: row.ordinal, of: segment)
  }

  /// Brings the record to hand that lies in the block at an offset.
  package mutating func open(offset: Int, ordinal: Int, of segment: Segment) throws(Failure) {
    position = try segment.decodeRecord(ordinal, at: offset, upTo: .max, &scratch)
  }

  /// The digest of the record at hand.
  ///
  /// - Throws: `index.damaged`.
  package func digest(
    _ digester: ItemDigester, of segment: Segment
  ) throws(Failure) -> ItemDigest {
    guard let digest = digester.digest(scratch.block, at: position) else {
      throw segment.chunks.damaged(.stored)
    }
    return digest
  }

  /// Whether the record at hand was made of the record in the source that a prepared item is made of.
  package func hasSourceKey(of item: borrowing ItemBuffer) -> Bool {
    let wanted = item.sourceKey.count > 0 ? item.sourceKey : item.id
    guard let key = ItemRecord.sourceKey(scratch.block, at: position),
      let range = key.count > 0 ? key : ItemRecord.id(scratch.block, at: position)
    else { return false }
    return scratch.block.equals(range, item.bytes, wanted)
  }

  /// Fills a buffer with the record at hand, but for the digest of its source.
  ///
  /// - Throws: `index.damaged`.
  package func read(of segment: Segment, into item: inout ItemBuffer) throws(Failure) {
    guard ItemRecord.read(scratch.block, at: position, into: &item) else {
      throw segment.chunks.damaged(.stored)
    }
  }
}
