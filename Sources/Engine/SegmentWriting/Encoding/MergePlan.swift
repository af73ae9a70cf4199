import FootlightPlatform

/// How the memory is divided while the runs of a build are merged.
struct MergePlan: Sendable {
  let threads: Int
  /// How many bytes of records a thread takes at a time.
  ///
  /// Until these have been sorted they take up to eight times as much. Gathered items take 5/16 of the memory of a
  /// build at most; now it is all there, but for the numbers of the terms and for buffers.
  let stretchSize: Int
  /// Whether what is merged has room in memory, so that no scratch file is needed.
  let fitsMemory: Bool
  let memory: Int

  init(_ runs: [SortedRun], memory: Int, threads: Int) {
    self.memory = memory
    let size = runs.reduce(0) { $0 + $1.documents.size }
    // A thread takes longer to begin than to sort a few items.
    self.threads = size < 1 << 18 ? 1 : threads
    fitsMemory = size <= memory
    let numbers = runs.reduce(0) { $0 + $1.termCount } * MemoryLayout<UInt32>.size
    stretchSize = min(
      max((memory * 5 / 2 - numbers) / (8 * self.threads), 1 << 18),
      size / self.threads + 1, 1 << 28)
  }

  /// How many bytes a reader takes at a time where there are so many.
  func step(of readers: Int) -> Int {
    min(max(memory / 4 / max(1, readers), 1 << 13), 1 << 18)
  }
}

/// The facts about all runs before documents are written: the numbers of the terms, and which documents are dropped.
struct MergedRuns: Sendable {
  let vocabulary: Vocabulary
  let duplicates: Duplicates

  init(
    _ runs: [SortedRun], _ plan: MergePlan, _ rule: DuplicateRule, into file: SpillFile?
  ) throws(Failure) {
    let terms = Outcome<Vocabulary>()
    let found = Outcome<Duplicates>()
    let step = plan.step(of: runs.count * 2)
    Workers.run(min(2, plan.threads)) { number in
      if number == 0 {
        terms.run { () throws(Failure) in try Vocabulary(runs, into: file, step: step) }
      }
      if number == 1 || plan.threads == 1 {
        found.run { () throws(Failure) in
          try Duplicates(runs, rule, memory: plan.memory / 4, step: step)
        }
      }
    }
    vocabulary = try terms.take()
    duplicates = try found.take()
  }
}
