package import FootlightPlatform
import SearchEngine
import Synchronization

/// A generation that is open, and which file it was read from.
package struct OpenGeneration: Sendable {
  /// The generation, with what searches leave for the next ones.
  let segment: SearchableSegment
  private let device: UInt64
  private let inode: UInt64

  init(generation: Segment, status: FileStatus) {
    segment = SearchableSegment(generation)
    device = status.device
    inode = status.inode
  }

  /// One that has no file.
  init(inMemory segment: SearchableSegment) {
    self.segment = segment
    device = 0
    inode = 0
  }

  /// The generation as stored.
  var generation: Segment { segment.stored }

  /// Whether the path still names this file; an inode is not given away while it is open.
  var isStillNamed: Bool {
    do throws(Failure) {
      guard let status = try FileStatus.of(generation.path) else { return false }
      return status.device == device && status.inode == inode
    } catch {
      return false
    }
  }
}

/// Opens files of generations, several at a time when there are many: each costs a few reads.
func openGenerations(
  _ parts: [(domain: String, part: StoredShard)], in folder: IndexFolder
) -> [Result<OpenGeneration, Failure>] {
  @Sendable func open(_ index: Int) -> Result<OpenGeneration, Failure> {
    openGeneration(parts[index].part, of: parts[index].domain, in: folder)
  }
  guard parts.count > 3 else { return parts.indices.map(open) }
  let results = Mutex([Result<OpenGeneration, Failure>?](repeating: nil, count: parts.count))
  let next = Atomic<Int>(0)
  Workers.run(min(parts.count, max(2, Workers.processors))) { _ in
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < parts.count else { return }
      let result = open(index)
      results.withLock { $0[index] = result }
    }
  }
  return results.withLock { results in
    results.map { $0 ?? .failure(Failure(.generationMissing, "the index was not opened")) }
  }
}

/// Opens one file of a generation.
package func openGeneration(
  _ part: StoredShard, of domain: String, in folder: IndexFolder
) -> Result<OpenGeneration, Failure> {
  let path = folder.path(of: GenerationFile(domain: domain, generation: part.generation))
  do throws(Failure) {
    guard let status = try FileStatus.of(path) else {
      throw Failure(
        .generationMissing, "the stored index is gone", at: SourceLocation(file: path),
        remedy: "run `footlight sync`")
    }
    guard status.size == part.bytes else {
      throw Failure(
        .indexDamaged, "the stored index has \(status.size) bytes instead of \(part.bytes)",
        at: SourceLocation(file: path), remedy: "run `footlight sync`")
    }
    // Looked at before it is opened: should another file take its place in between, the next
    // snapshot sees that it is another one.
    let segment = try Segment(path: path)
    guard segment.identity == part.identity, segment.writtenName == Path.name(of: path) else {
      throw Failure(
        .indexDamaged, "another index lies in the place of the stored one",
        at: SourceLocation(file: path), remedy: "run `footlight sync`")
    }
    return .success(OpenGeneration(generation: segment, status: status))
  } catch {
    guard error.concerns([.fileMissing]) else { return .failure(error) }
    return .failure(
      Failure(.generationMissing, "the stored index is gone", at: SourceLocation(file: path)))
  }
}
