import DeclaredRecords
package import FootlightPlatform

extension Segment {
  /// A segment in memory alone, for what is in memory anyway: it needs no file and no store.
  ///
  /// - Complexity: the work of indexing the items.
  /// - Throws: `index.too-large` for about two gigabytes of them.
  package static func inMemory(
    _ items: [StoredItem], settings: IndexSettings, name: String
  ) throws(Failure) -> Segment {
    try Segment(blob: bytes(of: items, settings: settings, name: name), path: name)
  }

  /// The bytes of such a segment.
  package static func bytes(
    of items: [StoredItem], settings: IndexSettings, name: String
  ) throws(Failure) -> ByteArena {
    let writer = try SegmentWriter(
      .delta(limit: .max), path: name, settings: settings, memory: .max, scratchFolder: nil)
    let worker = writer.worker()
    worker.beginBatch(0)
    var buffer = ItemBuffer()
    for (place, item) in items.enumerated() {
      buffer.fill(with: item, record: UInt32(truncatingIfNeeded: place + 1))
      // Items too large for an index are not found.
      _ = worker.add(buffer)
    }
    try worker.endBatch()
    _ = try writer.finish(keeping: .keepLast)
    guard let made = writer.takeBytes() else {
      throw Failure(.indexDamaged, "items in memory could not be indexed")
    }
    var bytes = ByteArena(capacity: made.bytes.count)
    bytes.append(made.bytes, made.bytes.all)
    return bytes
  }
}

extension ItemBuffer {
  /// Fills the buffer with an item that was read back.
  fileprivate mutating func fill(with item: StoredItem, record: UInt32) {
    removeAll()
    id = append(item.id)
    title = append(item.title)
    description = append(item.description)
    body = append(item.body)
    url = append(item.url)
    for keyword in item.keywords { keywords.append(append(keyword)) }
    for alias in item.aliases { aliases.append(append(alias)) }
    for attribute in item.attributes {
      attributes.append(
        Attribute(
          ordinal: UInt16(clamping: attribute.ordinal), kind: attribute.kind,
          text: append(attribute.text), worth: attribute.worth))
    }
    rank = UInt16(clamping: item.rank)
    expires = item.expires ?? .max
    self.record = record
  }

  private mutating func append(_ text: String) -> ByteRange {
    let start = bytes.count
    bytes.append(text)
    return ByteRange(start: start, count: bytes.count - start)
  }
}
