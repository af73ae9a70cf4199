import DeclaredRecords
import FootlightPlatform
import SearchEngine

/// The writing of one file of a build.
struct ShardBuild: Sendable {
  let file: GenerationFile
  let writer: SegmentWriter
  let digests = ShardDigests()
  private let folder: IndexFolder
  private let scratch: String

  init(
    _ file: GenerationFile, in folder: IndexFolder, settings: IndexSettings, memory: Int
  ) throws(Failure) {
    self.file = file
    self.folder = folder
    scratch = folder.path(of: file.with(suffix: GenerationFile.scratchSuffix))
    do throws(Failure) {
      try ScratchFolder(path: scratch, files: folder.files).make()
      writer = try SegmentWriter(
        path: folder.path(of: file), settings: settings, memory: memory, scratchFolder: scratch,
        files: folder.files)
    } catch {
      ShardBuild.clear(file, in: folder)
      throw error
    }
  }

  /// Where the file lies.
  var path: String { folder.path(of: file) }

  /// Ends the writing.
  ///
  /// - Parameter repeated: its records whose ids other shards have as well.
  func finish(
    keeping rule: DuplicateRule, _ repeated: RepeatedIdentifiers.Share?
  ) throws(Failure) -> (summary: SegmentSummary, duplicates: [DuplicateIdentifier]) {
    let finished = try writer.finish(keeping: rule, dropping: repeated?.dropped ?? [])
    try ScratchFolder(path: scratch, files: folder.files).remove()
    guard let repeated, !repeated.members.isEmpty else { return finished }
    digests.noteDuplicates()
    let own = finished.duplicates.filter { !repeated.members.contains($0.second) }
    return (finished.summary, own + repeated.pairs)
  }

  /// Reads the file back from the disk through a reader, and forces it there.
  func check(
    _ finished: (summary: SegmentSummary, duplicates: [DuplicateIdentifier])
  ) throws(Failure) -> StoredShard {
    let summary = finished.summary
    let readBack = try Segment(path: path)
    try readBack.verify(quick: true)
    guard readBack.summary.items == summary.items, readBack.summary.terms == summary.terms else {
      throw Failure(
        .generationUnfaithful,
        """
        the new index reads back as \(readBack.summary.items) items and \
        \(readBack.summary.terms) words instead of \(summary.items) and \(summary.terms)
        """, at: SourceLocation(file: path))
    }
    try folder.files.synchronize(path)
    return StoredShard(
      generation: file.generation, identity: readBack.identity,
      bytes: try FileStatus.of(path)?.size ?? 0,
      items: digests.finish(hasDuplicates: !finished.duplicates.isEmpty))
  }

  /// Stops the writing, and deletes what was written.
  func abandon() {
    writer.abandon()
    clear()
  }

  /// Deletes what was written.
  func clear() { ShardBuild.clear(file, in: folder) }

  /// Deletes a file that is not live, and what lies beside it.
  private static func clear(_ file: GenerationFile, in folder: IndexFolder) {
    for suffix in GenerationFile.suffixes {
      do throws(Failure) {
        try folder.delete(file.with(suffix: suffix))
      } catch {
        // The next indexer clears it away.
      }
    }
  }
}

/// The shards of a published domain that go on in a build of it, since they hold the same items: nobody has to fetch
/// them again.
struct UnchangedShards {
  let indexer: EmbeddedIndexer
  /// The domain as it is published; nil where none of its files can go on.
  let present: StoredDomain?
  /// How many shards the build has.
  let count: Int
  /// Whether the shared store has left a question without an answer: it is asked no more then, or each shard would wait
  /// as long.
  var isStoreSilent = false

  /// The published shard that takes the place of one that was built now; nil where that one is needed.
  mutating func shard(_ number: Int, insteadOf part: StoredShard) throws(Failure) -> StoredShard? {
    guard count > 1, let present, present.shards.count == count else { return nil }
    let known = present.shards[number]
    let folder = indexer.folder
    guard known.items == part.items, known.items != 0, known.isHere,
      case .success(let open) = openGeneration(known, of: present.name, in: folder)
    else { return nil }
    do throws(Failure) {
      // Of the same items a program without stems makes fewer terms.
      let path = folder.path(of: GenerationFile(domain: present.name, generation: part.generation))
      guard try Segment(path: path).hasStems == open.generation.hasStems else { return nil }
      try open.generation.verify(quick: false)
    } catch {
      guard error.concerns(EmbeddedSnapshot.damageCodes) else { throw error }
      return nil
    }
    // Last, since it costs most: the server reads the whole file.
    return try isShared(known, of: present) ? known : nil
  }

  /// Whether the shared store, where there is one, can give the file to others.
  ///
  /// What it has lost, or its disk has changed, and what lies on a worker that is away, is sent anew. Silence alone shows
  /// that a disk is slow, not that something is lost.
  private mutating func isShared(
    _ part: StoredShard, of domain: StoredDomain
  ) throws(Failure) -> Bool {
    guard let shared = indexer.store.replica?.shared, !isStoreSilent else { return true }
    switch try shared.presence(ofPublished: part.generation, of: domain.name) {
    case .whole: return true
    case .lost, .away: return false
    case .unknown:
      isStoreSilent = true
      return true
    }
  }
}
