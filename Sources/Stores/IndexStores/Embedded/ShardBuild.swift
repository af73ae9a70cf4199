import FootlightDiagnostics
import FootlightPlatform
import ItemMapping
import SegmentFiles
import SegmentWriting

/// The writing of one file of a build.
struct ShardBuild: Sendable {
  let file: GenerationFile
  let writer: SegmentWriter
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
  func finish(keeping rule: DuplicateRule) throws(Failure)
    -> (summary: SegmentSummary, duplicates: [DuplicateIdentifier])
  {
    let finished = try writer.finish(keeping: rule)
    try ScratchFolder(path: scratch, files: folder.files).remove()
    return finished
  }

  /// Reads the file back from the disk through a reader, and forces it there.
  func check(against summary: SegmentSummary) throws(Failure) -> StoredPart {
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
    return StoredPart(
      generation: file.generation, identity: readBack.identity,
      bytes: try FileStatus.of(path)?.size ?? 0)
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

/// One thread's share of a build: each item goes into the shard that the hash of its id names, so that records with one
/// id meet, and an item is found in the same shard by every builder.
final class EmbeddedBuildWorker: StoreBuildWorker {
  /// The workers of all shards; nil for those that are built elsewhere.
  private let shards: [SegmentWorker?]

  init(_ shards: [SegmentWorker?]) {
    self.shards = shards
  }

  func beginBatch(_ ordinal: Int) {
    for shard in shards { shard?.beginBatch(ordinal) }
  }

  func add(_ item: borrowing ItemBuffer) -> Diagnostic? {
    let shard = shards.count > 1 ? EmbeddedBuildWorker.shard(of: item, among: shards.count) : 0
    return shards[shard]?.add(item)
  }

  /// The shard of an item; the hash is multiplied into the range (Lemire, Fast Random Integer Generation in an
  /// Interval, 2019).
  static func shard(of item: borrowing ItemBuffer, among count: Int) -> Int {
    Int(item.bytes.hash(item.id).multipliedFullWidth(by: UInt64(count)).high)
  }

  /// The digests of skipped records belong to no item, and stand in the first shard.
  func addSkipped(_ digest: UInt64) { shards[0]?.addSkipped(digest) }

  func endBatch() throws(Failure) {
    for shard in shards { try shard?.endBatch() }
  }
}
