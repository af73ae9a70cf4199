import SegmentFiles
import FootlightDiagnostics
import FootlightPlatform

/// Turns documents with their terms into terms with their documents by a counting sort; in several passes
/// over ranges of terms when one does not fit the budget.
///
/// Hot: every posting passes here twice, at random places of arrays as large as the index;
/// pointers, because four bounds checks a posting cost a tenth of a build (`Benchmarks inversion`).
struct PostingInversion: Sendable {
  let sources: RunSources
  let assembly: Assembly
  /// How many postings one pass may hold, five bytes each.
  let passLimit: Int

  private var vocabulary: Vocabulary { assembly.vocabulary }

  /// Whether one pass suffices, so that the sources can be freed before the lists are encoded.
  var isSinglePass: Bool { passEnd(0) == vocabulary.count }

  /// Gathers the postings of the terms of the first pass.
  func gatherFirst() throws(Failure) -> GatheredPostings { try gather(0..<passEnd(0)) }

  /// Gathers the postings of the pass behind another; nil when there is none.
  func gather(after terms: Range<Int>) throws(Failure) -> GatheredPostings? {
    let first = terms.upperBound
    return first < vocabulary.count ? try gather(first..<passEnd(first)) : nil
  }

  /// Where a pass ends that begins with a term: as many terms as fit, one at least.
  private func passEnd(_ first: Int) -> Int {
    var end = first
    var postings = 0
    while end < vocabulary.count,
      end == first || postings + Int(vocabulary.holding[end]) <= passLimit
    {
      postings += Int(vocabulary.holding[end])
      end += 1
    }
    return end
  }

  private func gather(_ terms: Range<Int>) throws(Failure) -> GatheredPostings {
    var next = [UInt32](repeating: 0, count: terms.count)
    var sum: UInt32 = 0
    for term in terms {
      next[term - terms.lowerBound] = sum
      sum &+= vocabulary.holding[term]
    }
    var documents = [UInt32](repeating: 0, count: Int(sum))
    var impacts = [UInt8](repeating: 0, count: Int(sum))
    // The arrays are opened once, not for each document: another thread reads the numbers too, and both
    // would wait at their reference count.
    try unsafe assembly.vocabulary.numbers.withUnsafeBufferPointer { numbers throws(Failure) in
      try unsafe next.withUnsafeMutableBufferPointer { next throws(Failure) in
        try unsafe documents.withUnsafeMutableBufferPointer { documents throws(Failure) in
          try unsafe impacts.withUnsafeMutableBufferPointer { impacts throws(Failure) in
            try unsafe scatter(
              PostingTable(
                lower: UInt32(truncatingIfNeeded: terms.lowerBound), numbers: numbers, next: next,
                documents: documents, impacts: impacts))
          }
        }
      }
    }
    return GatheredPostings(terms: terms, ends: next, documents: documents, impacts: impacts)
  }

  /// Puts the postings of all documents where they belong.
  private func scatter(_ table: PostingTable) throws(Failure) {
    let cursors = try sources.cursors()
    let order = assembly.merge.source
    let dropped = assembly.dropped
    let firsts = assembly.vocabulary.firsts
    var document: UInt32 = 0
    var isWhole = true
    for place in order.indices {
      let source = Int(order[place])
      let isDropped = dropped[place]
      try cursors.withEach(of: source) { cursor in
        guard !isDropped else { return }
        cursor.withRecord { bytes, start in
          if unsafe !table.put(bytes, start, document, firsts[source]..<firsts[source + 1]) {
            isWhole = false
          }
        }
        document &+= 1
      }
    }
    guard isWhole else {
      throw Failure.damagedScratch
    }
  }
}

/// The arrays of a pass while postings are put into them.
@unsafe
private struct PostingTable {
  /// The first term of the pass.
  let lower: UInt32
  /// The numbers of all sources' terms.
  let numbers: UnsafeBufferPointer<UInt32>
  /// Where the next posting of each term goes.
  let next: UnsafeMutableBufferPointer<UInt32>
  let documents: UnsafeMutableBufferPointer<UInt32>
  let impacts: UnsafeMutableBufferPointer<UInt8>

  /// Puts the postings of a record, whose source has its terms in this range; false when it is damaged.
  @inline(__always)
  func put(
    _ bytes: borrowing ByteArena, _ start: Int, _ document: UInt32, _ terms: Range<Int>
  ) -> Bool {
    guard let head = RecordHead(bytes, at: start) else { return false }
    let first = terms.lowerBound
    let known = terms.count
    let size = unsafe UInt32(truncatingIfNeeded: next.count)
    var at = head.forward.upperBound
    let count = Int(bytes.varint32(&at))
    for _ in 0..<count {
      let local = Int(bytes.varint32(&at))
      let impact = bytes[at]
      at &+= 1
      guard local < known else { return false }
      let term = unsafe numbers[first &+ local] &- lower
      guard term < size else { continue }
      let slot = unsafe Int(next[Int(term)])
      guard unsafe slot < documents.count else { return false }
      unsafe next[Int(term)] = UInt32(truncatingIfNeeded: slot &+ 1)
      unsafe documents[slot] = document
      unsafe impacts[slot] = impact
    }
    return true
  }
}

/// The postings of neighbouring terms, list behind list.
struct GatheredPostings: Sendable {
  let terms: Range<Int>
  /// Where each term's list ends; it is shorter than its room when documents were dropped.
  let ends: [UInt32]
  let documents: [UInt32]
  let impacts: [UInt8]
}
