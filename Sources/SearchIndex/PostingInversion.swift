import FootlightDiagnostics
import FootlightPlatform

/// Turns documents with their terms into terms with their documents by a counting sort, and
/// encodes the lists; in several passes over ranges of terms when one does not fit the budget.
///
/// Hot: every posting passes here twice, at random places of arrays as large as the index;
/// pointers, because four bounds checks a posting cost a tenth of a build (`Benchmarks inversion`).
struct PostingInversion {
  let sources: [RunSource]
  let merge: DocumentMerge
  let vocabulary: Vocabulary
  let dropped: Bitmap
  /// How many postings one pass may hold, five bytes each.
  let passLimit: Int

  /// Calls `emit` with the term, its documents and its impacts, term by term in their order.
  func run(
    _ emit: (Int, Span<UInt32>, Span<UInt8>) -> Void
  ) throws(Failure) {
    var first = 0
    repeat {
      var end = first
      var postings = 0
      while end < vocabulary.count,
        end == first || postings + Int(vocabulary.holding[end]) <= passLimit
      {
        postings += Int(vocabulary.holding[end])
        end += 1
      }
      try pass(first..<end, postings, emit)
      first = end
    } while first < vocabulary.count
  }

  private func pass(
    _ terms: Range<Int>, _ postings: Int, _ emit: (Int, Span<UInt32>, Span<UInt8>) -> Void
  ) throws(Failure) {
    var next = [UInt32](repeating: 0, count: terms.count)
    var sum: UInt32 = 0
    for term in terms {
      next[term - terms.lowerBound] = sum
      sum &+= vocabulary.holding[term]
    }
    var documents = [UInt32](repeating: 0, count: postings)
    var impacts = [UInt8](repeating: 0, count: postings)
    try scatter(terms, &next, &documents, &impacts)
    // After the scattering, `next` holds where each list ends.
    var start = 0
    for term in terms {
      let end = Int(next[term - terms.lowerBound])
      emit(term, documents.span.extracting(start..<end), impacts.span.extracting(start..<end))
      // A list is shorter than its room when documents were dropped.
      start += Int(vocabulary.holding[term])
    }
  }

  private func scatter(
    _ terms: Range<Int>, _ next: inout [UInt32], _ documents: inout [UInt32],
    _ impacts: inout [UInt8]
  ) throws(Failure) {
    var cursors: [DocumentCursor] = []
    for source in sources { cursors.append(try DocumentCursor(source)) }
    var document: UInt32 = 0
    let lower = UInt32(truncatingIfNeeded: terms.lowerBound)
    let size = UInt32(truncatingIfNeeded: terms.count)
    for place in merge.source.indices {
      let source = Int(merge.source[place])
      let cursor = cursors[source]
      _ = try cursor.advance()
      if dropped[place] { continue }
      let numbers = vocabulary.numbers[source]
      cursor.withRecord { bytes, start in
        guard let head = RecordHead(bytes, at: start) else { return }
        var at = head.forward.upperBound
        let count = Int(bytes.varint32(&at))
        unsafe numbers.withUnsafeBufferPointer { numbers in
          unsafe next.withUnsafeMutableBufferPointer { next in
            unsafe documents.withUnsafeMutableBufferPointer { documents in
              unsafe impacts.withUnsafeMutableBufferPointer { impacts in
                for _ in 0..<count {
                  let term = unsafe numbers[Int(bytes.varint32(&at))] &- lower
                  let impact = bytes[at]
                  at &+= 1
                  guard term < size else { continue }
                  let slot = unsafe Int(next[Int(term)])
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
  }
}
