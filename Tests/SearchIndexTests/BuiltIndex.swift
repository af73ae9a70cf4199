import FootlightDiagnostics
import FootlightPlatform
import ItemMapping
import SearchIndex
import TestSupport
import TextAnalysis

/// Items written as a generation file and opened again.
struct BuiltIndex {
  /// Writes the items in batches, dealt to so many workers, and opens the file.
  static func generation(
    of items: [NaiveItem], analyzer: Analyzer = Analyzer(), at path: String, scratch: String,
    workers count: Int = 1, batch: Int = 100, memory: Int = 64 << 20
  ) throws(Failure) -> Generation {
    let writer = try GenerationWriter(
      path: path, settings: IndexSettings(analyzer: analyzer), memory: memory,
      scratchFolder: scratch)
    let workers = (0..<count).map { _ in writer.worker() }
    var buffer = ItemBuffer()
    for (ordinal, start) in stride(from: 0, to: items.count, by: batch).enumerated() {
      let worker = workers[ordinal % count]
      worker.beginBatch(ordinal)
      for number in start..<min(start + batch, items.count) {
        fill(&buffer, items[number], UInt32(number + 1))
        if let refused = worker.add(buffer) { throw Failure(refused) }
      }
      try worker.endBatch()
    }
    _ = try writer.finish(keeping: .keepFirst)
    return try Generation(path: path)
  }

  private static func fill(_ buffer: inout ItemBuffer, _ item: NaiveItem, _ record: UInt32) {
    buffer.removeAll()
    buffer.id = append(item.id, to: &buffer)
    buffer.title = append(item.title, to: &buffer)
    buffer.description = append(item.description, to: &buffer)
    buffer.body = append(item.body, to: &buffer)
    for keyword in item.keywords {
      let range = append(keyword, to: &buffer)
      buffer.keywords.append(range)
    }
    for alias in item.aliases {
      let range = append(alias, to: &buffer)
      buffer.aliases.append(range)
    }
    buffer.rank = UInt16(item.rank)
    buffer.expires = item.expires ?? .max
    buffer.record = record
  }

  private static func append(_ text: String, to buffer: inout ItemBuffer) -> ByteRange {
    let start = buffer.bytes.count
    buffer.bytes.append(text)
    return ByteRange(start: start, count: buffer.bytes.count - start)
  }
}
