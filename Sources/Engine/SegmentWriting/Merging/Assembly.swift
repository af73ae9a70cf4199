import SegmentFiles
import FootlightDiagnostics
import FootlightPlatform
import Synchronization

/// The facts that writing needs before it begins: the terms' numbers, the documents' places, and the documents that
/// are dropped because another has their id.
final class Assembly: Sendable {
  let vocabulary: Vocabulary
  /// The places that are dropped.
  let dropped: Bitmap
  let duplicates: [DuplicateIdentifier]
  /// How many documents stay.
  let items: Int
  private let places: Mutex<Places>

  /// Tables that are needed only until every document has been written.
  struct Places: Sendable {
    var merge = DocumentMerge()
    /// The ids' hashes with the final numbers of their documents, sorted.
    var keys: [KeyEntry] = []
  }

  init(sources: RunSources, rule: DuplicateRule) throws(Failure) {
    let terms = Outcome<Vocabulary>()
    let documents = Outcome<(places: Places, found: Duplicates)>()
    Workers.run(2) { number in
      if number == 0 {
        terms.run { () throws(Failure) in try Vocabulary(sources.all) }
      } else {
        documents.run { () throws(Failure) in
          let merge = try DocumentMerge(sources)
          let sorted = merge.sortedByHash()
          let found = try Duplicates(merge, sorted, sources, rule)
          let keys =
            found.count == 0 ? sorted : Assembly.renumber(sorted, found.dropped, merge.source.count)
          return (Places(merge: merge, keys: keys), found)
        }
      }
    }
    vocabulary = try terms.take()
    let (places, found) = try documents.take()
    dropped = found.dropped
    duplicates = found.pairs
    items = places.merge.source.count - found.count
    self.places = Mutex(places)
  }

  /// The documents in their order.
  var merge: DocumentMerge { places.withLock { $0.merge } }

  /// The sorted keys; they are here no longer afterwards.
  func takeKeys() -> [KeyEntry] {
    places.withLock { places in
      var keys: [KeyEntry] = []
      swap(&keys, &places.keys)
      return keys
    }
  }

  /// Frees what is needed only until every document has been written.
  func drop() {
    places.withLock { $0 = Places() }
  }

  /// The keys of the documents that stay, with the numbers that they have without the others.
  private static func renumber(_ keys: [KeyEntry], _ dropped: Bitmap, _ places: Int) -> [KeyEntry] {
    var numbers = [UInt32](repeating: 0, count: places)
    var next: UInt32 = 0
    for place in 0..<places {
      numbers[place] = next
      if !dropped[place] { next += 1 }
    }
    return keys.compactMap { key in
      dropped[Int(key.document)]
        ? nil : KeyEntry(hash: key.hash, document: numbers[Int(key.document)])
    }
  }
}

/// Documents that have the id of another one.
private struct Duplicates: Sendable {
  var dropped: Bitmap
  var pairs: [DuplicateIdentifier] = []
  var count = 0

  init(
    _ merge: DocumentMerge, _ sorted: [KeyEntry], _ sources: RunSources, _ rule: DuplicateRule
  ) throws(Failure) {
    dropped = Bitmap(size: merge.source.count)
    var suspects: [UInt32: String] = [:]
    for index in sorted.indices.dropFirst() where sorted[index].hash == sorted[index - 1].hash {
      suspects[sorted[index].document] = ""
      suspects[sorted[index - 1].document] = ""
    }
    guard !suspects.isEmpty else { return }
    // A hash proves nothing: the ids themselves decide.
    try Duplicates.read(&suspects, merge, sources)
    var groups: [String: [UInt32]] = [:]
    for (place, id) in suspects { groups[id, default: []].append(place) }
    for (id, places) in groups where places.count > 1 {
      let byRecord = places.sorted { merge.number[Int($0)] < merge.number[Int($1)] }
      let first = merge.number[Int(byRecord[0])]
      let kept = rule == .keepFirst ? byRecord[0] : byRecord[byRecord.count - 1]
      for place in byRecord {
        if place != kept {
          dropped.insert(Int(place))
          count += 1
        }
        let number = merge.number[Int(place)]
        if place != byRecord[0] {
          pairs.append(DuplicateIdentifier(id: id, first: first, second: number))
        }
      }
    }
    pairs.sort { $0.second < $1.second }
  }

  private static func read(
    _ suspects: inout [UInt32: String], _ merge: DocumentMerge, _ sources: RunSources
  ) throws(Failure) {
    let cursors = try sources.cursors()
    for place in merge.source.indices {
      try cursors.withEach(of: Int(merge.source[place])) { cursor in
        guard suspects[UInt32(place)] != nil else { return }
        suspects[UInt32(place)] = cursor.withRecord { bytes, start in
          RecordHead(bytes, at: start).map { bytes.text($0.id) } ?? ""
        }
      }
    }
  }
}
