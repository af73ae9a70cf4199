import DeclaredRecords
import FootlightPlatform
import Synchronization
import TestSupport
import TextAnalysis

@testable import SearchEngine

/// Items on their way into a generation file, in a way that a test decides.
struct ItemFile {
  /// The order in which workers end their batches.
  enum Order: Sendable {
    case asGiven
    case backwards
    /// At the same time, on a thread each.
    case together
  }

  var settings = IndexSettings(analyzer: Analyzer())
  var workers = 1
  var itemsABatch = 50
  var memory = 64 << 20
  var order = Order.asGiven
  var rule = DuplicateRule.keepFirst
  var files = FileOperations.system
  /// From which item on the source has keys of its own; nil for never.
  var keyedFrom: Int?
  /// From which item on records have digests.
  var digestedFrom = 0
  /// Whether items that are refused are passed over; else they are a failure.
  var passesOver = false

  /// Writes the items as records 1, 2, 3 …; the file is closed afterwards.
  @discardableResult
  func write(_ items: [StoredItem], to path: String) throws(Failure)
    -> (summary: SegmentSummary, duplicates: [DuplicateIdentifier])
  {
    let writer = try SegmentWriter(
      path: path, settings: settings, memory: memory, scratchFolder: Path.parent(of: path) ?? ".",
      files: files)
    let batches = stride(from: 0, to: items.count, by: itemsABatch).map { first in
      first..<min(first + itemsABatch, items.count)
    }
    let hands = (0..<workers).map { _ in writer.worker() }
    switch order {
    case .asGiven, .backwards:
      let numbers = Array(batches.indices)
      for number in order == .asGiven ? numbers : numbers.reversed() {
        try add(items, batches[number], number, hands[number % workers])
      }
    case .together:
      let outcomes = hands.map { _ in Outcome<Void>() }
      Workers.run(workers) { hand in
        outcomes[hand].run { () throws(Failure) in
          for number in batches.indices where number % hands.count == hand {
            try add(items, batches[number], number, hands[hand])
          }
        }
      }
      for outcome in outcomes { try outcome.take() }
    }
    return try writer.finish(keeping: rule)
  }

  /// Writes the items and opens the file.
  func generation(of items: [StoredItem], at path: String) throws(Failure) -> Segment {
    try write(items, to: path)
    return try Segment(path: path)
  }

  private func add(
    _ items: [StoredItem], _ batch: Range<Int>, _ number: Int, _ worker: SegmentWorker
  ) throws(Failure) {
    worker.beginBatch(number)
    var buffer = ItemBuffer()
    for place in batch {
      buffer.fill(with: items[place], record: UInt32(place + 1))
      if place >= digestedFrom {
        buffer.recordDigest = UInt64(place + 1) &* 0x9E37_79B9_7F4A_7C15
      }
      if let keyedFrom, place >= keyedFrom {
        let start = buffer.bytes.count
        buffer.bytes.append("key \(place)")
        buffer.sourceKey = ByteRange(start: start, count: buffer.bytes.count - start)
      }
      if let problem = worker.add(buffer), !passesOver { throw Failure(problem) }
    }
    try worker.endBatch()
  }
}

extension ItemBuffer {
  /// Makes this the buffer of an item.
  mutating func fill(with item: StoredItem, record number: UInt32) {
    removeAll()
    id = put(item.id)
    title = put(item.title)
    description = put(item.description)
    body = put(item.body)
    url = put(item.url)
    for keyword in item.keywords {
      let range = put(keyword)
      keywords.append(range)
    }
    for alias in item.aliases {
      let range = put(alias)
      aliases.append(range)
    }
    for value in item.attributes {
      let text = put(value.text)
      attributes.append(
        Attribute(
          ordinal: UInt16(value.ordinal), kind: value.kind, text: text, worth: value.worth))
    }
    rank = UInt16(item.rank)
    expires = item.expires ?? .max
    record = number
  }

  private mutating func put(_ text: String) -> ByteRange {
    let start = bytes.count
    bytes.append(text)
    return ByteRange(start: start, count: bytes.count - start)
  }
}

/// Counts the scratch files that a build makes.
final class ScratchFiles: Sendable {
  private let paths = Mutex<[String]>([])

  /// How many files were made.
  var count: Int { paths.withLock { $0.count } }

  /// Operations that are counted.
  var operations: FileOperations {
    FileOperations { (step) throws(Failure) in
      if case .create(let path) = step { self.paths.withLock { $0.append(path) } }
    }
  }
}

extension StoredItem {
  /// An item with a title and whatever else a test is about.
  static func item(
    _ id: String, _ title: String, description: String = "", body: String = "", url: String = "",
    keywords: [String] = [], aliases: [String] = [], rank: Int = 500, expires: Int64? = nil
  ) -> StoredItem {
    StoredItem(
      id: id, title: title, description: description, body: body, url: url, keywords: keywords,
      aliases: aliases, attributes: [], rank: rank, expires: expires)
  }

  /// The item that a naive index looks at.
  init(_ item: NaiveItem) {
    self = .item(
      item.id, item.title, description: item.description, body: item.body,
      keywords: Array(item.keywords),
      aliases: Array(item.aliases), rank: item.rank, expires: item.expires)
  }
}
