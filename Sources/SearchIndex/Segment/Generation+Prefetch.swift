import FootlightDiagnostics

extension Generation {
  /// Fetches from memory what showing some documents will read, all of them at once.
  ///
  /// One by one each would be waited for: the documents of an answer lie all over the index. What is damaged is
  /// told by who reads it.
  func prefetch(_ documents: [UInt32]) {
    guard documents.count > 1 else { return }
    for document in documents {
      chunks.prefetch(.drows, Int(document) / DocumentRow.documents &* 4, lines: 1)
    }
    for document in documents {
      let offset = Int(document) / DocumentRow.documents &* 4
      guard let start: UInt32 = try? chunks.view(.drows, offset).load(0) else { continue }
      chunks.prefetch(.docs, Int(start), lines: 4)
    }
    for document in documents {
      guard let row = try? row(document) else { continue }
      let shown = row.position.addingReportingOverflow(shownSize)
      // Text is stored in half its size, more or less.
      let lines = shown.overflow ? 1 : max(1, min(shown.partialValue / 2 / 64 &+ 1, 16))
      chunks.prefetch(.stored, row.stored, lines: lines)
      chunks.prefetch(.fwd, row.forward, lines: 2)
    }
  }
}
