import FootlightPlatform
import SegmentFiles

/// The shards of a published domain that go on in a build of it, since they hold the same items: nobody has to fetch
/// them again.
struct UnchangedShards {
  let indexer: EmbeddedIndexer
  /// The domain as it is published; nil where none of its files can go on.
  let present: StoredDomain?
  /// How many shards the build has.
  let count: Int
  /// Whether the shared store has left a question without an answer: it is asked no more then, or each shard would wait
  /// as long.
  var isStoreSilent = false

  /// The published shard that takes the place of one that was built now; nil where that one is needed.
  mutating func shard(_ number: Int, insteadOf part: StoredPart) throws(Failure) -> StoredPart? {
    guard count > 1, let present, present.shards.count == count else { return nil }
    let known = present.shards[number]
    let folder = indexer.folder
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
    return try isShared(known, of: present) ? known : nil
  }

  /// Whether the shared store, where there is one, can give the file to others.
  ///
  /// What it has lost, or its disk has changed, and what lies on a worker that is away, is sent anew. Silence alone shows
  /// that a disk is slow, not that something is lost.
  private mutating func isShared(
    _ part: StoredPart, of domain: StoredDomain
  ) throws(Failure) -> Bool {
    guard let shared = indexer.store.replica?.shared, !isStoreSilent else { return true }
    switch try shared.presence(ofPublished: part.generation, of: domain.name) {
    case .whole: return true
    case .lost, .away: return false
    case .unknown:
      isStoreSilent = true
      return true
    }
  }
}
