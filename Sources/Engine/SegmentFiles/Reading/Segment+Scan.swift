package import FootlightPlatform

extension Segment {
  /// Calls `body` with every item in the order of its source.
  ///
  /// Each block of stored text is decoded once and not kept, but for the last one that others refer back
  /// to: memory grows by 8 bytes an item, whatever the items hold. Of items at other places than `places`,
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
    var stream = StreamScan(chunks, .stored)
    var scratch = StoredScratch()
    var learned = Learned()
    var addresses = try storedPlaces()
    if let hidden {
      addresses = addresses.enumerated().filter { !hidden.bitmap[$0.offset] }.map(\.element)
    }
    addresses.sort()
    for address in addresses[places.clamped(to: 0..<addresses.count)] {
      let position = try decodeRecord(
        Int(address & 0xFFFF), at: Int(address >> 16), &stream, &learned, into: &scratch)
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

  /// A block to which others refer back, and where it begins.
  private struct Learned: ~Copyable {
    var offset: Int?
    var block = ByteArena(capacity: 1 << 14)
  }

  private func decodeRecord(
    _ ordinal: Int, at offset: Int, _ stream: inout StreamScan, _ learned: inout Learned,
    into scratch: inout StoredScratch
  ) throws(Failure) -> Int {
    guard offset < chunks.size(.stored) else { throw chunks.damaged(.stored) }
    let room = min(StoredBlock.headerLimit, chunks.size(.stored) - offset)
    let at = try stream.reach(offset, count: room)
    let header = stream.window.withView { StoredBlock.header($0.part(at, size: room)) }
    guard let header else { throw chunks.damaged(.stored) }
    let start = try stream.reach(offset + header.body, count: header.size)
    try learn(header.behind > 0 ? offset - header.behind : nil, into: &learned)
    let decoder = header.form == .letters ? try recordDecoder() : nil
    scratch.turn(to: offset, ordinal, header.form, of: chunks)
    let position = stream.window.withView { window in
      learned.block.withView {
        scratch.decode(
          header, window.part(start, size: header.size), ordinal, upTo: .max, behind: $0, decoder)
      }
    }
    guard let position else { throw chunks.damaged(.stored) }
    return position
  }

  /// Brings what a block refers back to to hand; mostly it is there.
  private func learn(_ offset: Int?, into learned: inout Learned) throws(Failure) {
    guard offset != learned.offset else { return }
    learned.offset = nil
    learned.block.removeAll()
    guard let offset else { return }
    let place = try referred(offset)
    try chunks.copy(.stored, place.offset, count: place.count, into: &learned.block)
    learned.offset = offset
  }
}
