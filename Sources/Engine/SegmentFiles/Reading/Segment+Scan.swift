package import FootlightPlatform

extension Segment {
  /// Calls `body` with every item in the order of its source.
  ///
  /// Each block of stored text is decoded once and not kept: memory grows by 8 bytes an item, whatever the items hold. Of items at other places than `places`,
  /// counted without the hidden ones, nothing is decoded.
  ///
  /// - Returns: how many places there are.
  @discardableResult
  package func scanItems(
    hiding hidden: HiddenDocuments? = nil, in places: Range<Int> = 0..<Int.max,
    _ body: (StoredItem) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    try scan(hidden, places) { (block, position) throws(Failure) in
      guard let item = ItemRecord.read(block, at: position, withBody: true) else {
        throw chunks.damaged(.stored)
      }
      try body(item)
    }
  }

  /// Calls `body` with the digest and the id of every item in the order of its source; memory as for
  /// ``scanItems(hiding:in:_:)``.
  package func scanDigests(
    hiding hidden: HiddenDocuments? = nil,
    _ body: (ItemDigest, _ id: String) throws(Failure) -> Void
  ) throws(Failure) {
    let digester = ItemDigester(attributes: attributes)
    _ = try scan(hidden) { (block, position) throws(Failure) in
      guard let digest = digester.digest(block, at: position),
        let id = ItemRecord.id(block, at: position)
      else { throw chunks.damaged(.stored) }
      try body(digest, block.text(id))
    }
  }

  /// Calls `body` with every record: the decoded block that holds it, and where it begins there.
  private func scan(
    _ hidden: HiddenDocuments?, _ places: Range<Int> = 0..<Int.max,
    _ body: (borrowing ByteArena, Int) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    let count = header.items - (hidden?.count ?? 0)
    guard places.overlaps(0..<count) else { return count }
    var scratch = StoredScratch()
    var addresses = try storedPlaces()
    if let hidden {
      addresses = addresses.enumerated().filter { !hidden.bitmap[$0.offset] }.map(\.element)
    }
    addresses.sort()
    for address in addresses[places.clamped(to: 0..<addresses.count)] {
      let position = try decodeRecord(
        Int(address & 0xFFFF), at: Int(address >> 16), upTo: .max, &scratch)
      try body(scratch.block, position)
    }
    return count
  }

  /// Where the record of each document is stored: the offset of the block, and in the lowest 16 bits which one
  /// it is there.
  package func storedPlaces() throws(Failure) -> [UInt64] {
    var addresses: [UInt64] = []
    addresses.reserveCapacity(header.items)
    for document in 0..<header.items {
      let row = try row(UInt32(truncatingIfNeeded: document))
      addresses.append(UInt64(row.stored) << 16 | UInt64(row.ordinal) & 0xFFFF)
    }
    return addresses
  }
}
