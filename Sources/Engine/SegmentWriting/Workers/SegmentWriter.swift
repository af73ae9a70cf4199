package import FootlightPlatform
import Synchronization

/// The kinds of segments.
package enum SegmentKind: Sendable {
  /// A generation file.
  case generation
  /// A delta: in memory up to so many bytes, beyond them a file too.
  case delta(limit: Int)
  /// The dictionary of a delta, which tells how many items hold each word, and nothing else.
  case dictionary

  /// Whether it is a dictionary.
  var isDictionary: Bool {
    if case .dictionary = self { true } else { false }
  }

  /// How many bytes are kept in memory.
  var limit: Int {
    switch self {
    case .generation: 0
    case .delta(let limit): max(1, limit)
    case .dictionary: .max
    }
  }
}

/// Writes one segment: workers add items, `finish` orders and inverts them.
///
/// Workers gather items in runs in memory; when its share of the memory is used up a worker spills its run, sorted, to a
/// scratch file (single-pass in-memory indexing, ``Run``). The outcome depends on the items alone, not on who
/// added what.
package final class SegmentWriter: Sendable {
  /// The settings that decide the bytes of the index.
  package let settings: IndexSettings
  /// Where it is written: the file of a generation, or of a delta that is too large for memory.
  package let path: String
  let scratchFolder: String?
  let files: FileOperations
  /// How many bytes the items in memory may occupy, over all workers.
  let memory: Int
  /// The kind of segment that is written.
  let kind: SegmentKind
  let state: Mutex<State>

  /// The scratch files of a build.
  enum Scratch { case runs, lists }

  struct State: ~Copyable {
    /// Nil once the build was finished or abandoned.
    var file: SegmentFile?
    var bytes: SegmentBytes?
    var sink = StoredSink()
    /// The items of each worker.
    var gathered: [GatheredItems] = []
    /// The digests of the records that were skipped, once all runs are taken.
    var skipped: [UInt64] = []
    /// The runs that were sorted already, and the scratch file in which they lie.
    var runs: [SortedRun] = []
    var runFile: SpillFile?
    /// The scratch file of what is joined after the documents.
    var listFile: SpillFile?
  }

  /// Creates the file, if there is one from the beginning.
  ///
  /// - Parameters:
  ///   - kind: what is written.
  ///   - path: where a file is written; nothing may be there.
  ///   - settings: analysis, weights, attributes.
  ///   - memory: how many bytes the items in memory may occupy before they are spilled.
  ///   - scratchFolder: where spilled items lie meanwhile, in files named after that one; nil where none
  ///     are spilled, and more than the memory holds is refused.
  ///   - files: what scratch files are written with.
  /// - Throws: what the file system says (`file.*`).
  package init(
    _ kind: SegmentKind = .generation, path: String, settings: IndexSettings, memory: Int,
    scratchFolder: String?,
    files: FileOperations = .system
  ) throws(Failure) {
    self.kind = kind
    self.path = path
    self.settings = settings
    // Places within a run are 32-bit numbers: none may come near 4 GiB.
    self.memory = min(max(memory, 1 << 20), 2 << 30)
    self.scratchFolder = scratchFolder
    self.files = files
    let file = try SegmentFile(
      path: path, files: files, scratchFolder: scratchFolder, keepingUpTo: kind.limit)
    state = Mutex(State(file: file))
  }

  /// A worker for one thread.
  package func worker() -> SegmentWorker {
    state.withLock { state in
      let gathered = GatheredItems()
      state.gathered.append(gathered)
      return SegmentWorker(writer: self, gathered)
    }
  }

  /// How many bytes one worker's items may occupy.
  var share: Int { state.withLock { memory / max(1, $0.gathered.count) } }

  /// How stored text is written, once that is known.
  var storedCoding: StoredCoding { state.withLock { $0.sink.coding } }

  /// Takes the stored text of a batch.
  func put(_ ordinal: Int, _ batch: PendingBatch) throws(Failure) {
    var failure: Failure?
    state.withLock { state in
      guard let file = state.file else { return }
      do throws(Failure) {
        try state.sink.put(ordinal, batch, into: file)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// Sorts a run and spills it.
  func spill(_ run: consuming Run) throws(Failure) {
    let file = try state.withLock { (state) throws(Failure) in
      if let file = state.runFile { return file }
      let file = try makeSpillFile(number: 1)
      state.runFile = file
      return file
    }
    let sorted = try SortedRun(run, into: file)
    state.withLock { $0.runs.append(sorted) }
  }

  /// Makes a scratch file.
  func makeSpillFile(number: Int) throws(Failure) -> SpillFile {
    try SpillFile(number: number, of: path, in: scratchFolder, files)
  }

  /// The finished segment, if it was kept in memory; it is here no longer afterwards.
  package func takeBytes() -> SegmentBytes? {
    state.withLock { state in
      let bytes = state.bytes
      state.bytes = nil
      return bytes
    }
  }

  /// Removes scratch files and lets go of the file, which the caller removes.
  package func abandon() {
    let gathered = state.withLock { state in
      let gathered = state.gathered
      state.gathered = []
      state.runs = []
      state.file = nil
      return gathered
    }
    for share in gathered { share.drop() }
    removeScratch(.runs)
    removeScratch(.lists)
  }

  /// Removes a scratch file, if there is one.
  func removeScratch(_ scratch: Scratch) {
    let file = state.withLock { state in
      switch scratch {
      case .runs: state.runFile.take()
      case .lists: state.listFile.take()
      }
    }
    file?.remove()
  }
}
