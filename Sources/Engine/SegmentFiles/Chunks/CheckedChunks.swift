import CInstructions
package import FootlightPlatform
import Synchronization

/// The streams of a segment, read in place; each chunk is compared with its checksum when it is
/// first asked for.
///
/// A stream is one piece of memory, so that a record that runs over the ends of chunks is read where it lies as well.
/// Shared by threads without locks: that a chunk was checked is one atomic load. Copying chunks out
/// of the file took half of a query that came to them first (decision 10).
/// Hot: every look at a list, a name or a document begins here (`Benchmarks query`).
@safe
package final class CheckedChunks: Sendable {
  /// Where a stream lies in the container, and the number of its first chunk among those of all streams.
  struct Stream: Sendable {
    var start: Int
    var size: Int
    var firstChunk: Int

    var chunks: Int { SegmentFormat.chunks(of: size) }
  }

  /// The first byte of the container; the container never changes, and is there as long as this object lives.
  nonisolated(unsafe) let base: UnsafePointer<UInt8>
  /// Which chunks were checked: 1 for those that were, 0 for those that nobody asked for yet.
  nonisolated(unsafe) let checked: UnsafeMutablePointer<Atomic<UInt8>>
  let streams: [Stream]
  private let checkedMemory: ZeroedMemory
  private let container: SegmentContainer
  /// Where the checksums lie in the container.
  private let sums: Int
  private let path: String

  /// - Returns: nil when streams of these sizes are not what the container holds.
  init?(_ container: SegmentContainer, sizes: [Int], path: String) {
    guard let places = container.places(of: sizes) else { return nil }
    self.container = container
    self.path = path
    unsafe base = container.bytes.pointer(0, size: container.count)
    var chunks = 0
    var streams: [Stream] = []
    for (start, size) in zip(places.starts, sizes) {
      streams.append(Stream(start: start, size: size, firstChunk: chunks))
      chunks += SegmentFormat.chunks(of: size)
    }
    self.streams = streams
    sums = places.sums
    checkedMemory = ZeroedMemory(count: chunks)
    unsafe checked = checkedMemory.start.bindMemory(to: Atomic<UInt8>.self, capacity: chunks)
  }

  /// The size of a stream in bytes.
  package func size(_ stream: SegmentStream) -> Int { streams[stream.rawValue].size }

  /// The bytes from an offset to the end of its chunk.
  ///
  /// - Throws: `index.damaged` when the chunk does not match its checksum, or when the offset lies
  ///   outside the stream.
  @inline(__always)
  package func view(_ stream: SegmentStream, _ offset: Int) throws(Failure) -> ChunkView {
    let place = streams[stream.rawValue]
    guard offset >= 0, offset < place.size else { throw damaged(stream) }
    let chunk = offset / SegmentFormat.chunk
    if unsafe checked[place.firstChunk &+ chunk].load(ordering: .relaxed) == 0 {
      try check(stream, chunk)
    }
    let end = min((chunk &+ 1) &* SegmentFormat.chunk, place.size)
    return unsafe ChunkView(base + (place.start &+ offset), count: end &- offset)
  }

  /// `count` bytes from an offset on, over the ends of chunks.
  ///
  /// - Throws: `index.damaged` when one of the chunks does not match its checksum, or when the bytes
  ///   do not all lie in the stream.
  package func view(
    _ stream: SegmentStream, _ offset: Int, count: Int
  ) throws(Failure) -> ChunkView {
    let place = streams[stream.rawValue]
    guard offset >= 0, count >= 0, offset <= place.size, count <= place.size &- offset else {
      throw damaged(stream)
    }
    let start = unsafe base + (place.start &+ offset)
    guard count > 0 else { return unsafe ChunkView(start, count: 0) }
    for chunk in offset / SegmentFormat.chunk...(offset &+ count &- 1) / SegmentFormat.chunk
    where unsafe checked[place.firstChunk &+ chunk].load(ordering: .relaxed) == 0 {
      try check(stream, chunk)
    }
    return unsafe ChunkView(start, count: count)
  }

  /// Appends `count` bytes from an offset on, over the ends of chunks.
  func copy(_ stream: SegmentStream, _ offset: Int, count: Int, into target: inout ByteArena)
    throws(Failure)
  {
    try view(stream, offset, count: count).withSpan(0..<count) { target.append($0) }
  }

  /// Fetches lines of 64 bytes from an offset on, to the end of the stream at most; nothing where nobody
  /// has asked for the chunk yet.
  func prefetch(_ stream: SegmentStream, _ offset: Int, lines: Int) {
    let place = streams[stream.rawValue]
    guard offset >= 0, offset < place.size,
      unsafe checked[place.firstChunk &+ offset / SegmentFormat.chunk].load(ordering: .relaxed) != 0
    else { return }
    for line in 0..<min(lines, (place.size &- offset &+ 63) / 64) {
      unsafe footlight_prefetch(base + (place.start &+ offset &+ line &* 64))
    }
  }

  /// Compares chunks with their checksums.
  ///
  /// - Parameter sample: how many chunks to check, chosen at random; nil for all.
  func check(_ stream: SegmentStream, sample: Int?) throws(Failure) {
    let chunks = streams[stream.rawValue].chunks
    if let sample, sample < chunks {
      for _ in 0..<sample { try check(stream, Int.random(in: 0..<chunks)) }
    } else {
      for chunk in 0..<chunks { try check(stream, chunk) }
    }
  }

  /// Readies the segment for many searches, if it is not very large: its pages and its chunks, of which a
  /// search meets up to twenty for the first time, each as dear as reading a hit.
  ///
  /// Damage is left to the searches that need the chunk.
  func populate() {
    guard container.count <= CheckedChunks.mostPopulated else { return }
    container.populate()
    for stream in SegmentStream.allCases {
      for chunk in 0..<streams[stream.rawValue].chunks { _ = try? check(stream, chunk) }
    }
  }

  /// A quarter of a gigabyte takes some twenty milliseconds where the system has it in its cache.
  private static let mostPopulated = 1 << 28

  /// Compares a chunk with its checksum, and notes that it was right.
  func check(_ stream: SegmentStream, _ chunk: Int) throws(Failure) {
    let place = streams[stream.rawValue]
    let offset = chunk * SegmentFormat.chunk
    let number = place.firstChunk + chunk
    guard
      container.checksum(
        place.start + offset, min(SegmentFormat.chunk, place.size - offset), stream, number: chunk)
        == container.bytes.load(sums + 4 * number)
    else { throw damaged(stream) }
    unsafe checked[number].store(1, ordering: .relaxed)
  }

  package func damaged(_ stream: SegmentStream) -> Failure {
    Failure(
      .indexDamaged, "the index is damaged (\(stream))", at: SourceLocation(file: path),
      remedy: "run 'footlight sync' to build it again")
  }
}
