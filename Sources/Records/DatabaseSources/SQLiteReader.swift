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
  ) {
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
      batch.layout = rows.layout
      batch.digestSeed = rows.digestSeed
      defer { batch.bytes.append(zeros: scanPadding) }
      do throws(Failure) {
        return try rows.fill(&batch, number: &number, first: batch.firstOfFile)
      } catch {
        told.withLock { $0.cursor = nil }
        throw selection.explained(error, turns.files[batch.file])
      }
    } columns: {
      ($0.layout as? RowLayout)?.columns
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
    guard let layout = batch.layout as? RowLayout else { return }
    var decoder = JSONDecoder(layout.trie)
    decoder.decodedStart = batch.bytes.count
    batch.decodeEach { entry, batch in
      if !append(entry, layout.columns, to: &batch) {
        return Diagnostic(
          .recordEncoding, "a value that is used is not valid UTF-8",
          at: location(ofRecord: entry.number),
          remedy: "store it as text, or leave it out with a `query:`")
      }
      return appendDocuments(entry, layout, &decoder, to: &batch).map { mistake in
        Diagnostic(
          mistake.code, "a column that paths lead into holds no valid JSON: \(mistake.message)",
          at: location(ofRecord: entry.number),
          remedy: "mend it, or leave the row out with a `query:` and `json_valid`")
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
