package import DeclaredRecords
package import FootlightPlatform

/// The items of a segment that are not hidden, in the order of their source: what a merge reads.
///
/// 16 bytes of memory an item.
package struct LiveItems: Sendable {
  /// The segment.
  package let segment: Segment
  /// Where each item is stored, and its document.
  private let places: [(address: UInt64, document: UInt32)]

  /// Looks up where the items are stored.
  package init(
    _ segment: Segment, hiding hidden: HiddenDocuments?
  ) throws(Failure) {
    self.segment = segment
    var places: [(address: UInt64, document: UInt32)] = []
    for (document, address) in try segment.storedPlaces().enumerated()
    where hidden?.bitmap[document] != true {
      places.append((address, UInt32(truncatingIfNeeded: document)))
    }
    places.sort { $0.address < $1.address }
    self.places = places
  }

  /// How many there are.
  package var count: Int { places.count }

  /// Calls `body` with some of the items as they were when they were added.
  package func forEach(
    _ range: Range<Int>, _ reader: inout ItemReader, _ item: inout ItemBuffer,
    _ body: (borrowing ItemBuffer) throws(Failure) -> Void
  ) throws(Failure) {
    for index in range {
      let place = places[index]
      try reader.open(
        offset: Int(place.address >> 16), ordinal: Int(place.address & 0xFFFF), of: segment)
      try reader.read(of: segment, into: &item)
      item.recordDigest = try segment.recordDigest(place.document)
      try body(item)
    }
  }
}

extension Segment {
  /// The digest of the record that a document was made of; 0 where the source gave none.
  package func recordDigest(_ document: UInt32) throws(Failure) -> UInt64 {
    guard chunks.size(.digests) > 0, document < header.items else { return 0 }
    return try chunks.view(.digests, Int(document) * 8).load(0)
  }

  /// Calls `body` with the digest of every document, then, without a document, with those of records
  /// that were skipped.
  package func forEachRecordDigest(_ body: (UInt64, UInt32?) -> Void) throws(Failure) {
    let digests = try chunks.view(.digests, 0, count: chunks.size(.digests))
    for index in 0..<digests.count / 8 {
      body(digests.load(index * 8), index < header.items ? UInt32(truncatingIfNeeded: index) : nil)
    }
  }
}
