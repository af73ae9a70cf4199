package import FootlightPlatform

extension SegmentBytes {
  /// A segment with other bytes and right checksums: what somebody would forge.
  ///
  /// A fuzzer needs it to come behind the checksums. Bytes whose header makes no sense stay as they are.
  package static func sealed(_ bytes: [UInt8]) -> ByteArena {
    var sealed = ByteArena(capacity: bytes.count)
    sealed.append(bytes)
    var copy = ByteArena(capacity: bytes.count)
    copy.append(bytes)
    let container = SegmentContainer(copy)
    var header = container.header()
    let end = header.count - 8
    guard end > 0 else { return sealed }
    header.store(header.hash(ByteRange(start: 0, count: end)), at: end)
    sealed.truncate(to: sealed.count - 4 - header.count)
    sealed.append(header, header.all)
    sealed.append(littleEndian: UInt32(header.count))
    if let header = try? SegmentHeader(header, path: ""),
      let places = container.places(of: header.sizes)
    {
      var at = places.sums
      for (stream, start) in zip(SegmentStream.allCases, places.starts) {
        let size = header.sizes[stream.rawValue]
        for number in 0..<SegmentFormat.chunks(of: size) {
          let offset = start + number * SegmentFormat.chunk
          let count = min(SegmentFormat.chunk, size - number * SegmentFormat.chunk)
          sealed.store(container.checksum(offset, count, stream, number: number), at: at)
          at += 4
        }
      }
    }
    return sealed
  }
}
