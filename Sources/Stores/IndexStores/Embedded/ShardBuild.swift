import DeclaredRecords
import FootlightPlatform
import SegmentFiles
import SegmentWriting

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
  ) throws(Failure) -> StoredPart {
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
    return StoredPart(
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
