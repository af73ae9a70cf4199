import DeclaredRecords
import FootlightPlatform
import SegmentFiles
import SegmentWriting

extension EmbeddedChange {
  /// The dictionary of what is hidden; nil when nothing is.
  ///
  /// - Parameter gone: what this change hides.
  func finishWords(
    _ known: State, _ gone: DocumentSets, _ hidden: HiddenItems
  ) throws(Failure) -> SegmentBytes? {
    guard hidden.count > 0 else {
      words.abandon()
      return nil
    }
    let (bytes, items) = try gatherWords(known, gone)
    var outcome: (bytes: SegmentBytes, items: Int)? = bytes.map { ($0, items) }
    if !dissolving.isEmpty {
      var dictionaries = open.deltas.filter { dissolving.contains($0.number) }.compactMap(\.words)
      if let bytes { dictionaries.append(try generation(of: bytes, isDictionary: true)) }
      outcome = try SegmentBytes.dictionary(sumOf: dictionaries, less: try coveredWords())
    }
    guard outcome?.items == hidden.count else {
      throw Failure(
        .generationUnfaithful,
        "\(hidden.count) items are hidden, and the words of \(outcome?.items ?? 0) were gathered",
        at: SourceLocation(file: indexer.folder.catalog))
    }
    return outcome?.bytes
  }

  /// The words of what this change hides of the segments that stay: those of replaced items are
  /// there already.
  private func gatherWords(
    _ known: State, _ gone: DocumentSets
  ) throws(Failure) -> (bytes: SegmentBytes?, items: Int) {
    let worker = words.worker()
    worker.beginBatch(known.batches)
    var reader = ItemReader()
    var item = ItemBuffer()
    for segment in open.segments where !dissolving.contains(segment.number) {
      for document in (gone.documents[segment.number] ?? []).sorted()
      where !known.replaced.contains(document, in: segment.number) {
        try reader.open(document, of: segment.generation)
        try reader.read(of: segment.generation, into: &item)
        _ = worker.add(item)
      }
    }
    try worker.endBatch()
    let (summary, _) = try words.finish(keeping: .keepLast)
    let bytes = words.takeBytes()
    return (summary.items > 0 ? bytes : nil, summary.items)
  }

  /// The words of what the deltas that are taken in hide of each other, which is gone now: by segment,
  /// since two of them may have held the same item one after the other.
  private func coveredWords() throws(Failure) -> [Segment] {
    var found: [Segment] = []
    for segment in open.segments where dissolving.contains(segment.number) {
      // A later delta hides these items, and that one is taken in as well.
      guard let hidden = segment.hidden, hidden.count > 0 else { continue }
      let items = segment.generation.summary.items
      var covered = segment
      covered.hidden = HiddenDocuments(
        (0..<UInt32(truncatingIfNeeded: items)).filter { !hidden.contains($0) }, of: items)
      found.append(try words(of: covered))
    }
    return found
  }

  /// The dictionary of what is not hidden in a segment.
  private func words(of segment: OpenDomain.LiveSegment) throws(Failure) -> Segment {
    let writer = try SegmentWriter(
      .dictionary, path: words.path + "-\(segment.number)", settings: words.settings,
      memory: max(1 << 20, memory / 4),
      scratchFolder: indexer.folder.path(of: file.with(suffix: GenerationFile.scratchSuffix)),
      files: indexer.folder.files)
    do throws(Failure) {
      try SegmentFeed([segment]).run { () throws(Failure) in
        EmbeddedBuildWorker(writer.worker())
      }
      let (summary, _) = try writer.finish(keeping: .keepLast)
      guard let bytes = writer.takeBytes(), summary.items > 0 else {
        throw Failure(.generationUnfaithful, "the words of hidden items were not gathered")
      }
      return try generation(of: bytes, isDictionary: true)
    } catch {
      writer.abandon()
      throw error
    }
  }
}
