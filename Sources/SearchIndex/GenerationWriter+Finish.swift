public import FootlightDiagnostics
import FootlightPlatform
import Synchronization
import TextAnalysis

extension GenerationWriter {
  /// Orders and inverts what the workers have gathered, writes it and closes the file.
  ///
  /// Two threads: one inverts and encodes, the other writes what is kept document by document.
  /// The caller syncs the file.
  ///
  /// - Parameter rule: which of two records with the same id stays.
  /// - Returns: what the generation holds, and every pair of records with the same id.
  /// - Throws: `sqlite.*`, `file.*`.
  public func finish(keeping rule: DuplicateRule) throws(Failure)
    -> (summary: GenerationSummary, duplicates: [DuplicateIdentifier])
  {
    let assembly = try Assembly(sources: seal(), rule: rule)
    let passLimit = max(memory / 20, 1 << 20)
    let lists = Outcome<EncodedLists>()
    let forward = Outcome<ForwardOutcome>()
    Workers.run(2) { number in
      if number == 0 {
        forward.run { () throws(Failure) in try self.writeForward(assembly) }
      } else {
        lists.run { () throws(Failure) in try EncodedLists(assembly, passLimit: passLimit) }
      }
    }
    let written = try forward.get()
    let encoded = try lists.get()
    let summary = try close(assembly, written, encoded)
    for spill in state.withLock({ $0.spills }) { spill.remove() }
    return (summary, assembly.duplicates)
  }

  /// All items, sealed: what is in memory, and what was spilled.
  private func seal() -> [RunSource] {
    let workers = state.withLock { $0.workers }
    let parts = Mutex<[SealedPart?]>([SealedPart?](repeating: nil, count: workers.count))
    Workers.run(workers.count) { index in
      let part = workers[index].take()
      parts.withLock { $0[index] = part }
    }
    let sealed = parts.withLock { $0.compactMap { $0 } }
    let spills = state.withLock { $0.spills }
    return spills.map(RunSource.spilled) + sealed.map(RunSource.memory)
  }

  private func writeForward(_ assembly: Assembly) throws(Failure) -> ForwardOutcome {
    try state.withLock { (state) throws(Failure) in
      guard let file = state.file else {
        throw Failure(.indexCancelled, "the build was abandoned")
      }
      return try ForwardOutcome(assembly, state.sink, file)
    }
  }

  private func close(
    _ assembly: Assembly, _ forward: ForwardOutcome, _ lists: EncodedLists
  ) throws(Failure) -> GenerationSummary {
    var header = GenerationHeader()
    header.items = assembly.items
    header.terms = assembly.vocabulary.count
    header.width = forward.width
    header.names = forward.names
    header.keys = forward.keys
    header.expiring = forward.expiring
    header.documents = lists.documents
    header.inNames = lists.inNames
    header.language = settings.analyzer.language.rawValue
    header.stopWords = settings.analyzer.stopWords
    header.analyzerVersion = settings.analyzer.fingerprint
    header.attributes = settings.attributes
    let items = header.items
    let terms = header.terms
    let expiring = header.expiring
    try state.withLock { (state) throws(Failure) in
      guard let file = state.file else { return }
      try file.append(.post, lists.postings, lists.postings.all)
      try file.append(.term, lists.terms, lists.terms.all)
      try file.append(.tidx, lists.index, lists.index.all)
      for stream in SegmentStream.allCases { header.sizes[stream.rawValue] = file.offset(stream) }
      try file.finish(header: header.write())
      state.file = nil
    }
    return GenerationSummary(items: items, terms: terms, bytes: 0, expiring: expiring)
  }
}
