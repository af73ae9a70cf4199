package import FootlightPlatform

extension Segment {
  /// The facts kept of a wide range of terms; nil when it is not one.
  package func wideRange(_ range: TermRange, inNames: Bool) throws(Failure) -> WideRange? {
    guard range.count > 1 else { return nil }
    let key = WideRange.key(range.low.number, range.high.number, inNames: inNames)
    let ranges = 0..<chunks.size(.ranges) / WideRange.entrySize
    let place = try ranges.partitionPoint { place throws(Failure) in
      try chunks.view(.ranges, place * WideRange.entrySize).load(0, as: UInt64.self) < key
    }
    guard place < ranges.upperBound else { return nil }
    let view = try chunks.view(.ranges, place * WideRange.entrySize)
    return view.load(0, as: UInt64.self) == key ? try wideRange(view, inNames: inNames) : nil
  }

  /// The numbers of documents of all wide ranges, by their keys.
  package func wideCounts() throws(Failure) -> [UInt64: Int] {
    let size = chunks.size(.ranges)
    var bytes = ByteArena(capacity: size + 8)
    try chunks.copy(.ranges, 0, count: size, into: &bytes)
    var counts: [UInt64: Int] = [:]
    counts.reserveCapacity(size / WideRange.entrySize)
    for at in stride(from: 0, to: size, by: WideRange.entrySize) {
      counts[bytes.load(at)] = Int(bytes.load(at + 8, as: UInt32.self))
    }
    return counts
  }

  private func wideRange(_ entry: ChunkView, inNames: Bool) throws(Failure) -> WideRange {
    let count = Int(entry.load(8, as: UInt32.self))
    guard count <= header.items else { throw chunks.damaged(.ranges) }
    var first: [UInt32] = []
    if inNames, !header.isDictionary {
      let place = Int(entry.load(12, as: UInt32.self))
      let view = try chunks.view(.firsts, place * WideRange.firstSize)
      guard view.count >= WideRange.firstSize else { throw chunks.damaged(.firsts) }
      for index in 0..<min(count, WideRange.mostFirst) {
        let document: UInt32 = view.load(index * 4)
        guard document < header.items else { throw chunks.damaged(.firsts) }
        first.append(document)
      }
    }
    return WideRange(count: count, first: first)
  }
}
