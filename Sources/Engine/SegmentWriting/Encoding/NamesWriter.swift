import SegmentFiles
import FootlightDiagnostics
import FootlightPlatform
import Synchronization

/// Writes the streams `names` and `nsparse`: all names sorted by their terms, then titles before aliases,
/// then document.
///
/// A bucket sort (distribution counting; Knuth, TAOCP 3, 5.2): the first term of a name is its bucket, whose size
/// is known; each bucket is sorted by the next two terms and, where those are equal, by the whole. Several
/// threads may sort: each takes the next stretch of buckets.
///
/// Hot: there are twice as many names as documents and more, each moved and compared at random
/// places. A pointer instead of an array, so that each thread sorts its own stretches of it (`Benchmarks inversion`).
@safe
final class NamesWriter: Sendable {
  struct Entry: Sendable {
    var document: UInt32
    var ordinal: UInt16
    var second: UInt32
    var third: UInt32
  }

  let bits: Int
  let packed: NameRows
  /// The stream `fwd` as written, to compare long names in.
  let forward: ByteArena
  private let documents: Int
  /// Where each bucket begins, and where the last one ends.
  let buckets: [UInt32]
  /// The names; written by ``distribute()`` before `starts` is there, then sorted in stretches that one
  /// thread each has taken.
  nonisolated(unsafe) let entries: UnsafeMutableBufferPointer<Entry>
  /// Where each document's record begins in `forward`, behind a size; nil before ``distribute()``.
  let starts = Mutex<[UInt64]?>(nil)
  /// The first bucket that no thread has taken.
  private let nextBucket = Mutex(0)
  /// How many names a thread takes at a time.
  private static let stretch = 1 << 15

  /// Takes the records in `forward`; ``distribute()`` and ``sort()`` come next.
  init(_ outcome: ForwardOutcome, forward: consuming ByteArena) {
    bits = outcome.termBits
    packed = NameRows(items: outcome.documents, ordinalBits: outcome.ordinalBits)
    documents = outcome.documents
    var buckets: [UInt32] = []
    buckets.reserveCapacity(outcome.leading.count + 1)
    var sum: UInt32 = 0
    for count in outcome.leading {
      buckets.append(sum)
      sum &+= count
    }
    buckets.append(sum)
    self.buckets = buckets
    unsafe entries = UnsafeMutableBufferPointer.allocate(capacity: Int(sum))
    unsafe entries.initialize(
      repeating: Entry(document: 0, ordinal: 0, second: 0, third: 0))
    self.forward = forward
  }

  deinit {
    unsafe entries.deallocate()
  }

  /// Puts each name into the bucket of its first term.
  func distribute() {
    let size = Int(buckets[buckets.count - 1])
    var next = buckets
    var starts: [UInt64] = []
    starts.reserveCapacity(documents)
    var at = 0
    for document in 0..<documents {
      let inChunk = at % SegmentFormat.chunk
      if inChunk == 0 {
        at += 4
      } else if forward[at] == 0 {
        // Padding: no record begins with a count of no names.
        at += SegmentFormat.chunk - inChunk + 4
      }
      starts.append(UInt64(at))
      let head = ForwardHead(Int(forward.varint32(&at)))
      var bit = at * 8
      for ordinal in 0..<head.names {
        let length = NamesWriter.length(forward, &bit)
        if length > 0 {
          let first = Int(NamesWriter.term(forward, bit, 0, bits))
          let place = Int(next[first])
          next[first] += 1
          // A list that was written a moment ago does not come back: ``write(into:)`` says so.
          guard place < size else { return }
          unsafe entries[place] = Entry(
            document: UInt32(truncatingIfNeeded: document),
            ordinal: UInt16(truncatingIfNeeded: ordinal),
            second: length > 1 ? NamesWriter.term(forward, bit, 1, bits) + 1 : 0,
            third: length > 2 ? NamesWriter.term(forward, bit, 2, bits) + 1 : 0)
        }
        bit += length * bits
      }
      if head.hasFurther { NamesWriter.pass(forward, &bit, bits) }
      if head.hasKeywords { NamesWriter.pass(forward, &bit, bits) }
      at = (bit + 7) >> 3
    }
    self.starts.withLock { $0 = starts }
  }

  /// Sorts buckets that no other thread has taken, until there are none; nothing before ``distribute()``.
  func sort() {
    guard let starts = starts.withLock({ $0 }) else { return }
    unsafe starts.withUnsafeBufferPointer { starts in
      while let taken = takeBuckets() {
        for bucket in taken where buckets[bucket + 1] - buckets[bucket] > 1 {
          let range = Int(buckets[bucket])..<Int(buckets[bucket + 1])
          var names = unsafe UnsafeMutableBufferPointer(rebasing: entries[range])
          unsafe names.sort { a, b in unsafe precedes(a, b, starts) }
        }
      }
    }
  }

  private func takeBuckets() -> Range<Int>? {
    nextBucket.withLock { next in
      let first = next
      guard first < buckets.count - 1 else { return nil }
      while next < buckets.count - 1, Int(buckets[next] - buckets[first]) < NamesWriter.stretch {
        next += 1
      }
      return first..<next
    }
  }

  private func precedes(_ a: Entry, _ b: Entry, _ starts: UnsafeBufferPointer<UInt64>) -> Bool {
    if a.second != b.second { return a.second < b.second }
    if a.third != b.third { return a.third < b.third }
    if a.third != 0 {
      let one = unsafe NamesWriter.sequence(a, starts[Int(a.document)], forward, bits)
      let other = unsafe NamesWriter.sequence(b, starts[Int(b.document)], forward, bits)
      let order = NamesWriter.compareFromFourth(one, other, forward, bits)
      if order != 0 { return order < 0 }
    }
    // Titles before aliases: whoever is called so comes before those who are also called so.
    if (a.ordinal == 0) != (b.ordinal == 0) { return a.ordinal == 0 }
    return a.document != b.document ? a.document < b.document : a.ordinal < b.ordinal
  }
}
