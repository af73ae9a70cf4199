import FootlightDiagnostics
import FootlightPlatform
import ItemMapping
import SegmentFiles
import SegmentWriting
import Synchronization

/// The building of one generation in an embedded store.
final class EmbeddedBuild: StoreBuild {
  private let indexer: EmbeddedIndexer
  private let file: GenerationFile
  private let path: String
  private let scratch: String
  private let writer: SegmentWriter
  /// The last change that the journal held when the build began.
  private let sequence: Int
  private let summary = Mutex<SegmentSummary?>(nil)
  /// Whether the catalog was asked to name this generation.
  private let isProposed = Atomic<Bool>(false)

  init(
    _ indexer: EmbeddedIndexer, _ file: GenerationFile, settings: IndexSettings, memory: Int,
    sequence: Int
  ) throws(Failure) {
    self.sequence = sequence
    self.indexer = indexer
    self.file = file
    let folder = indexer.folder
    path = folder.path(of: file)
    scratch = folder.path(of: file.with(suffix: GenerationFile.scratchSuffix))
    do throws(Failure) {
      try ScratchFolder(path: scratch, files: folder.files).make()
      writer = try SegmentWriter(
        path: path, settings: settings, memory: memory, scratchFolder: scratch,
        files: folder.files)
    } catch {
      EmbeddedBuild.clear(file, in: folder)
      throw error
    }
  }

  func worker() throws(Failure) -> any StoreBuildWorker {
    EmbeddedBuildWorker(writer.worker())
  }

  func finish(keeping rule: DuplicateRule) throws(Failure)
    -> (summary: SegmentSummary, duplicates: [DuplicateIdentifier])
  {
    do throws(Failure) {
      let finished = try writer.finish(keeping: rule)
      try ScratchFolder(path: scratch, files: indexer.folder.files).remove()
      summary.withLock { $0 = finished.summary }
      return finished
    } catch {
      abandon()
      throw error
    }
  }

  func changes(since earlier: StoredDomain) -> ChangeCounts? {
    guard summary.withLock({ $0 }) != nil else { return nil }
    do throws(Failure) {
      return ChangeCounts(from: try indexer.open(earlier), to: path)
    } catch {
      return nil
    }
  }

  func publish(_ facts: DomainFacts) throws(Failure) -> StoredDomain {
    let alerts = try indexer.alerts(
      of: path, file.domain, facts, isFinished: summary.withLock { $0 != nil })
    let published = try publish(facts, .build(upTo: sequence, alerts))
    indexer.letGo(file.domain)
    return published
  }

  /// Checks what was written and publishes it, with what else belongs to it.
  func publish(
    _ facts: DomainFacts, _ ending: EmbeddedIndexer.Ending
  ) throws(Failure) -> StoredDomain {
    guard let summary = summary.withLock({ $0 }) else {
      throw Failure(.generationUnfaithful, "the build was not finished")
    }
    let files = indexer.folder.files
    // The file is read back from the disk through a reader before it is published.
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
    try files.synchronize(path)
    try files.synchronizeFolder(indexer.folder.path)
    let size = try FileStatus.of(path)?.size ?? 0
    var stored = StoredDomain(
      name: file.domain, generation: file.generation, facts: facts, items: summary.items,
      terms: summary.terms, bytes: size)
    stored.identity = readBack.identity
    try indexer.upload(file)
    isProposed.store(true, ordering: .relaxed)
    return try indexer.publish(stored, ending)
  }

  /// Deletes what was written, unless the catalog was asked to name it.
  ///
  /// When a commit fails, only the next reader of the catalog can tell whether it happened. Then
  /// both generations stay, and the next indexer deletes the one that is not live.
  func abandon() {
    writer.abandon()
    guard !isProposed.load(ordering: .relaxed) else { return }
    EmbeddedBuild.clear(file, in: indexer.folder)
  }

  /// Deletes a generation that is not live, and what lies beside it.
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

/// One thread's share of a build.
final class EmbeddedBuildWorker: StoreBuildWorker {
  private let worker: SegmentWorker

  init(_ worker: SegmentWorker) {
    self.worker = worker
  }

  func beginBatch(_ ordinal: Int) {
    worker.beginBatch(ordinal)
  }

  func add(_ item: borrowing ItemBuffer) -> Diagnostic? {
    worker.add(item)
  }

  func addSkipped(_ digest: UInt64) {
    worker.addSkipped(digest)
  }

  func endBatch() throws(Failure) {
    try worker.endBatch()
  }
}
