import DeclaredRecords
import FileHandles
import FootlightPlatform
import Synchronization

/// Reads databases one after the other: going from row to row is serial, checking values is not.
final class SQLiteReader: RecordReader {
  private let turns: FileTurns<SQLiteRows>
  private let selection: SQLiteSelection
  private let plan: FieldPlan
  private let identity: RecordIdentity
  private let part: SQLiteSelection.Part
  private let cancellation: Cancellation
  private let told = Mutex(Told())
  private let seen: ColumnsSeen
  private let documents: ColumnDocuments

  /// What the databases say beside their rows.
  private struct Told {
    /// The number of the first record of each file so far.
    var firstNumbers: [UInt32] = []
    /// How far the source had come, and why it cannot say.
    var cursor: SQLiteCursor?
    var unlogged: String?
    var isCopied = false
  }

  init(
    _ files: [SourceFile], _ selection: SQLiteSelection, _ plan: FieldPlan,
    _ cancellation: Cancellation, part: SQLiteSelection.Part = .all
  ) throws(Failure) {
    documents = try ColumnDocuments(plan)
    identity = RecordIdentity(plan)
    self.part = part
    self.selection = selection
    self.plan = plan
    self.cancellation = cancellation
    seen = ColumnsSeen(plan)
    turns = FileTurns(files, rootName: "", identity)
  }

  func next(_ batch: inout RecordBatch) throws(Failure) -> Bool {
    try turns.next(&batch) { (file, place) throws(Failure) in
      try open(file, place)
    } fill: { (rows, batch, number) throws(Failure) in
      batch.layout = rows.columns
      batch.digestSeed = rows.digestSeed
      defer { batch.bytes.append(zeros: scanPadding) }
      do throws(Failure) {
        return try rows.fill(&batch, number: &number, first: batch.firstOfFile)
      } catch {
        told.withLock { $0.cursor = nil }
        throw selection.explained(error, turns.files[batch.file])
      }
    }
  }

  private func open(_ file: SourceFile, _ place: ReadPlace) throws(Failure) -> SQLiteRows {
    do throws(Failure) {
      let rows = try SQLiteRows(file, selection, plan, cancellation, part: part)
      seen.add(rows.names)
      let (cursor, unlogged, isCopied) = (rows.cursor, rows.unlogged, rows.isCopied)
      told.withLock { told in
        told.firstNumbers.append(place.number)
        told.cursor = cursor
        told.unlogged = unlogged
        told.isCopied = told.isCopied || isCopied
      }
      return rows
    } catch {
      told.withLock { $0.cursor = nil }
      throw selection.explained(error, file)
    }
  }

  func decode(_ batch: inout RecordBatch) throws(Failure) {
    guard let columns = batch.layout as? ColumnSlots else { return }
    batch.decodeEach { entry, batch in
      append(entry, columns, to: &batch)
        ? nil
        : Diagnostic(
          .recordEncoding, "a value that is used is not valid UTF-8",
          at: location(ofRecord: entry.number),
          remedy: "store it as text, or leave it out with a `query:`")
    }
    documents.open(&batch, columns) { entry, _ in location(ofRecord: entry.number) }
    identity.complete(&batch)
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
    let firsts = told.withLock { $0.firstNumbers }
    guard let file = firsts.lastIndex(where: { $0 <= number }) else {
      return SourceLocation(file: turns.files.first?.display ?? "")
    }
    return SourceLocation(
      file: turns.files[file].display, line: part == .all ? Int(number - firsts[file]) + 1 : nil)
  }

  /// Columns that are missing, and triggers that are.
  func remarks() -> [Diagnostic] {
    var remarks = seen.remarks(turns.files.first)
    let (isCopied, unlogged) = told.withLock { ($0.isCopied, $0.unlogged) }
    if isCopied {
      remarks.append(
        Diagnostic(
          .sourceCopied, "another program holds the database, so a private copy of it was read",
          at: SourceLocation(file: turns.files.first?.display ?? ""), severity: .note))
    }
    if part == .all, let unlogged { remarks.append(selection.unloggedRemark(unlogged)) }
    return remarks
  }

  /// Of several databases, or of a read that was broken off, nothing can be said.
  func cursor() -> String? {
    turns.hasEnded && turns.files.count == 1 ? told.withLock { $0.cursor?.text } : nil
  }
}
