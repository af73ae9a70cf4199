package import FootlightDiagnostics
import FootlightPlatform

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
    var block = ByteArena(capacity: 1 << 16)
    var learned = Learned()
    var decoded: UInt64?
    var addresses = try storedPlaces()
    if let hidden {
      addresses = addresses.enumerated().filter { !hidden.bitmap[$0.offset] }.map(\.element)
    }
    addresses.sort()
    for address in addresses[places.clamped(to: 0..<addresses.count)] {
      let offset = address >> 16
      if decoded != offset {
        try decodeBlock(at: Int(offset), &stream, &learned, into: &block)
        decoded = offset
      }
      try body(block, Int(address & 0xFFFF))
    }
    return count
  }

  /// Where the record of each document is stored: the offset of the block, and in the lowest 16 bits the
  /// place in it.
  package func storedPlaces() throws(Failure) -> [UInt64] {
    var addresses: [UInt64] = []
    addresses.reserveCapacity(header.items)
    for document in 0..<header.items {
      let row = try row(UInt32(truncatingIfNeeded: document))
      addresses.append(UInt64(row.stored) << 16 | UInt64(row.position) & 0xFFFF)
    }
    return addresses
  }

  /// A block to which others refer back, and where it begins.
  private struct Learned: ~Copyable {
    var offset: Int?
    var block = ByteArena(capacity: 1 << 14)
  }

  private func decodeBlock(
    at offset: Int, _ stream: inout StreamScan, _ learned: inout Learned,
    into block: inout ByteArena
  ) throws(Failure) {
    guard offset < chunks.size(.stored) else { throw chunks.damaged(.stored) }
    var at = try stream.reach(
      offset, count: min(StoredBlock.headerLimit, chunks.size(.stored) - offset))
    guard let header = StoredBlock.header(stream.window, at: at) else {
      throw chunks.damaged(.stored)
    }
    let start = offset + header.body - at
    at = try stream.reach(start, count: header.stored)
    let code = ByteRange(start: at, count: header.stored)
    block.removeAll()
    guard header.isCompressed else { return block.append(stream.window, code) }
    try learn(header.behind > 0 ? offset - header.behind : nil, into: &learned)
    let isWhole = BlockDecoder.decode(
      stream.window, code, size: header.size, behind: learned.block, into: &block)
    guard isWhole else { throw chunks.damaged(.stored) }
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
