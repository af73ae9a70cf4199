public import FootlightDiagnostics
import FootlightPlatform

extension Generation {
  /// The item of a document.
  public func item(_ document: UInt32) throws(Failure) -> StoredItem {
    var scratch = StoredScratch()
    return try item(document, withBody: true, &scratch)
  }

  /// The document with an id, compared byte for byte; O(1) chunks.
  public func document(ofID id: String) throws(Failure) -> UInt32? {
    try find(id, bit: 0) { ItemRecord.id($0, at: $1) }
  }

  /// The document with an address, compared byte for byte; O(1) chunks.
  public func document(ofURL url: String) throws(Failure) -> UInt32? {
    try find(url, bit: SegmentFormat.addressBit) { ItemRecord.url($0, at: $1) }
  }

  /// The documents whose records have a key in their source, compared byte for byte.
  public func documents(ofSourceKey key: [UInt8]) throws(Failure) -> [UInt32] {
    var wanted = ByteArena(capacity: key.count)
    wanted.append(key)
    var found: [UInt32] = []
    try forEachMatch(wanted, bit: SegmentFormat.sourceBit) {
      ItemRecord.sourceKey($0, at: $1)
    } take: { (document) in
      found.append(document)
      return true
    }
    // Where the id does as a key, no other one is stored.
    try forEachMatch(wanted, bit: 0) {
      ItemRecord.sourceKey($0, at: $1)?.isEmpty == true ? ItemRecord.id($0, at: $1) : nil
    } take: { (document) in
      found.append(document)
      return true
    }
    return found
  }

  /// Calls `body` with every item in the order of the index.
  public func forEachItem(_ body: (StoredItem) throws(Failure) -> Void) throws(Failure) {
    for document in 0..<header.items {
      try body(try item(UInt32(truncatingIfNeeded: document)))
    }
  }

  /// The fixed record of a document.
  func documentView(_ document: UInt32) throws(Failure) -> ChunkView {
    let row = Int(document) / SegmentFormat.documentsPerChunk
    let place = Int(document) % SegmentFormat.documentsPerChunk
    let view = try chunks.view(
      .docs, row * SegmentFormat.chunk + place * SegmentFormat.documentRecord)
    guard view.count >= SegmentFormat.documentRecord else { throw chunks.damaged(.docs) }
    return view
  }

  /// The order key of a document: rank and the first six bytes of its title's sort key.
  func order(_ document: UInt32) throws(Failure) -> UInt64 {
    try documentView(document).load(0)
  }

  func item(
    _ document: UInt32, withBody: Bool, _ scratch: inout StoredScratch
  ) throws(Failure) -> StoredItem {
    guard document < header.items else { throw chunks.damaged(.docs) }
    let position = try read(document, whole: withBody, &scratch)
    if let item = ItemRecord.read(scratch.block, at: position, withBody: withBody) { return item }
    // The part that was decoded did not suffice.
    _ = try read(document, whole: true, &scratch)
    guard let item = ItemRecord.read(scratch.block, at: position, withBody: withBody) else {
      throw chunks.damaged(.stored)
    }
    return item
  }

  /// Decodes the block of a document into the scratch; returns where its record begins there.
  private func read(_ document: UInt32, whole: Bool, _ scratch: inout StoredScratch)
    throws(Failure) -> Int
  {
    let view = try documentView(document)
    let position = Int(view.load(18, as: UInt16.self))
    try decodeBlock(Int(view.load40(13)), upTo: whole ? .max : position + 1_024, &scratch)
    return position
  }

  /// Decodes the block at an offset of the stream into the scratch, as far as it is wanted.
  func decodeBlock(
    _ offset: Int, upTo wanted: Int, _ scratch: inout StoredScratch
  ) throws(Failure) {
    let room = min(StoredBlock.headerLimit, chunks.size(.stored) - offset)
    scratch.code.removeAll()
    try chunks.copy(.stored, offset, count: room, into: &scratch.code)
    guard let block = StoredBlock.header(scratch.code, at: 0) else {
      throw chunks.damaged(.stored)
    }
    scratch.code.removeAll()
    scratch.block.removeAll()
    if block.isCompressed {
      try chunks.copy(.stored, offset + block.body, count: block.stored, into: &scratch.code)
      guard
        BlockDecoder.decode(
          scratch.code, scratch.code.all, size: block.size,
          wanted: wanted, into: &scratch.block)
      else { throw chunks.damaged(.stored) }
    } else {
      try chunks.copy(.stored, offset + block.body, count: block.stored, into: &scratch.block)
    }
  }

  private func find(
    _ text: String, bit: UInt32, _ field: (borrowing ByteArena, Int) -> ByteRange?
  ) throws(Failure) -> UInt32? {
    var found: UInt32?
    try forEachMatch(ByteArena(text), bit: bit, field) { (document) in
      found = document
      return false
    }
    return found
  }

  private func forEachMatch(
    _ wanted: borrowing ByteArena, bit: UInt32,
    _ field: (borrowing ByteArena, Int) -> ByteRange?, take: (UInt32) -> Bool
  ) throws(Failure) {
    let bits = SegmentFormat.addressBit | SegmentFormat.sourceBit
    let hash = wanted.hash(wanted.all) >> SegmentFormat.hashShift
    var index = try lowerBound(hash)
    var scratch = StoredScratch()
    while index < header.keys {
      let key = try key(index)
      guard key.hash == hash else { return }
      let entry = key.document
      let document = entry & ~bits
      if entry & bits == bit {
        // A hash proves nothing: what is stored decides.
        let position = try read(document, whole: true, &scratch)
        if let range = field(scratch.block, position),
          scratch.block.equals(range, wanted, wanted.all)
        {
          guard take(document) else { return }
        }
      }
      index += 1
    }
  }

  /// An entry of `keys`; it may run over the end of a chunk.
  func key(_ index: Int) throws(Failure) -> (hash: UInt64, document: UInt32) {
    let offset = index * SegmentFormat.keyEntry
    let view = try chunks.view(.keys, offset)
    if view.count >= SegmentFormat.keyEntry { return (view.load40(0), view.load(5)) }
    var bytes = ByteArena(capacity: 64)
    try chunks.copy(.keys, offset, count: SegmentFormat.keyEntry, into: &bytes)
    return (
      UInt64(bytes.load(0, as: UInt32.self)) | UInt64(bytes[4]) << 32, bytes.load(5)
    )
  }

  /// The first key whose hash is not below; hashes are spread evenly, so the first guess is near.
  func lowerBound(_ hash: UInt64) throws(Failure) -> Int {
    var low = 0
    var high = header.keys
    var guess = Int(
      (hash << SegmentFormat.hashShift).multipliedFullWidth(by: UInt64(header.keys)).high)
    var step = 64
    while low < high {
      let middle = max(low, min(guess, high - 1))
      if try key(middle).hash < hash {
        low = middle + 1
        guess = high - low > 4 * step ? middle + step : (low + high) / 2
      } else {
        high = middle
        guess = high - low > 4 * step ? middle - step : (low + high) / 2
      }
      step *= 2
    }
    return low
  }
}

/// Buffers for reading stored items.
struct StoredScratch: ~Copyable {
  var code = ByteArena(capacity: 16_384)
  var block = ByteArena(capacity: 65_536)
}
