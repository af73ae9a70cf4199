import FootlightDiagnostics
import FootlightPlatform

/// Turns documents with their terms into terms with their documents by a counting sort, and
/// encodes the lists; in several passes over ranges of terms when one does not fit the budget.
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
    try scatter(terms, &next, &documents, &impacts)
    return GatheredPostings(terms: terms, ends: next, documents: documents, impacts: impacts)
  }

  private func scatter(
    _ terms: Range<Int>, _ next: inout [UInt32], _ documents: inout [UInt32],
    _ impacts: inout [UInt8]
  ) throws(Failure) {
    let cursors = try sources.cursors()
    let merge = assembly.merge
    let dropped = assembly.dropped
    let numbers = assembly.vocabulary.numbers
    let firsts = assembly.vocabulary.firsts
    var document: UInt32 = 0
    var isDamaged = false
    let lower = UInt32(truncatingIfNeeded: terms.lowerBound)
    let size = UInt32(truncatingIfNeeded: terms.count)
    for place in merge.source.indices {
      let source = Int(merge.source[place])
      let cursor = cursors[source]
      _ = try cursor.advance()
      if dropped[place] { continue }
      let first = firsts[source]
      let known = firsts[source + 1] - first
      cursor.withRecord { bytes, start in
        guard let head = RecordHead(bytes, at: start) else { return }
        var at = head.forward.upperBound
        let count = Int(bytes.varint32(&at))
        unsafe numbers.withUnsafeBufferPointer { numbers in
          unsafe next.withUnsafeMutableBufferPointer { next in
            unsafe documents.withUnsafeMutableBufferPointer { documents in
              unsafe impacts.withUnsafeMutableBufferPointer { impacts in
                for _ in 0..<count {
                  let local = Int(bytes.varint32(&at))
                  let impact = bytes[at]
                  at &+= 1
                  guard local < known else {
                    isDamaged = true
                    return
                  }
                  let term = unsafe numbers[first &+ local] &- lower
                  guard term < size else { continue }
                  let slot = unsafe Int(next[Int(term)])
                  guard slot < documents.count else {
                    isDamaged = true
                    return
                  }
                  unsafe next[Int(term)] = UInt32(truncatingIfNeeded: slot &+ 1)
                  unsafe documents[slot] = document
                  unsafe impacts[slot] = impact
                }
              }
            }
          }
        }
      }
      document &+= 1
    }
    guard !isDamaged else {
      throw Failure(.indexDamaged, "a scratch file is damaged", remedy: "run sync again")
    }
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
