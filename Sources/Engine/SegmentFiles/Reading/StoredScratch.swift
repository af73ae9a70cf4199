package import FootlightPlatform

/// A buffer for reading stored items: the block that was decoded last, as far as that was wanted, or of a block that was
/// written letter by letter one record of it.
package struct StoredScratch: ~Copyable {
  private var chunks: CheckedChunks?
  private var offset = -1
  /// Which record it is; −1 for all of the block.
  private var ordinal = -1
  package var block: ByteArena
  /// How far it was decoded.
  private var compressed = BlockDecoder.Progress()
  private var letters = RecordDecoder.Progress()

  package init(capacity: Int = 65_536) {
    block = ByteArena(capacity: capacity)
  }

  /// Empties it unless what it holds are bytes of this record, or of its block.
  mutating func turn(
    to offset: Int, _ ordinal: Int, _ form: StoredBlock.Form, of chunks: CheckedChunks
  ) {
    let ordinal = form == .letters ? ordinal : -1
    guard self.offset != offset || self.ordinal != ordinal || self.chunks !== chunks else {
      return
    }
    forget()
    self.offset = offset
    self.ordinal = ordinal
    self.chunks = chunks
  }

  /// Empties it, before something else is decoded into it.
  mutating func forget() {
    chunks = nil
    offset = -1
    ordinal = -1
    compressed = BlockDecoder.Progress()
    letters = RecordDecoder.Progress()
    block.removeAll()
  }

  /// Decodes so many bytes of a record, where they are not here yet; returns where it begins, nil where the block is
  /// damaged.
  ///
  /// - Parameters:
  ///   - body: what follows the block's header.
  ///   - learned: the records to which the block refers back.
  mutating func decode(
    _ header: StoredBlock.Header, _ body: ChunkView, _ ordinal: Int, upTo portion: Int,
    behind learned: ChunkView?, _ decoder: RecordDecoder?
  ) -> Int? {
    guard let place = StoredBlock.place(ordinal, header, body) else { return nil }
    let bytes = body.part(place.records, size: body.count - place.records)
    let wanted = place.start + min(portion, place.size)
    switch header.form {
    case .plain:
      if block.count == 0 { bytes.withSpan(0..<bytes.count) { block.append($0) } }
    case .compressed, .compressedBehind:
      guard
        block.count >= wanted
          || BlockDecoder.decode(
            bytes, size: place.all, wanted: wanted, behind: learned, from: &compressed,
            into: &block)
      else { return nil }
    case .letters:
      let code = bytes.part(place.start, size: place.size)
      guard
        decoder?.decode(code, wanted: portion, from: &letters, into: &block) == true
      else { return nil }
      return 0
    }
    return place.start
  }
}
