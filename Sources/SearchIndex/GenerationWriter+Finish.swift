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
    let sources = RunSources(seal())
    let assembly = try Assembly(sources: sources, rule: rule)
    let inversion = PostingInversion(
      sources: sources, merge: assembly.merge, vocabulary: assembly.vocabulary,
      dropped: assembly.dropped, passLimit: max(memory / 16, 1 << 20))
    let (forward, lists) =
      inversion.isSinglePass
      ? try finishAtOnce(assembly, inversion) : try finishByPasses(assembly, inversion)
    let summary = try close(assembly, forward, lists)
    for spill in state.withLock({ $0.spills }) { spill.remove() }
    return (summary, assembly.duplicates)
  }

  /// Gathers all postings while the documents are written; then frees the sources, and encodes
  /// while the names are sorted.
  private func finishAtOnce(_ assembly: Assembly, _ inversion: PostingInversion)
    throws(Failure) -> (ForwardOutcome, EncodedLists)
  {
    let forward = Outcome<ForwardOutcome>()
    let gathered = Outcome<GatheredPostings>()
    Workers.run(2) { number in
      if number == 0 {
        forward.run { () throws(Failure) in try self.writeForward(assembly, inversion.sources) }
      } else {
        gathered.run { () throws(Failure) in try inversion.gatherAll() }
      }
    }
    inversion.sources.drop()
    let written = try forward.get()
    let names = Outcome<[UInt32]>()
    let lists = Outcome<EncodedLists>()
    Workers.run(2) { number in
      if number == 0 {
        names.run { () throws(Failure) in try self.writeNames(written) }
      } else {
        lists.run { () throws(Failure) in
          try EncodedLists(assembly.vocabulary) { (emit) throws(Failure) in
            emit(try gathered.get())
          }
        }
      }
    }
    var complete = written
    complete.samples = try names.get()
    return (complete, try lists.get())
  }

  /// Encodes pass by pass while the documents are written, for what does not fit the memory.
  private func finishByPasses(_ assembly: Assembly, _ inversion: PostingInversion)
    throws(Failure) -> (ForwardOutcome, EncodedLists)
  {
    let forward = Outcome<ForwardOutcome>()
    let lists = Outcome<EncodedLists>()
    Workers.run(2) { number in
      if number == 0 {
        forward.run { () throws(Failure) in
          var written = try self.writeForward(assembly, inversion.sources)
          written.samples = try self.writeNames(written)
          return written
        }
      } else {
        lists.run { () throws(Failure) in
          try EncodedLists(assembly.vocabulary) { (emit) throws(Failure) in
            try inversion.run(emit)
          }
        }
      }
    }
    return (try forward.get(), try lists.get())
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

  private func writeNames(_ forward: ForwardOutcome) throws(Failure) -> [UInt32] {
    try state.withLock { (state) throws(Failure) in
      try state.file.map { (file) throws(Failure) in try forward.writeNames(file) } ?? []
    }
  }

  private func writeForward(_ assembly: Assembly, _ sources: RunSources) throws(Failure)
    -> ForwardOutcome
  {
    try state.withLock { (state) throws(Failure) in
      guard let file = state.file else {
        throw Failure(.indexCancelled, "the build was abandoned")
      }
      return try ForwardOutcome(assembly, sources, state.sink, file)
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
    header.nameSamples = forward.samples
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
