import DeclaredRecords
package import FootlightPlatform
import IndexStores
import SearchEngine
import Synchronization

/// The comparison of one domain's index with its source: both are read to their ends.
package struct DomainVerification {
  let declared: DeclaredDomain
  let stored: StoredDomain
  let state: any StoreSnapshot
  let now: Int64
  let cancellation: Cancellation

  private var definition: DomainDefinition { declared.definition }

  /// Reads the source, then the index; `report` is told of every difference.
  package func run(
    _ meter: ProgressMeter, _ report: (ItemDifference) throws(Failure) -> Void
  ) throws(Failure) -> VerifiedDomain {
    var result = VerifiedDomain(domain: definition.name)
    let kept = SparedItems()
    let digests = try read(meter, kept, &result)
    meter.enter(.comparing)
    var seen = [Bool](repeating: false, count: digests.entries.count)
    try compare(digests, try kept.ids(in: state, of: definition.name), &seen, &result, report)
    var missing = digests.entries.indices.filter { index in
      !seen[index] && digests.entries[index].digest.expires > now
    }
    missing.sort { digests.entries[$0].record < digests.entries[$1].record }
    for index in missing {
      result.missing += 1
      try report(difference(digests.id(of: digests.entries[index]), .missing))
    }
    return result
  }

  /// Maps every record as a build would, at the moment of the build: periods count from there.
  private func read(
    _ meter: ProgressMeter, _ kept: SparedItems, _ result: inout VerifiedDomain
  ) throws(Failure) -> SourceDigests {
    let settings = IndexSettings(definition)
    let threads = Workers.processors
    var pipeline = RecordPipeline(
      definition: definition, source: declared.source, now: stored.facts.built,
      threads: threads, cancellation: cancellation
    ) { records, bytes in
      meter.read(records: records, bytes: bytes)
    }
    let parts = Mutex<[DigestPart]>([])
    // An item that a change would keep is no difference.
    pipeline.spare = { record in kept.add(record) }
    let expected = stored.items / threads
    let tally = try pipeline.run(try pipeline.open()) {
      let part = DigestPart(settings, expecting: expected + expected / 8)
      parts.withLock { $0.append(part) }
      return part
    }
    let rule = definition.source.duplicates
    let digests = SourceDigests(parts.withLock { $0 }, keepsLast: rule == .last)
    result.items = digests.entries.count
    result.badRecords = tally.bad + (rule == .error ? digests.duplicates : 0)
    return digests
  }

  private func compare(
    _ digests: SourceDigests, _ kept: Set<[UInt8]>, _ seen: inout [Bool],
    _ result: inout VerifiedDomain,
    _ report: (ItemDifference) throws(Failure) -> Void
  ) throws(Failure) {
    try state.scanDigests(of: definition.name) { (digest, id) throws(Failure) in
      if result.stored & 4095 == 0 { try cancellation.check() }
      result.stored += 1
      guard let index = digests.index(of: digest, id) else {
        guard digest.expires > now else { return }
        guard !kept.contains(Array(id.utf8)) else {
          result.kept += 1
          return
        }
        result.surplus += 1
        return try report(difference(id, .surplus))
      }
      seen[index] = true
      let other = digests.entries[index].digest
      // Of what nobody finds any more it does not matter how it differs.
      guard digest.expires > now || other.expires > now else { return }
      guard
        digest.contents != other.contents || !isSameMoment(digest.expires, other.expires)
      else { return }
      guard !kept.contains(Array(id.utf8)) else {
        result.kept += 1
        return
      }
      result.different += 1
      try report(difference(id, .different))
    }
  }

  /// Whether two moments of expiry are the same; a period was counted from a moment of the build
  /// that nobody wrote down, so that it may be off by as long as the build took.
  private func isSameMoment(_ one: Int64, _ other: Int64) -> Bool {
    if one == other { return true }
    guard one != .max, other != .max else { return false }
    switch definition.mapping.expires {
    case .never, .instant: return false
    case .after, .template:
      let (distance, overflows) = one.subtractingReportingOverflow(other)
      // Items that were changed later count from later on.
      let span = stored.facts.built &- ReadPosition(stored.facts).built
      let longest = UInt64(max(0, span)) + UInt64(max(0, min(1e6, stored.facts.seconds))) + 2
      return !overflows && distance.magnitude <= longest
    }
  }

  private func difference(_ id: String, _ kind: ItemDifference.Kind) -> ItemDifference {
    ItemDifference(domain: definition.name, id: id, kind: kind)
  }
}

/// The bad records of a source that is read to be compared: the items that they yielded before stay
/// in the index as they are.
///
/// The bytes of an id or of a key for each.
final class SparedItems: Sendable {
  private struct State: Sendable {
    var ids: Set<[UInt8]> = []
    var keys: [[UInt8]] = []
  }

  private let state = Mutex(State())

  /// Notes a bad record; any thread may.
  func add(_ record: FailedRecord) {
    state.withLock { state in
      if let key = record.key {
        state.keys.append(key.bytes)
      } else if let id = record.id {
        state.ids.insert(Array(id.utf8))
      }
    }
  }

  /// The ids of the items, as bytes.
  func ids(
    in snapshot: any StoreSnapshot, of domain: String
  ) throws(Failure) -> Set<[UInt8]> {
    let noted = state.withLock { $0 }
    var ids = noted.ids
    try snapshot.scanIDs(ofSourceKeys: noted.keys, in: domain) { id in
      ids.insert(Array(id.utf8))
    }
    return ids
  }
}
