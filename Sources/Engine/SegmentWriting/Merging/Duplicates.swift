import FootlightPlatform

/// The documents that have the id of another one, and which of them are dropped.
struct Duplicates: Sendable {
  private(set) var dropped: DroppedDocuments
  private(set) var pairs: [DuplicateIdentifier] = []

  /// So many bytes of memory are enough for a document whose id has the hash of another's.
  private static let bytesPerSuspect = 128
  /// Below so many the memory does not count.
  private static let fewest = 1 << 12

  /// Merges the hashes of all ids; where some are equal, reads the ids.
  ///
  /// - Parameter memory: of so many bytes only a part is used: the ids of more documents are read in several turns. Each
  ///   turn reads all runs, so the next one is of twice as many documents.
  init(_ runs: [SortedRun], _ rule: DuplicateRule, memory: Int, step: Int) throws(Failure) {
    dropped = DroppedDocuments(runs)
    var most = max(Duplicates.fewest, memory / Duplicates.bytesPerSuspect)
    var suspects: [Suspect] = []
    var groups: UInt32 = 0
    var merge = try KeyMerge(runs.map(\.ids), step: step)
    var before: (key: KeyEntry, run: Int)?
    var isNoted = false
    while let (key, run) = try merge.next() {
      if let before, before.key.hash == key.hash {
        if !isNoted {
          suspects.append(Suspect(before.run, before.key, group: groups))
          groups += 1
        }
        suspects.append(Suspect(run, key, group: groups - 1))
        isNoted = true
      } else {
        isNoted = false
        if suspects.count >= most {
          try settle(&suspects, groups: groups, runs, rule, step: step)
          groups = 0
          most *= 2
        }
      }
      before = (key, run)
    }
    try settle(&suspects, groups: groups, runs, rule, step: step)
    pairs.sort { $0.second < $1.second }
  }

  /// Decides which of some suspects stay; then there are none.
  ///
  /// - Parameter groups: how many hashes they have.
  private mutating func settle(
    _ suspects: inout [Suspect], groups: UInt32, _ runs: [SortedRun], _ rule: DuplicateRule,
    step: Int
  ) throws(Failure) {
    guard !suspects.isEmpty else { return }
    // In the order in which their records are read.
    suspects.sort { $0.run != $1.run ? $0.run < $1.run : $0.place < $1.place }
    var equals = EqualIDs(hashes: Int(groups))
    try Duplicates.read(&suspects, into: &equals, runs, step: step)
    for index in suspects.indices { equals.note(index, of: suspects, rule) }
    for (index, suspect) in suspects.enumerated() {
      let group = equals.groups[Int(suspect.group)]
      if index != group.kept {
        dropped.insert(Int(suspect.place), of: runs[Int(suspect.run)], number: Int(suspect.run))
      }
      if let first = group.first, index != first {
        pairs.append(
          DuplicateIdentifier(first: suspects[first].number, second: suspect.number))
      }
    }
    suspects.removeAll(keepingCapacity: true)
  }

  /// Reads ids and numbers of the suspects, which are sorted, and parts those whose ids differ.
  private static func read(
    _ suspects: inout [Suspect], into equals: inout EqualIDs, _ runs: [SortedRun], step: Int
  ) throws(Failure) {
    var next = 0
    while next < suspects.count {
      let run = suspects[next].run
      var cursor = DocumentCursor(runs[Int(run)], step: step)
      while next < suspects.count, suspects[next].run == run {
        while cursor.place < Int(suspects[next].place) {
          guard try cursor.advance() else { throw Failure.damagedScratch }
        }
        suspects[next].number = cursor.document.number
        let hash = suspects[next].group
        let group = cursor.withRecord { bytes, start in
          RecordHead(bytes, at: start).map { equals.group(of: bytes, $0.id, withHash: hash) }
        }
        guard let group else { throw Failure.damagedScratch }
        suspects[next].group = group
        next += 1
      }
    }
  }
}

/// A document whose id has the hash of another's.
private struct Suspect: BitwiseCopyable {
  var run: UInt32
  var place: UInt32
  var number: UInt32 = 0
  /// Which hash it has; once it was read, which id.
  var group: UInt32

  init(_ run: Int, _ key: KeyEntry, group: UInt32) {
    self.run = UInt32(truncatingIfNeeded: run)
    place = key.document
    self.group = group
  }
}

/// The ids of suspects.
///
/// A hash proves nothing: the ids themselves decide. Of each hash the first id that was met is kept, once; ids that
/// only have the hash of another are rare.
private struct EqualIDs: ~Copyable {
  /// The suspects that have one id.
  struct Group {
    /// The id, once it was read.
    var id: ByteRange?
    /// The suspect with the lowest number, and the one that stays.
    var first: Int?
    var kept: Int?
  }

  private(set) var groups: [Group]
  private var ids = ByteArena(capacity: 1 << 12)
  private var others: [[UInt8]: UInt32] = [:]

  init(hashes: Int) {
    groups = [Group](repeating: Group(), count: hashes)
  }

  /// The group of an id, which has one of the hashes.
  mutating func group(
    of bytes: borrowing ByteArena, _ id: ByteRange, withHash hash: UInt32
  ) -> UInt32 {
    guard let known = groups[Int(hash)].id else {
      groups[Int(hash)].id = ByteRange(start: ids.count, count: Int(id.count))
      ids.append(bytes, id)
      return hash
    }
    if bytes.equals(id, ids, known) { return hash }
    let text = bytes.bytes(id)
    if let other = others[text] { return other }
    let other = UInt32(truncatingIfNeeded: groups.count)
    others[text] = other
    groups.append(Group())
    return other
  }

  /// Takes a suspect of some whose ids were read.
  mutating func note(_ index: Int, of suspects: [Suspect], _ rule: DuplicateRule) {
    let suspect = suspects[index]
    let group = groups[Int(suspect.group)]
    guard let first = group.first, let kept = group.kept else {
      groups[Int(suspect.group)].first = index
      groups[Int(suspect.group)].kept = index
      return
    }
    if suspect.number < suspects[first].number { groups[Int(suspect.group)].first = index }
    let isBetter =
      rule == .keepFirst
      ? suspect.number < suspects[kept].number : suspect.number > suspects[kept].number
    if isBetter { groups[Int(suspect.group)].kept = index }
  }
}
