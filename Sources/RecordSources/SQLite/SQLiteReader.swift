import DomainDeclarations
import FootlightDiagnostics
import FootlightPlatform
import SQLiteHandles
import Synchronization

/// Reads databases one after the other: going from row to row is serial, checking values is not.
final class SQLiteReader: RecordReader {
  let files: [SourceFile]
  let selection: SQLiteSelection
  let plan: FieldPlan
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
  }

  init(
    _ files: [SourceFile], _ selection: SQLiteSelection, _ plan: FieldPlan,
    _ cancellation: Cancellation, part: SQLiteSelection.Part = .all
  ) {
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
        let rows = try SQLiteRows(files[state.file], selection, plan, cancellation, part: part)
        state.cursor = rows.cursor
        state.unlogged = rows.unlogged
        seen.add(rows.names)
        state.rows = consume rows
      }
      guard var rows = state.rows.take() else { return false }
      let first = state.firstNumbers[state.file]
      batch.ordinal = state.ordinal
      batch.file = state.file
      batch.firstRecord = state.number
      batch.layout = rows.columns
      batch.digestSeed = rows.digestSeed
      if try rows.fill(&batch, number: &state.number, first: first) {
        state.rows = consume rows
      }
      if !batch.records.isEmpty || !batch.problems.isEmpty {
        batch.bytes.append(zeros: scanPadding)
        state.ordinal += 1
        return true
      }
    }
  }

  func decode(_ batch: inout RecordBatch) throws(Failure) {
    guard let columns = batch.layout as? ColumnSlots else { return }
    var entries: [RecordEntry] = []
    swap(&entries, &batch.records)
    var order = SlotOrder()
    for var entry in entries {
      let first = batch.values.count
      if append(entry, columns, to: &batch) {
        order.sort(&batch.values, from: first)
        entry.firstValue = UInt32(truncatingIfNeeded: first)
        entry.valueCount = UInt32(truncatingIfNeeded: batch.values.count - first)
        batch.records.append(entry)
      } else {
        batch.values.removeSubrange(first...)
        batch.report(
          Diagnostic(
            .recordEncoding, "a value that is used is not valid UTF-8",
            at: location(ofRecord: entry.number),
            remedy: "store it as text, or leave it out with a `query:`"))
      }
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
      if kind == .text {
        let isText = batch.bytes.withSpan(batch.bytes.all) { bytes in
          bytes.isASCII(from: range.lowerBound, to: range.upperBound)
            || bytes.firstInvalidUTF8(from: range.lowerBound, to: range.upperBound) == nil
        }
        guard isText else { return false }
      }
      for place in Int(columns.firstSlots[column])..<Int(columns.firstSlots[column + 1]) {
        batch.values.append(FieldValue(slot: columns.slots[place], kind: kind, bytes: range))
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
    let remarks = seen.remarks(files.first)
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
