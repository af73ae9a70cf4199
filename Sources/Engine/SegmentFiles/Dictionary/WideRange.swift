package import FootlightDiagnostics
import FootlightPlatform

/// A wide range: all terms that begin with a prefix of one to four characters, where those are many.
///
/// How many documents hold one of them is counted when the segment is written, and of short prefixes the first
/// such documents are kept, so that no search has to unite their lists.
///
/// Shape of an entry of `ranges`: the range of terms (``key(_:_:inNames:)``, 8), the number of
/// documents (4), and the place in `firsts` (4). Of `firsts`: for each range of names its first
/// ``mostFirst`` documents, ascending (4 each), filled up with 2³² − 1.
///
/// The dictionary of what a delta hides has an entry for every such prefix of two terms, and no `firsts`.
@usableFromInline
package struct WideRange: Sendable {
  /// Prefixes of so many characters look at names alone; so `QueryWord.isShortPrefix`.
  @inlinable
  package static var shortCharacters: Int { 2 }
  /// Longer ones have no entries.
  @inlinable
  package static var mostCharacters: Int { 4 }
  /// Fewer terms with fewer postings are counted as fast as they are found here.
  @inlinable
  package static var leastTerms: Int { 64 }
  @inlinable
  package static var leastPostings: Int { 1_024 }
  /// Twice as many as a first page shows: others may have been found already.
  @inlinable
  package static var mostFirst: Int { 24 }
  @inlinable
  package static var entrySize: Int { 16 }
  @inlinable
  package static var firstSize: Int { mostFirst * 4 }

  /// How many documents there are.
  package let count: Int
  /// The first of them, ascending; empty for long prefixes.
  package let first: [UInt32]

  /// The range and whether it is of names, as a number to be sorted by.
  package static func key(_ low: UInt32, _ high: UInt32, inNames: Bool) -> UInt64 {
    UInt64(low) << 32 | UInt64(high) << 1 | (inNames ? 1 : 0)
  }
}

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
