package import FootlightPlatform
package import SearchEngine

/// A generation's file taken apart, so that a test can put other things together.
package struct TakenApart {
  /// All bytes.
  package var bytes: [UInt8]
  /// Those of the header.
  package let header: [UInt8]
  private let sizes: [Int]
  private let places: (starts: [Int], sums: Int)

  package init(_ path: String) throws(Failure) {
    let file = try File.readWhole(path)
    bytes = file.bytes(file.all)
    let container = SegmentContainer(file)
    let header = container.header()
    self.header = header.bytes(header.all)
    sizes = try SegmentHeader(header, path: path).sizes
    guard let places = container.places(of: sizes) else {
      throw Failure(.indexDamaged, "this is no generation")
    }
    self.places = places
  }

  /// How many chunks a stream has.
  package func chunks(of stream: SegmentStream) -> Int {
    SegmentFormat.chunks(of: sizes[stream.rawValue])
  }

  /// Where a chunk of a stream lies.
  package func chunk(_ number: Int, of stream: SegmentStream) -> Range<Int> {
    let start = places.starts[stream.rawValue]
    let end = start + sizes[stream.rawValue]
    let first = start + number * SegmentFormat.chunk
    return first..<min(first + SegmentFormat.chunk, end)
  }

  /// Where the checksum of a chunk lies.
  package func sum(_ number: Int, of stream: SegmentStream) -> Range<Int> {
    let before = sizes[..<stream.rawValue].reduce(0) { $0 + SegmentFormat.chunks(of: $1) }
    let start = places.sums + 4 * (before + number)
    return start..<start + 4
  }

  /// Writes another header.
  package mutating func setHeader(_ header: some Collection<UInt8>) {
    bytes.removeLast(4 + self.header.count)
    bytes += header
    for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: header.count >> shift)) }
  }

  /// Changes a bit in the first byte of all chunks of some streams, from one chunk on.
  package mutating func damage(
    _ streams: [SegmentStream] = SegmentStream.allCases, from first: Int = 0
  ) {
    for stream in streams {
      for number in first..<max(first, chunks(of: stream)) {
        bytes[chunk(number, of: stream).lowerBound] ^= 1
      }
    }
  }

  /// Writes bytes in the place of a file.
  package func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    var arena = ByteArena(capacity: bytes.count)
    arena.append(bytes)
    try FileOperations.system.replace(path, with: arena)
  }
}
