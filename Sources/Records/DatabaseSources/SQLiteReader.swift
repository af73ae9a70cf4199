import DeclaredRecords
import FileHandles
import FootlightPlatform
import Synchronization

/// Reads databases one after the other: going from row to row is serial, checking values is not.
final class SQLiteReader: RecordReader {
  let files: [SourceFile]
  let selection: SQLiteSelection
  let plan: FieldPlan
  private let identity: RecordIdentity
  private let part: SQLiteSelection.Part
  private let cancellation: Cancellation
  private let state = Mutex(State())
  private let seen: ColumnsSeen

  /// Where the read stands.
  private struct State: ~Copyable {
    var rows: SQLiteRows?
    var file = -1
    /// The number of the first record of each file so far.
    var firstNumbers: [UInt32] = []
    var number: UInt32 = 1
    var ordinal = 0
    var hasEnded = false
    /// How far the source had come, and why it cannot say.
    var cursor: SQLiteCursor?
    var unlogged: String?
    var isCopied = false
  }

  init(
    _ files: [SourceFile], _ selection: SQLiteSelection, _ plan: FieldPlan,
    _ cancellation: Cancellation, part: SQLiteSelection.Part = .all
  ) {
    identity = RecordIdentity(plan)
    self.part = part
    self.files = files
    self.selection = selection
    self.plan = plan
    self.cancellation = cancellation
    seen = ColumnsSeen(plan)
  }

  func next(_ batch: inout RecordBatch) throws(Failure) -> Bool {
    batch.removeAll()
    return try state.withLock { state throws(Failure) in
      guard !state.hasEnded else { return false }
      do throws(Failure) {
        return try advance(&state, &batch)
      } catch {
        state.hasEnded = true
        state.rows = nil
        state.cursor = nil
        guard files.indices.contains(state.file) else { throw error }
        throw selection.explained(error, files[state.file])
      }
    }
  }

  private func advance(_ state: inout State, _ batch: inout RecordBatch) throws(Failure) -> Bool {
    while true {
      if state.rows == nil {
        guard state.file + 1 < files.count else {
          state.hasEnded = true
          return false
        }
        state.file += 1
        state.firstNumbers.append(state.number)
        let rows = try SQLiteRows(
          files[state.file], selection, plan, cancellation, part: part)
        state.cursor = rows.cursor
        state.unlogged = rows.unlogged
        state.isCopied = state.isCopied || rows.isCopied
        seen.add(rows.names)
        state.rows = consume rows
      }
      guard var rows = state.rows.take() else { return false }
      let first = state.firstNumbers[state.file]
      batch.ordinal = state.ordinal
      batch.file = state.file
      batch.firstRecord = state.number
      batch.firstOfFile = first
      batch.countsPlaces = identity.usesNumber
      batch.layout = rows.layout
      batch.digestSeed = rows.digestSeed
      if try rows.fill(&batch, number: &state.number, first: first) {
        state.rows = consume rows
      }
      if !batch.records.isEmpty || !batch.problems.isEmpty {
        batch.bytes.append(zeros: scanPadding)
        batch.name(
          files[state.file], rootName: "", for: identity,
          columns: (batch.layout as? RowLayout)?.columns)
        state.ordinal += 1
        return true
      }
    }
  }

  func decode(_ batch: inout RecordBatch) throws(Failure) {
    guard let layout = batch.layout as? RowLayout else { return }
    var decoder = JSONDecoder(layout.trie)
    decoder.decodedStart = batch.bytes.count
    var entries: [RecordEntry] = []
    swap(&entries, &batch.records)
    var order = SlotOrder()
    for var entry in entries {
      let first = batch.values.count
      var fault: Diagnostic?
      if !append(entry, layout.columns, to: &batch) {
        fault = Diagnostic(
          .recordEncoding, "a value that is used is not valid UTF-8",
          at: location(ofRecord: entry.number),
          remedy: "store it as text, or leave it out with a `query:`")
      } else if let mistake = appendDocuments(entry, layout, &decoder, to: &batch) {
        fault = Diagnostic(
          mistake.code, "a column that paths lead into holds no valid JSON: \(mistake.message)",
          at: location(ofRecord: entry.number),
          remedy: "mend it, or leave the row out with a `query:` and `json_valid`")
      }
      if fault == nil {
        order.sort(&batch.values, from: first)
        entry.firstValue = UInt32(truncatingIfNeeded: first)
        entry.valueCount = UInt32(truncatingIfNeeded: batch.values.count - first)
        batch.records.append(entry)
      } else {
        batch.values.removeSubrange(first...)
        if let fault { batch.report(fault) }
      }
    }
    batch.bytes.append(decoder.decoded, decoder.decoded.all)
    identity.complete(&batch)
  }

  /// Appends what paths find in the columns that hold JSON; text that is none holds nothing.
  private func appendDocuments(
    _ entry: RecordEntry, _ layout: RowLayout, _ decoder: inout JSONDecoder,
    to batch: inout RecordBatch
  ) -> JSONFault? {
    guard !layout.documents.isEmpty else { return nil }
    swap(&decoder.values, &batch.values)
    defer { swap(&decoder.values, &batch.values) }
    return batch.bytes.withSpan(batch.bytes.all) { bytes in
      for (column, range, kind) in cells(entry, layout.columns, bytes) where kind == .text {
        guard let state = layout.documents[column], opensDocument(bytes, range) else { continue }
        do throws(JSONFault) {
          try decoder.document(bytes, range, state)
        } catch {
          return error
        }
      }
      return nil
    }
  }

  private func opensDocument(_ bytes: Span<UInt8>, _ range: ByteRange) -> Bool {
    let at = bytes.afterSpace(range.lowerBound, range.upperBound)
    return at < range.upperBound
      && (bytes[at] == UInt8(ascii: "{") || bytes[at] == UInt8(ascii: "["))
  }

  /// The cells of a row: the column of each, its bytes and its kind.
  private func cells(
    _ entry: RecordEntry, _ columns: ColumnSlots, _ bytes: Span<UInt8>
  ) -> [(column: Int, range: ByteRange, kind: FieldKind)] {
    var at = entry.raw.lowerBound
    return columns.wanted.map { column in
      let kind = FieldKind(rawValue: bytes[at]) ?? .null
      var count = 0
      for index in 0..<4 { count |= Int(bytes[at + 1 + index]) << (index * 8) }
      let range = ByteRange(start: at + 5, count: count)
      at = range.upperBound
      return (column, range, kind)
    }
  }

  /// Appends the values of a row; false when one of them is no text.
  private func append(
    _ entry: RecordEntry, _ columns: ColumnSlots, to batch: inout RecordBatch
  ) -> Bool {
    var at = entry.raw.lowerBound
    for column in columns.wanted {
      let kind = FieldKind(rawValue: batch.bytes[at]) ?? .null
      let count = Int(batch.bytes.load(at + 1, as: UInt32.self))
      let range = ByteRange(start: at + 5, count: count)
      at = range.upperBound
      if kind == .text, columns.firstSlots[column] < columns.firstSlots[column + 1] {
        let isText = batch.bytes.withSpan(batch.bytes.all) { bytes in
          bytes.isASCII(from: range.lowerBound, to: range.upperBound)
            || bytes.firstInvalidUTF8(from: range.lowerBound, to: range.upperBound) == nil
        }
        guard isText else { return false }
      }
      for index in Int(columns.firstSlots[column])..<Int(columns.firstSlots[column + 1]) {
        batch.values.append(FieldValue(slot: columns.slots[index], kind: kind, bytes: range))
      }
    }
    return true
  }

  /// The database, and the number of the row as its line.
  func location(ofRecord number: UInt32) -> SourceLocation {
    let firsts = state.withLock { $0.firstNumbers }
    guard let file = firsts.lastIndex(where: { $0 <= number }) else {
      return SourceLocation(file: files.first?.display ?? "")
    }
    return SourceLocation(
      file: files[file].display, line: part == .all ? Int(number - firsts[file]) + 1 : nil)
  }

  /// Columns that are missing, and triggers that are.
  func remarks() -> [Diagnostic] {
    var remarks = seen.remarks(files.first)
    if state.withLock({ $0.isCopied }) {
      remarks.append(
        Diagnostic(
          .sourceCopied, "another program holds the database, so a private copy of it was read",
          at: SourceLocation(file: files.first?.display ?? ""), severity: .note))
    }
    guard part == .all, let reason = state.withLock({ $0.unlogged }) else { return remarks }
    return remarks + [selection.unloggedRemark(reason)]
  }

  func cursor() -> String? {
    state.withLock { state in
      // Of several databases, or of a read that was broken off, nothing can be said.
      state.hasEnded && files.count == 1 ? state.cursor?.text : nil
    }
  }
}
