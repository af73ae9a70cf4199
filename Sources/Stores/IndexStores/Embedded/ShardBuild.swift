import DeclaredRecords
package import FootlightPlatform
package import SearchEngine

/// The writing of one file of a build.
package struct ShardBuild: Sendable {
  package let file: GenerationFile
  let writer: SegmentWriter
  let digests = ShardDigests()
  private let folder: IndexFolder
  private let scratch: String

  package init(
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
  package var path: String { folder.path(of: file) }

  /// Ends the writing.
  ///
  /// - Parameter repeated: its records whose ids other shards have as well.
  package func finish(
    keeping rule: DuplicateRule, _ repeated: RepeatedIdentifiers.Share?
  ) throws(Failure) -> (summary: SegmentSummary, duplicates: [DuplicateIdentifier]) {
    let finished = try writer.finish(keeping: rule, repeated)
    try ScratchFolder(path: scratch, files: folder.files).remove()
    if repeated?.members.isEmpty == false { digests.noteDuplicates() }
    return finished
  }

  /// Writes what some segments hold that nothing hides, all of one shard.
  func merge(
    _ segments: [OpenDomain.LiveSegment], shard: Int, of count: Int, _ cancellation: Cancellation
  ) throws(Failure) -> (file: StoredShard, terms: Int) {
    var shards = [ShardBuild?](repeating: nil, count: count)
    shards[shard] = self
    let feed = try SegmentFeed(segments)
    try feed.run(cancellation) { [shards] () throws(Failure) in
      EmbeddedBuildWorker(shards, writer.settings)
    }
    let finished = try finish(keeping: .keepLast, nil)
    guard finished.summary.items == feed.count else {
      throw Failure(
        .generationUnfaithful,
        "of \(feed.count) items \(finished.summary.items) belong to shard \(shard)",
        at: SourceLocation(file: path), remedy: "run `footlight sync --rebuild`")
    }
    return (try check(finished), finished.summary.terms)
  }

  /// Reads the file back from the disk through a reader, and forces it there.
  package func check(
    _ finished: (summary: SegmentSummary, duplicates: [DuplicateIdentifier])
  ) throws(Failure) -> StoredShard {
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
    return StoredShard(
      generation: file.generation, identity: readBack.identity,
      bytes: try FileStatus.of(path)?.size ?? 0,
      items: digests.finish(hasDuplicates: !finished.duplicates.isEmpty))
  }

  /// Stops the writing, and deletes what was written.
  package func abandon() {
    writer.abandon()
    clear()
  }

  /// Deletes what was written.
  package func clear() { ShardBuild.clear(file, in: folder) }

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

extension SegmentWriter {
  /// Ends the writing of a shard.
  ///
  /// - Parameter repeated: its records whose ids other shards have as well.
  func finish(
    keeping rule: DuplicateRule, _ repeated: RepeatedIdentifiers.Share?
  ) throws(Failure) -> (summary: SegmentSummary, duplicates: [DuplicateIdentifier]) {
    let finished = try finish(keeping: rule, dropping: repeated?.dropped ?? [])
    guard let repeated, !repeated.members.isEmpty else { return finished }
    let own = finished.duplicates.filter { !repeated.members.contains($0.second) }
    return (finished.summary, own + repeated.pairs)
  }
}

extension EmbeddedIndexer {
  /// The published shard that takes the place of one that was built now, since it holds the same items: nobody has to
  /// fetch it again; nil where the one that was built is needed.
  ///
  /// - Parameters:
  ///   - count: how many shards the build has.
  ///   - present: the domain as it is published; nil where none of its files can go on.
  package func unchangedShard(
    _ number: Int, of count: Int, in present: StoredDomain?, insteadOf part: StoredShard
  ) throws(Failure) -> StoredShard? {
    guard count > 1, let present, present.shards.count == count else { return nil }
    let known = present.shards[number]
    guard known.items == part.items, known.items != 0, known.isHere,
      case .success(let open) = openGeneration(known, of: present.name, in: folder)
    else { return nil }
    do throws(Failure) {
      // Of the same items a program without stems makes fewer terms.
      let path = folder.path(of: GenerationFile(domain: present.name, generation: part.generation))
      guard try Segment(path: path).hasStems == open.generation.hasStems else { return nil }
      try open.generation.verify(quick: false)
    } catch {
      guard error.concerns(EmbeddedSnapshot.damageCodes) else { throw error }
      return nil
    }
    // Last, since it costs most: the server reads the whole file.
    let isGiven = try store.origin?.canGive(known.generation, of: present.name) ?? true
    return isGiven ? known : nil
  }
}
