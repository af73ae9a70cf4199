import DeclaredRecords
import FootlightPlatform
import IndexStores
import SearchEngine
import Synchronization

/// The digests of all items that a source yields now, in the order of the hashes of their ids.
///
/// About 40 bytes an item and the bytes of its id, whatever else it holds.
struct SourceDigests: Sendable {
  /// One item.
  struct Entry: Sendable {
    var digest: ItemDigest
    /// The record's number.
    var record: UInt32
    /// The part that holds the id, and its place there.
    var part: UInt16
    var place: Int
  }

  /// The items; of several with one id the one that an index keeps.
  private(set) var entries: [Entry] = []
  /// How many records have an id that another record has.
  private(set) var duplicates = 0
  private let parts: [DigestPart]

  /// Puts the parts of all threads together; `keepsLast` says which of two with one id stays.
  init(_ parts: [DigestPart], keepsLast: Bool) {
    self.parts = parts
    entries.reserveCapacity(parts.reduce(0) { $0 + $1.count })
    for (number, part) in parts.enumerated() {
      part.giveEntries(to: &entries, number: UInt16(truncatingIfNeeded: number))
    }
    entries.sort { ($0.digest.id, $0.record) < ($1.digest.id, $1.record) }
    var kept = 0
    /// Where the entries begin whose ids have the same hash, and so may be the same.
    var first = 0
    for index in entries.indices {
      if kept == 0 || entries[kept - 1].digest.id != entries[index].digest.id { first = kept }
      let known = (first..<kept).first { isSame(entries[$0], entries[index]) }
      guard let known else {
        entries[kept] = entries[index]
        kept += 1
        continue
      }
      duplicates += 1
      if keepsLast { entries[known] = entries[index] }
    }
    entries.removeLast(entries.count - kept)
  }

  private func isSame(_ one: Entry, _ other: Entry) -> Bool {
    id(of: one).utf8.elementsEqual(id(of: other).utf8)
  }

  /// The place of the item with an id among the entries; O(log n).
  func index(of digest: ItemDigest, _ id: String) -> Int? {
    let first = entries.indices.partitionPoint { entries[$0].digest.id < digest.id }
    return entries[first...].indices.prefix { entries[$0].digest.id == digest.id }.first {
      self.id(of: entries[$0]).utf8.elementsEqual(id.utf8)
    }
  }

  /// The id of an item.
  func id(of entry: Entry) -> String {
    parts[Int(entry.part)].id(at: entry.place)
  }
}

/// The items that one thread has read.
final class DigestPart: StoreBuildWorker, Sendable {
  private struct State: ~Copyable {
    var entries: [SourceDigests.Entry] = []
    var ids = ByteArena(capacity: 1 << 16)
  }

  private let digester: ItemDigester
  private let settings: IndexSettings
  private let state = Mutex(State())

  init(_ settings: IndexSettings, expecting count: Int) {
    self.settings = settings
    digester = ItemDigester(attributes: settings.attributes)
    state.withLock { $0.entries.reserveCapacity(min(count, 1 << 24)) }
  }

  /// How many items it holds.
  var count: Int { state.withLock { $0.entries.count } }

  func beginBatch(_ ordinal: Int) {}

  func add(_ item: borrowing ItemBuffer) -> Diagnostic? {
    guard !SegmentWorker.refuses(item, settings) else {
      return Diagnostic(.itemTooManyNames, "an item has too many names")
    }
    let digest = digester.digest(item)
    let record = item.record
    state.withLock { state in
      let index = state.ids.count
      state.ids.append(varint: UInt64(item.id.count))
      state.ids.append(item.bytes, item.id)
      state.entries.append(
        SourceDigests.Entry(digest: digest, record: record, part: 0, place: index))
    }
    return nil
  }

  func endBatch() throws(Failure) {}

  /// Hands its entries over and forgets them; the ids stay.
  func giveEntries(to target: inout [SourceDigests.Entry], number: UInt16) {
    let given = state.withLock { state in
      let given = state.entries
      state.entries = []
      return given
    }
    for var entry in given {
      entry.part = number
      target.append(entry)
    }
  }

  func id(at place: Int) -> String {
    state.withLock { state in
      var at = place
      guard let count = state.ids.varint(&at), count <= UInt64(state.ids.count - at) else {
        return ""
      }
      return state.ids.text(ByteRange(start: at, count: Int(count)))
    }
  }
}
