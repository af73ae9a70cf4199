import FootlightDiagnostics
import FootlightPlatform
import SegmentFiles

/// The documents that have the id of another one, and which of them are dropped.
struct Duplicates: Sendable {
  /// A document whose id has the hash of another's.
  private struct Suspect {
    var run: Int
    var place: Int
    var number: UInt32 = 0
    var id = ""
  }

  private(set) var dropped: DroppedDocuments
  private(set) var pairs: [DuplicateIdentifier] = []

  /// Merges the hashes of all ids; where some are equal, reads the ids.
  init(_ runs: [SortedRun], _ rule: DuplicateRule, step: Int) throws(Failure) {
    dropped = DroppedDocuments(runs)
    var suspects = try Duplicates.suspects(runs, step: step)
    guard !suspects.isEmpty else { return }
    // A hash proves nothing: the ids themselves decide.
    suspects.sort { $0.run != $1.run ? $0.run < $1.run : $0.place < $1.place }
    try Duplicates.read(&suspects, runs, step: step)
    for group in Dictionary(grouping: suspects, by: \.id).values where group.count > 1 {
      let byRecord = group.sorted { $0.number < $1.number }
      let kept = rule == .keepFirst ? 0 : byRecord.count - 1
      for (place, suspect) in byRecord.enumerated() {
        if place != kept {
          dropped.insert(suspect.place, of: runs[suspect.run], number: suspect.run)
        }
        if place > 0 {
          pairs.append(
            DuplicateIdentifier(
              id: suspect.id, first: byRecord[0].number, second: suspect.number))
        }
      }
    }
    pairs.sort { $0.second < $1.second }
  }

  private static func suspects(_ runs: [SortedRun], step: Int) throws(Failure) -> [Suspect] {
    var suspects: [Suspect] = []
    var merge = try KeyMerge(runs.map(\.ids), step: step)
    var before: (key: KeyEntry, run: Int)?
    var isNoted = false
    while let (key, run) = try merge.next() {
      if let before, before.key.hash == key.hash {
        if !isNoted { suspects.append(Suspect(run: before.run, place: Int(before.key.document))) }
        suspects.append(Suspect(run: run, place: Int(key.document)))
        isNoted = true
      } else {
        isNoted = false
      }
      before = (key, run)
    }
    return suspects
  }

  /// Reads ids and numbers of the suspects, which are sorted.
  private static func read(
    _ suspects: inout [Suspect], _ runs: [SortedRun], step: Int
  ) throws(Failure) {
    var next = 0
    while next < suspects.count {
      let run = suspects[next].run
      var cursor = DocumentCursor(runs[run], step: step)
      while next < suspects.count, suspects[next].run == run {
        while cursor.place < suspects[next].place {
          guard try cursor.advance() else { throw Failure.damagedScratch }
        }
        suspects[next].number = cursor.document.number
        let id = cursor.withRecord { bytes, start in
          RecordHead(bytes, at: start).map { bytes.text($0.id) }
        }
        guard let id else { throw Failure.damagedScratch }
        suspects[next].id = id
        next += 1
      }
    }
  }
}
