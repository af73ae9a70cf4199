import DeclaredRecords
package import FootlightPlatform
import IndexStores
import SearchEngine
import Synchronization
import TextAnalysis

/// A build without an index: every record is read and mapped, the first items are kept to be shown.
package struct DomainCheck: Sendable {
  let declared: DeclaredDomain
  /// How many items are kept.
  let samples: Int
  let now: Int64
  let cancellation: Cancellation

  /// The findings of a check.
  package struct Outcome: Sendable {
    package var domain: CheckedDomain
    package var failures: [Diagnostic]
  }

  /// Reads and maps everything.
  package func run(_ meter: ProgressMeter) throws(Failure) -> Outcome {
    let definition = declared.definition
    let pipeline = RecordPipeline(
      definition: definition, source: declared.source, now: now, threads: Workers.processors,
      cancellation: cancellation
    ) { records, bytes in
      meter.read(records: records, bytes: bytes)
    }
    let reader = try pipeline.open()
    let seen = SeenItems(samples: samples, attributes: definition.attributes.map(\.name))
    var tally = try pipeline.run(reader) { CheckWorker(seen) }
    let duplicates = seen.duplicates()
    var problems = tally.settle(duplicates, of: definition, reader)
    if let shared = seen.sharedURLs() {
      // A link to one of them shows another one.
      var diagnostic = Diagnostic(
        .sharedURL,
        shared.count == 1
          ? "this item has the url of another item"
          : "this item has the url of another item, and so have \(shared.count - 1) more",
        remedy: "make the urls different, such as by a fragment's page or a query",
        severity: .warning)
      diagnostic.location = reader.location(ofRecord: shared.second)
      diagnostic.message += ": that of the record at \(reader.location(ofRecord: shared.first))"
      problems.append(diagnostic)
    }
    for id in definition.querySettings.namedItems where !seen.contains(id) {
      problems.append(
        Diagnostic(
          .unknownPin, "'pins' or 'hide' names '\(id)', and no item has this id",
          at: definition.curationPlaces[id] ?? definition.location,
          remedy: "write the id of an item, as `footlight query --ids` prints it after the colon",
          severity: .warning))
    }
    var failures: [Diagnostic] = []
    do throws(Failure) {
      try tally.check(definition)
      problems = tally.warnings + problems
    } catch {
      failures = error.diagnostics
    }
    return Outcome(
      domain: CheckedDomain(
        domain: definition.name, file: definition.file, records: tally.records,
        items: tally.items - duplicates.count, skipped: tally.skipped, badRecords: tally.bad,
        exceedsTolerance: !failures.isEmpty, samples: seen.samples(), problems: problems),
      failures: failures)
  }
}

/// The items that the workers of a check have seen together.
private final class SeenItems: Sendable {
  /// The first record with an id.
  private struct FirstRecord: Sendable {
    var number: UInt32
    /// Where its id lies among all ids.
    var id: ByteRange
    /// The place of another one whose id has the same hash.
    var next: Int?
  }

  private struct State: ~Copyable, Sendable {
    var ids = ByteArena(capacity: 1 << 16)
    var first: [FirstRecord] = []
    /// Where the records begin whose ids have a hash.
    var places: [UInt64: Int] = [:]
    var duplicates: [DuplicateIdentifier] = []
    var samples: [(record: UInt32, item: Item)] = []
    /// The first record with an url, by the hash of what is compared of it.
    var firstWithURL: [UInt64: UInt32] = [:]
    var sharing: (first: UInt32, second: UInt32, count: Int)?

    /// Notes the record with an id; the first one with it, where there is one.
    mutating func note(_ item: borrowing ItemBuffer) -> UInt32? {
      let hash = item.bytes.hash(item.id)
      var place = places[hash]
      while let known = place {
        if ids.equals(first[known].id, item.bytes, item.id) {
          let number = first[known].number
          first[known].number = min(number, item.record)
          return number
        }
        place = first[known].next
      }
      let start = ids.count
      ids.append(item.bytes, item.id)
      first.append(
        FirstRecord(
          number: item.record, id: ByteRange(start: start, count: ids.count - start),
          next: places[hash]))
      places[hash] = first.count - 1
      return nil
    }

    mutating func note(_ url: UInt64, of record: UInt32) {
      guard let first = firstWithURL[url] else {
        firstWithURL[url] = record
        return
      }
      firstWithURL[url] = min(first, record)
      let pair = (first: min(first, record), second: max(first, record))
      guard let known = sharing else {
        sharing = (pair.first, pair.second, 1)
        return
      }
      let isEarlier = pair.second < known.second
      sharing = (
        isEarlier ? pair.first : known.first, isEarlier ? pair.second : known.second,
        known.count + 1
      )
    }
  }

  private let state = Mutex(State())
  private let wanted: Int
  private let attributes: [String]

  init(samples: Int, attributes: [String]) {
    wanted = samples
    self.attributes = attributes
  }

  func add(_ item: borrowing ItemBuffer) {
    let record = item.record
    var url: UInt64?
    if !item.url.isEmpty {
      var form = ByteArena(capacity: Int(item.url.count) + 8)
      item.bytes.withSpan(item.url) { NormalizedURL.append($0, into: &form) }
      url = form.hash(form.all)
    }
    let isSample = state.withLock { state in
      if let url { state.note(url, of: record) }
      if let first = state.note(item) {
        state.duplicates.append(
          DuplicateIdentifier(first: min(first, record), second: max(first, record)))
      }
      return state.samples.count < wanted
        || state.samples.last.map { record < $0.record } ?? false
    }
    guard isSample else { return }
    let sample = Item(item, attributes: attributes)
    state.withLock { state in
      state.samples.append((record, sample))
      state.samples.sort { $0.record < $1.record }
      if state.samples.count > wanted { state.samples.removeLast() }
    }
  }

  /// Whether an item has this id.
  func contains(_ id: String) -> Bool {
    let bytes = ByteArena(id)
    return state.withLock { state in
      var place = state.places[bytes.hash(bytes.all)]
      while let known = place {
        if state.ids.equals(state.first[known].id, bytes, bytes.all) { return true }
        place = state.first[known].next
      }
      return false
    }
  }

  func duplicates() -> [DuplicateIdentifier] {
    state.withLock { $0.duplicates.sorted { $0.second < $1.second } }
  }

  /// The first two records that share an url, and how many have the url of an earlier one; nil for none.
  func sharedURLs() -> (first: UInt32, second: UInt32, count: Int)? {
    state.withLock { $0.sharing }
  }

  func samples() -> [Item] {
    state.withLock { $0.samples.map(\.item) }
  }
}

/// One thread's share of a check.
private final class CheckWorker: StoreBuildWorker {
  private let seen: SeenItems

  init(_ seen: SeenItems) {
    self.seen = seen
  }

  func beginBatch(_ ordinal: Int) {}

  func add(_ item: borrowing ItemBuffer) -> Diagnostic? {
    seen.add(item)
    return nil
  }

  func endBatch() throws(Failure) {}
}
