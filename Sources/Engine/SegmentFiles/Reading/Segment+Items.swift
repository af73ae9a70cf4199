package import FootlightPlatform
import TextAnalysis

extension Segment {
  /// The item of a document.
  package func item(_ document: UInt32) throws(Failure) -> StoredItem {
    var scratch = StoredScratch()
    return try item(document, withBody: true, &scratch)
  }

  /// The document with an id, compared byte for byte; O(1) chunks.
  package func document(ofID id: String) throws(Failure) -> UInt32? {
    try find(id, .id) { ItemRecord.id($0, at: $1) }
  }

  /// The first document with an url that is wanted, compared as ``NormalizedURL`` compares; O(1) chunks
  /// for each document with the url.
  package func document(
    ofURL url: String, where isWanted: (UInt32) -> Bool = { _ in true }
  ) throws(Failure) -> UInt32? {
    var wanted = ByteArena(capacity: url.utf8.count + 8)
    NormalizedURL.append(Array(url.utf8).span, into: &wanted)
    let suspects = try documents(withKey: wanted.hash(wanted.all), .address)
    var scratch = StoredScratch()
    var form = ByteArena(capacity: wanted.count)
    for document in suspects where isWanted(document) {
      let position = try read(document, .max, &scratch)
      guard let range = ItemRecord.url(scratch.block, at: position) else { continue }
      form.removeAll()
      scratch.block.withSpan(range) { NormalizedURL.append($0, into: &form) }
      if form.equals(form.all, wanted, wanted.all) { return document }
    }
    return nil
  }

  /// The documents whose records have a key in their source, compared byte for byte.
  package func documents(ofSourceKey key: [UInt8]) throws(Failure) -> [UInt32] {
    var wanted = ByteArena(capacity: key.count)
    wanted.append(key)
    var found: [UInt32] = []
    try forEachMatch(wanted, .source) {
      ItemRecord.sourceKey($0, at: $1)
    } take: { (document) in
      found.append(document)
      return true
    }
    // Where the id does as a key, no other one is stored.
    try forEachMatch(wanted, .id) {
      ItemRecord.sourceKey($0, at: $1)?.isEmpty == true ? ItemRecord.id($0, at: $1) : nil
    } take: { (document) in
      found.append(document)
      return true
    }
    return found
  }

  /// The item of a document as a hit shows it: with its body where that is wanted and stands among
  /// what is decoded for the rest.
  package func shownItem(
    _ document: UInt32, takesBody: Bool, _ scratch: inout StoredScratch
  ) throws(Failure) -> (item: StoredItem, hasBody: Bool) {
    guard takesBody else { return (try item(document, withBody: false, &scratch), false) }
    guard document < header.items else { throw chunks.damaged(.docs) }
    for portion in [shownSize, 8 * shownSize, .max] {
      let position = try read(document, portion, &scratch)
      if let shown = ItemRecord.readShown(scratch.block, at: position) { return shown }
    }
    throw chunks.damaged(.stored)
  }

  /// The id of a document, and its title, which is appended; hardly more of its record is decoded.
  package func idAndTitle(
    _ document: UInt32, appending title: inout ByteArena, _ scratch: inout StoredScratch
  ) throws(Failure) -> [UInt8] {
    guard document < header.items else { throw chunks.damaged(.docs) }
    for portion in [Segment.titledSize, 8 * Segment.titledSize, .max] {
      let position = try read(document, portion, &scratch)
      if let found = ItemRecord.idAndTitle(scratch.block, at: position) {
        title.append(scratch.block, found.title)
        return scratch.block.bytes(found.id)
      }
    }
    throw chunks.damaged(.stored)
  }

  /// So many bytes of a record mostly hold its id and its title.
  private static let titledSize = 64

  /// The item with an id, compared byte for byte; O(1) chunks.
  package func item(
    ofID id: String, where isWanted: (UInt32) -> Bool
  ) throws(Failure) -> StoredItem? {
    var scratch = StoredScratch()
    let wanted = ByteArena(id)
    for document in try documents(withKey: wanted.hash(wanted.all), .id) where isWanted(document) {
      let position = try read(document, .max, &scratch)
      guard let range = ItemRecord.id(scratch.block, at: position),
        scratch.block.equals(range, wanted, wanted.all)
      else { continue }
      guard let item = ItemRecord.read(scratch.block, at: position, withBody: true) else {
        throw chunks.damaged(.stored)
      }
      return item
    }
    return nil
  }

  package func item(
    _ document: UInt32, withBody: Bool, _ scratch: inout StoredScratch
  ) throws(Failure) -> StoredItem {
    guard document < header.items else { throw chunks.damaged(.docs) }
    for portion in withBody ? [.max] : [shownSize, 8 * shownSize, .max] {
      let position = try read(document, portion, &scratch)
      if let item = ItemRecord.read(scratch.block, at: position, withBody: withBody) {
        return item
      }
    }
    throw chunks.damaged(.stored)
  }

  /// Decodes so many bytes of the record of a document into the scratch; returns where it begins there.
  private func read(_ document: UInt32, _ portion: Int, _ scratch: inout StoredScratch)
    throws(Failure) -> Int
  {
    let row = try row(document)
    return try decodeRecord(row.ordinal, at: row.stored, upTo: portion, &scratch)
  }

  /// So many bytes of a record mostly hold all but its body: eight times what an item takes compressed.
  var shownSize: Int {
    min(512, max(256, 8 * (chunks.size(.stored) / max(1, header.items))))
  }

  /// Decodes so many bytes of a record of the block at an offset into the scratch; returns where it begins there.
  ///
  /// Hits often stand side by side, so what is there already is not decoded again.
  func decodeRecord(
    _ ordinal: Int, at offset: Int, upTo portion: Int, _ scratch: inout StoredScratch
  ) throws(Failure) -> Int {
    let header = try storedHeader(offset)
    let decoder = header.form == .letters ? try recordDecoder() : nil
    var learned: ChunkView?
    if header.behind > 0 {
      let place = try referred(offset - header.behind)
      learned = try chunks.view(.stored, place.offset, count: place.count)
    }
    scratch.turn(to: offset, ordinal, header.form, of: chunks)
    let body = try chunks.view(.stored, offset + header.body, count: header.size)
    guard
      let start = scratch.decode(header, body, ordinal, upTo: portion, behind: learned, decoder)
    else {
      scratch.forget()
      throw chunks.damaged(.stored)
    }
    return start
  }

  private func storedHeader(_ offset: Int) throws(Failure) -> StoredBlock.Header {
    guard offset >= 0, offset < chunks.size(.stored) else { throw chunks.damaged(.stored) }
    let room = min(StoredBlock.headerLimit, chunks.size(.stored) - offset)
    guard let header = StoredBlock.header(try chunks.view(.stored, offset, count: room)) else {
      throw chunks.damaged(.stored)
    }
    return header
  }

  /// Where the records of a block lie to which others refer back.
  func referred(_ offset: Int) throws(Failure) -> (offset: Int, count: Int) {
    let header = try storedHeader(offset)
    let body = offset + header.body
    let view = try chunks.view(.stored, body, count: header.size)
    guard let place = StoredBlock.place(0, header, view), header.form == .plain,
      place.all <= StoredBlock.mostReferred
    else { throw chunks.damaged(.stored) }
    return (body + place.records, place.all)
  }

  private func find(
    _ text: String, _ kind: KeyKind, where isWanted: (UInt32) -> Bool = { _ in true },
    _ field: (borrowing ByteArena, Int) -> ByteRange?
  ) throws(Failure) -> UInt32? {
    var found: UInt32?
    try forEachMatch(ByteArena(text), kind, where: isWanted, field) { (document) in
      found = document
      return false
    }
    return found
  }

  private func forEachMatch(
    _ wanted: borrowing ByteArena, _ kind: KeyKind,
    where isWanted: (UInt32) -> Bool = { _ in true },
    _ field: (borrowing ByteArena, Int) -> ByteRange?, take: (UInt32) -> Bool
  ) throws(Failure) {
    let suspects = try documents(withKey: wanted.hash(wanted.all), kind)
    guard !suspects.isEmpty else { return }
    var scratch = StoredScratch()
    for document in suspects where isWanted(document) {
      // A hash proves nothing: what is stored decides.
      let position = try read(document, .max, &scratch)
      if let range = field(scratch.block, position),
        scratch.block.equals(range, wanted, wanted.all)
      {
        guard take(document) else { return }
      }
    }
  }
}
