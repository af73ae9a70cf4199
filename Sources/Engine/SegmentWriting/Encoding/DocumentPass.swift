import FootlightPlatform
import Synchronization

/// All documents in their order, stretch by stretch, on several threads: each takes the next stretch, encodes it, places
/// it when those before it have been placed, then sorts and spills its postings, names and keys.
///
/// Who is done early waits for the stretches before its own, so each thread has one stretch in memory.
final class DocumentPass: Sendable {
  private let vocabulary: Vocabulary
  private let frequent: FrequentTerms
  private let spillFile: SpillFile?
  private let stretchSize: Int
  private let line: Mutex<Line>
  private let placing: Mutex<Placing>
  private let failure = Mutex<Failure?>(nil)

  /// A stretch, locked from the moment that it is taken until its documents are encoded.
  private final class SharedStretch: Sendable {
    let stretch = Mutex(Stretch())
  }

  /// The documents that were not taken yet, and the stretches that were not placed yet, in their order.
  private struct Line: ~Copyable {
    var merge: DocumentMerge
    var waiting: [SharedStretch] = []
    var taken = 0
  }

  private struct Placing: ~Copyable {
    var placer: DocumentPlacer
    var placed = 0
    var sorted: [SortedStretch] = []
  }

  /// - Parameters:
  ///   - spillFile: where stretches are spilled; nil for in memory.
  ///   - stretchSize: how many bytes of records a stretch takes.
  init(
    _ merge: consuming sending DocumentMerge, _ placer: consuming sending DocumentPlacer,
    _ vocabulary: Vocabulary,
    _ frequent: FrequentTerms, into spillFile: SpillFile?, stretchSize: Int
  ) {
    self.vocabulary = vocabulary
    self.frequent = frequent
    self.spillFile = spillFile
    self.stretchSize = stretchSize
    line = Mutex(Line(merge: merge))
    placing = Mutex(Placing(placer: placer))
  }

  /// Takes all documents.
  ///
  /// - Parameter skipped: the digests of records that are no documents.
  func run(threads: Int, skipped: [UInt64]) throws(Failure) -> WrittenDocuments {
    Workers.run(threads) { _ in
      do throws(Failure) {
        let shared = SharedStretch()
        var encoder = StretchEncoder(vocabulary, frequent)
        while let number = try takeNext(shared, &encoder) {
          try place(through: number)
          let sorted = try shared.stretch.withLock { (stretch) throws(Failure) in
            try stretch.spill(terms: vocabulary.count, into: spillFile)
          }
          placing.withLock { $0.sorted.append(sorted) }
        }
      } catch {
        fail(error)
      }
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
    return try placing.withLock { (placing) throws(Failure) in
      WrittenDocuments(
        documents: placing.placer.documents, expiring: placing.placer.expiring,
        columnDirectory: try placing.placer.finish(skipped: skipped),
        stretches: placing.sorted.sorted { $0.first < $1.first })
    }
  }

  private func fail(_ error: Failure) {
    failure.withLock { if $0 == nil { $0 = error } }
  }

  /// Takes the next stretch and encodes it; returns its number, nil when there are no more documents.
  private func takeNext(
    _ shared: SharedStretch, _ encoder: inout StretchEncoder
  ) throws(Failure) -> Int? {
    try shared.stretch.withLock { (stretch) throws(Failure) -> Int? in
      do throws(Failure) {
        let number = try line.withLock { (line) throws(Failure) -> Int? in
          guard failure.withLock({ $0 == nil }) else { return nil }
          stretch.restart(at: line.merge.taken)
          try line.merge.take { cursor, run in
            stretch.append(cursor, of: run)
            return stretch.records.count >= stretchSize
              || stretch.documents.count == Stretch.mostDocuments
          }
          guard !stretch.documents.isEmpty else { return nil }
          line.waiting.append(shared)
          line.taken += 1
          return line.taken
        }
        if number != nil { try encoder.encode(&stretch) }
        return number
      } catch {
        // Before the lock is let go: who waits for this stretch must not be the first to fail.
        fail(error)
        throw error
      }
    }
  }

  /// Places all stretches up to one, those of other threads too, in their order.
  private func place(through number: Int) throws(Failure) {
    try placing.withLock { (placing) throws(Failure) in
      while placing.placed < number {
        if let failure = failure.withLock({ $0 }) { throw failure }
        do throws(Failure) {
          try placeNext(&placing)
        } catch {
          // Before the lock is let go: nobody goes on with the stretches after this one.
          fail(error)
          throw error
        }
        placing.placed += 1
      }
    }
  }

  private func placeNext(_ placing: inout Placing) throws(Failure) {
    let waiting = line.withLock { line in
      line.waiting.isEmpty ? nil : line.waiting.removeFirst()
    }
    guard let waiting else { throw Failure(.indexCancelled, "the build was abandoned") }
    try waiting.stretch.withLock { (stretch) throws(Failure) in
      guard stretch.isEncoded else { throw Failure(.indexCancelled, "the build was abandoned") }
      try placing.placer.place(stretch)
    }
  }
}

/// The streams that were written document by document, and the stretches that are left to be joined.
struct WrittenDocuments: Sendable {
  var documents: Int
  var expiring: Int
  /// Where the directory of the columns lies.
  var columnDirectory: Int
  /// The sorted stretches in their order.
  var stretches: [SortedStretch]
}
