package import FootlightPlatform
import Synchronization
import TextAnalysis

extension SegmentWriter {
  /// Merges what the workers have gathered, writes it and closes the file.
  ///
  /// Everything is a merge of sorted streams: the terms of all runs get numbers; then the documents of all runs are
  /// written in their order, stretch by stretch; at last the postings, names and keys of all stretches are joined.
  /// The caller syncs the file.
  ///
  /// - Parameters:
  ///   - rule: which of two records with the same id stays.
  ///   - others: the numbers of records that go because another segment holds one with their id.
  /// - Returns: what the segment holds, and every pair of records with the same id.
  /// - Throws: `file.*`.
  package func finish(
    keeping rule: DuplicateRule, dropping others: Set<UInt32> = []
  ) throws(Failure) -> (summary: SegmentSummary, duplicates: [DuplicateIdentifier]) {
    let file = try openFile()
    let (plan, merged, written) = try mergeRuns(keeping: rule, dropping: others, file)
    // The runs are let go of by now: without their scratch there is more room on the disk for the lists.
    removeScratch(.runs)
    let summary = try writeLists(plan, merged, written, file)
    removeScratch(.lists)
    return (summary, merged.duplicates.pairs)
  }

  /// Takes all runs and writes their documents.
  private func mergeRuns(
    keeping rule: DuplicateRule, dropping others: Set<UInt32>, _ file: SegmentFile
  ) throws(Failure) -> (MergePlan, MergedRuns, WrittenDocuments) {
    let threads = max(1, state.withLock { $0.gathered.count })
    let runs = try takeRuns()
    let plan = MergePlan(runs, memory: memory, threads: threads)
    // Streams that are joined at the end lie in a file of their own, so that their pieces are read side by side.
    let listFile = plan.fitsMemory ? nil : try makeSpillFile(number: 2)
    state.withLock { $0.listFile = listFile }
    let merged = try MergedRuns(runs, plan, rule, into: listFile)
    let written = try writeDocuments(
      runs, plan, merged, dropping: others, into: listFile, file)
    return (plan, merged, written)
  }

  private func openFile() throws(Failure) -> SegmentFile {
    guard let file = state.withLock({ $0.file }) else {
      throw Failure(.indexCancelled, "the build was abandoned")
    }
    return file
  }

  /// All runs, sorted; the workers are let go of.
  ///
  /// Where some have been spilled, the last ones are, too: the memory is needed to merge them.
  private func takeRuns() throws(Failure) -> [SortedRun] {
    let gathered = state.withLock { state in
      let all = state.gathered
      state.gathered = []
      state.skipped = all.flatMap { $0.skipped }
      return all
    }
    let file = state.withLock { $0.runFile }
    let outcomes = gathered.map { _ in Outcome<SortedRun?>() }
    Workers.run(gathered.count) { index in
      outcomes[index].run { () throws(Failure) in
        let run = gathered[index].take()
        return run.documents.isEmpty ? nil : try SortedRun(run, into: file)
      }
    }
    for outcome in outcomes {
      guard let run = try outcome.take() else { continue }
      state.withLock { $0.runs.append(run) }
    }
    return state.withLock { state in
      let runs = state.runs
      state.runs = []
      return runs
    }
  }

  /// Writes what is kept document by document.
  private func writeDocuments(
    _ runs: [SortedRun], _ plan: MergePlan, _ merged: MergedRuns, dropping others: Set<UInt32>,
    into listFile: SpillFile?, _ file: SegmentFile
  ) throws(Failure) -> WrittenDocuments {
    let step = plan.step(of: runs.count)
    let (stored, skipped) = state.withLock { ($0.sink.places, $0.skipped) }
    let frequent = try FrequentTerms(merged.vocabulary, settings.analyzer)
    let pass = DocumentPass(
      try DocumentMerge(
        runs, dropping: merged.duplicates.dropped, others, step: step),
      try DocumentPlacer(
        runs, settings.attributes, stored, hasSkipped: !skipped.isEmpty, file,
        spilling: listFile, step: step),
      merged.vocabulary, frequent, into: listFile, stretchSize: plan.stretchSize)
    var common = ByteArena(capacity: 64 + frequent.terms.count * 4)
    FrequentCodes.write(frequent.sizes, frequent.terms, into: &common)
    try file.append(.common, common, common.all)
    try state.withLock { (state) throws(Failure) in try state.sink.finish(into: file) }
    try file.end(.stored)
    return try pass.run(threads: plan.threads, skipped: skipped)
  }

  /// Joins what was sorted by stretches, and closes the file.
  private func writeLists(
    _ plan: MergePlan, _ merged: MergedRuns, _ written: WrittenDocuments, _ file: SegmentFile
  ) throws(Failure) -> SegmentSummary {
    let stretches = written.stretches
    let step = plan.step(of: stretches.count * 2)
    let isDictionary = kind.isDictionary
    var header = SegmentHeader()
    header.items = written.documents
    header.terms = merged.vocabulary.count
    header.termBits = StretchEncoder.termBits(merged.vocabulary)
    header.ordinalBits = PackedRows.bits(below: stretches.map(\.mostNames).max() ?? 1)
    header.names = stretches.reduce(0) { $0 + $1.names }
    header.keys = stretches.reduce(0) { $0 + $1.keys }
    header.expiring = written.expiring
    header.columnDirectory = written.columnDirectory
    describe(&header)
    let (items, packed) = (header.items, header.nameRows)
    header.impacts = PrefixCode(
      counts: (0..<256).map { byte in stretches.reduce(0) { $0 &+ $1.impacts[byte] } })
    let listFile = state.withLock { $0.listFile }
    // One after the other: chunks lie in the file as they come, and equal items must give equal bytes.
    let sums = try ListsMerge(stretches, step: step)
      .write(
        merged.vocabulary, items: items, header.impacts, isDictionary: isDictionary,
        insides: settings.looksInside && !isDictionary
          ? InsidesWriter(listFile, step: step) : nil,
        families: isDictionary
          ? nil : FamiliesWriter(settings.analyzer, listFile, step: step), into: file)
    header.documents = sums.documents
    header.inNames = sums.inNames
    try KeysWriter(items: items).write(stretches, into: file, step: step)
    header.nameSamples = try NamesMerge(stretches, step: step).write(packed, into: file)
    let summary = SegmentSummary(
      items: header.items, terms: header.terms, expiring: header.expiring)
    try close(&header, file)
    return summary
  }

  /// Writes what the header says of the analysis.
  private func describe(_ header: inout SegmentHeader) {
    header.language = settings.analyzer.language.rawValue
    header.hasStems = settings.analyzer.stems
    header.stopWords = settings.analyzer.stopWords
    header.analyzerVersion = settings.analyzer.fingerprint
    header.attributes = settings.attributes
    header.weights = settings.weights
    header.looksInside = settings.looksInside
  }

  private func close(_ header: inout SegmentHeader, _ file: SegmentFile) throws(Failure) {
    var streams = SegmentStream.allCases
    if kind.isDictionary {
      streams = SegmentStream.ofDictionary
      header.reduceToDictionary()
    }
    for stream in streams { header.sizes[stream.rawValue] = file.offset(stream) }
    try file.endAll()
    header.identity = file.identity(of: streams)
    let bytes = try file.finish(header: header.write(), streams: streams)
    state.withLock { state in
      state.file = nil
      state.bytes = bytes
    }
  }
}
