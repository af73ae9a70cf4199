import FootlightDiagnostics
import FootlightPlatform

/// Walks the terms of a source in byte order.
///
/// Hot: a run is borrowed, for another thread walks over its documents meanwhile and both would wait at its
/// reference count, and how many documents hold a term is fetched some terms ahead (`Benchmarks inversion`).
@safe
final class TermCursor {
  /// The term at hand.
  struct Head {
    /// Its sort key, its number in the source, its size.
    var key = TermKey(first: 0, number: 0, length: 0)
    /// How many documents hold it.
    var holding: UInt32 = 0
  }

  /// The owner that keeps the run or the reader alive.
  private let owner: AnyObject
  private let sorted: Unmanaged<SortedRun>?
  private let keys: [TermKey]
  private let reader: Unmanaged<SequentialReader>?
  private let count: Int
  private var next = 0
  /// Where the text of the term at hand lies.
  private var place = ByteRange(start: 0, count: 0)
  /// How many terms ahead something is fetched.
  private static let ahead = 8

  init(_ source: RunSource) throws(Failure) {
    switch source {
    case .memory(let sorted):
      owner = sorted
      unsafe self.sorted = Unmanaged.passUnretained(sorted)
      keys = sorted.takeTerms()
      unsafe reader = nil
      count = keys.count
    case .spilled(let spill):
      unsafe sorted = nil
      keys = []
      count = spill.termCount
      let reader = try SequentialReader(path: spill.path, from: spill.termStart, to: spill.size)
      owner = reader
      unsafe self.reader = Unmanaged.passUnretained(reader)
    }
  }

  /// Moves to the next term; nil at the end.
  func advance() throws(Failure) -> Head? {
    let index = next
    guard index < count else { return nil }
    next = index + 1
    if let sorted = unsafe sorted {
      let key = keys[index]
      let later = index &+ TermCursor.ahead
      return unsafe sorted.lend { sorted in
        if later < count { sorted.run.terms.prefetch(Int(keys[later].number)) }
        return Head(key: key, holding: sorted.run.terms.holding(Int(key.number)))
      }
    }
    return try unsafe reader?.lend(read)
  }

  @inline(__always)
  private func read(_ reader: SequentialReader) throws(Failure) -> Head {
    try reader.need(10)
    let size = Int(reader.buffer.load(reader.at, as: UInt16.self))
    let number: UInt32 = reader.buffer.load(reader.at + 2)
    let holding: UInt32 = reader.buffer.load(reader.at + 6)
    reader.skip(10)
    try reader.need(size)
    place = ByteRange(start: reader.at, count: size)
    let first = TermTable.firstBytes(reader.buffer, place)
    // No word and no stem begins so, which would be taken for the end of the source.
    guard first < .max, Int(number) < count else {
      throw Failure.damagedScratch
    }
    reader.skip(size)
    return Head(
      key: TermKey(first: first, number: number, length: UInt32(size)), holding: holding)
  }

  /// Lends the bytes that hold the text of the term at hand.
  func withText<Result>(_ head: Head, _ body: (borrowing ByteArena, ByteRange) -> Result)
    -> Result
  {
    if let sorted = unsafe sorted {
      return unsafe sorted.lend { sorted in
        body(sorted.run.terms.bytes, sorted.run.terms.range(Int(head.key.number)))
      }
    }
    guard let reader = unsafe reader else {
      return body(ByteArena(), ByteRange(start: 0, count: 0))
    }
    return unsafe reader.lend { body($0.buffer, place) }
  }
}
