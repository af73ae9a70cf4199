package import SegmentFiles
package import FootlightDiagnostics
import FootlightPlatform
import Synchronization
import TextAnalysis

extension SegmentWriter {
  /// Orders and inverts what the workers have gathered, writes it and closes the file.
  ///
  /// Two threads: one inverts and encodes, the other writes what is kept document by document.
  /// The caller syncs the file.
  ///
  /// - Parameter rule: which of two records with the same id stays.
  /// - Returns: what the segment holds, and every pair of records with the same id.
  /// - Throws: `sqlite.*`, `file.*`.
  package func finish(keeping rule: DuplicateRule) throws(Failure)
    -> (summary: SegmentSummary, duplicates: [DuplicateIdentifier])
  {
    let sources = RunSources(takeRuns())
    let assembly = try Assembly(sources: sources, rule: rule)
    let inversion = PostingInversion(
      sources: sources, assembly: assembly, passLimit: min(max(memory / 8, 1 << 20), 1 << 28))
    let (forward, first) = try writeDocuments(inversion)
    if inversion.isSinglePass {
      sources.drop()
      assembly.drop()
    }
    let summary = try writeLists(inversion, forward, first)
    for spill in state.withLock({ $0.spills }) { spill.remove() }
    return (summary, assembly.duplicates)
  }

  /// Writes what is kept document by document, and gathers the postings of the first pass meanwhile.
  private func writeDocuments(_ inversion: PostingInversion) throws(Failure)
    -> (ForwardOutcome, Outcome<GatheredPostings>)
  {
    let skipped = state.withLock { $0.skipped }
    let forward = Outcome<ForwardOutcome>()
    let first = Outcome<GatheredPostings>()
    Workers.run(2) { number in
      if number == 0 {
        forward.run { () throws(Failure) in
          try self.withFile { (file, sink) throws(Failure) in
            try ForwardOutcome(
              inversion.assembly, inversion.sources, self.settings, sink, skipped: skipped, file)
          }
        }
      } else {
        first.run { () throws(Failure) in try inversion.gatherFirst() }
      }
    }
    return (try forward.take(), first)
  }

  /// Encodes the lists and writes them, and sorts the names meanwhile and afterwards; then writes names and header.
  private func writeLists(
    _ inversion: PostingInversion, _ forward: ForwardOutcome, _ first: Outcome<GatheredPostings>
  ) throws(Failure) -> SegmentSummary {
    let written = try withFile { (file, _) throws(Failure) in try ForwardStream(file) }
    let names = NamesWriter(forward, forward: written.take())
    let sums = Outcome<[UInt64]>()
    Workers.run(2) { number in
      if number == 0 {
        names.distribute()
      } else {
        sums.run { () throws(Failure) in
          try self.withFile { (file, _) throws(Failure) in
            let assembly = inversion.assembly
            var lists = EncodedLists(
              assembly.vocabulary, items: assembly.items, isDictionary: self.kind.isDictionary)
            var gathered: GatheredPostings? = try first.take()
            while let pass = gathered {
              while !lists.append(pass, assembly.vocabulary) { try lists.flush(into: file) }
              gathered = try inversion.gather(after: pass.terms)
            }
            let sums = try lists.finish(into: file)
            return [sums.documents, sums.inNames]
          }
        }
      }
      names.sort()
    }
    return try close(inversion.assembly, forward, names, try sums.take())
  }

  /// Lends the file and the sink of stored text.
  private func withFile<Value: Sendable>(
    _ body: (SegmentFile, borrowing StoredSink) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try state.withLock { (state) throws(Failure) in
      guard let file = state.file else {
        throw Failure(.indexCancelled, "the build was abandoned")
      }
      return try body(file, state.sink)
    }
  }

  /// All runs, sorted: those in memory and those that were spilled; the workers are let go of.
  private func takeRuns() -> [RunSource] {
    let gathered = state.withLock { state in
      let all = state.gathered
      state.gathered = []
      state.skipped = all.flatMap { $0.skipped }
      return all
    }
    let runs = Mutex<[SortedRun?]>([SortedRun?](repeating: nil, count: gathered.count))
    Workers.run(gathered.count) { index in
      let run = gathered[index].take()
      runs.withLock { $0[index] = run }
    }
    let sorted = runs.withLock { $0.compactMap { $0 } }
    let spills = state.withLock { $0.spills }
    return spills.map(RunSource.spilled) + sorted.map(RunSource.memory)
  }

  private func close(
    _ assembly: Assembly, _ forward: ForwardOutcome, _ names: NamesWriter, _ sums: [UInt64]
  ) throws(Failure) -> SegmentSummary {
    var header = SegmentHeader()
    header.items = assembly.items
    header.terms = assembly.vocabulary.count
    header.termBits = forward.termBits
    header.ordinalBits = forward.ordinalBits
    header.names = forward.names
    header.keys = forward.keys
    header.expiring = forward.expiring
    header.columnDirectory = forward.columnDirectory
    header.documents = sums[0]
    header.inNames = sums[1]
    header.language = settings.analyzer.language.rawValue
    header.hasStems = settings.analyzer.stems
    header.stopWords = settings.analyzer.stopWords
    header.analyzerVersion = settings.analyzer.fingerprint
    header.attributes = settings.attributes
    header.weights = settings.weights
    let known = header
    let kind = kind
    let bytes = try withFile { (file, _) throws(Failure) in
      var header = known
      header.nameSamples = try names.write(into: file)
      var streams = SegmentStream.allCases
      if kind.isDictionary {
        streams = SegmentStream.ofDictionary
        header.reduceToDictionary()
      }
      for stream in streams { header.sizes[stream.rawValue] = file.offset(stream) }
      try file.flushAll()
      header.identity = file.identity(of: streams)
      return try file.finish(header: header.write(), streams: streams)
    }
    state.withLock { state in
      state.file = nil
      state.bytes = bytes
    }
    return SegmentSummary(
      items: known.items, terms: known.terms, expiring: known.expiring)
  }
}
