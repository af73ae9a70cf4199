package import DomainDeclarations
package import FootlightDiagnostics
package import FootlightPlatform
import Synchronization

/// A read of JSON lines that come from anywhere, piece by piece: what programs hand over.
///
/// Asked by one thread at a time, taken apart by several.
package final class JSONLineReader: RecordReader {
  private let name: String
  private let format: JSONLinesFormat
  private let recordLimit: Int
  private let state: Mutex<State>
  /// The first record and the line of every batch.
  private let marks = Mutex<[(first: UInt32, line: Int)]>([])

  private struct State: ~Copyable {
    var more: (inout ByteArena) throws(Failure) -> Bool
    /// The beginning of a line whose end has not come yet.
    var rest = ByteArena()
    var cutter = LineCutter()
    var line = 1
    var number: UInt32 = 1
    var ordinal = 0
    var hasEnded = false
  }

  /// Reads what `more` appends to an arena until it returns false; `name` is how messages call it.
  package convenience init(
    _ plan: FieldPlan, name: String, recordLimit: Int = 1 << 26,
    more: sending @escaping (inout ByteArena) throws(Failure) -> Bool
  ) throws(Failure) {
    self.init(try JSONLinesPlan(plan), name: name, recordLimit: recordLimit, more: more)
  }

  /// Reads what `more` appends to an arena until it returns false, for a plan that is prepared.
  package init(
    _ plan: JSONLinesPlan, name: String, recordLimit: Int = 1 << 26,
    more: sending @escaping (inout ByteArena) throws(Failure) -> Bool
  ) {
    self.name = name
    self.recordLimit = recordLimit
    format = plan.format
    state = Mutex(State(more: more))
  }

  /// Reads some lines that are there already.
  package convenience init(_ plan: JSONLinesPlan, name: String, lines: [String]) {
    var hasCome = false
    self.init(plan, name: name) { arena in
      guard !hasCome else { return false }
      hasCome = true
      for line in lines {
        arena.append(line)
        arena.append(0x0A)
      }
      return true
    }
  }

  package func next(_ batch: inout RecordBatch) throws(Failure) -> Bool {
    batch.removeAll()
    return try state.withLock { state throws(Failure) in
      do throws(Failure) {
        return try advance(&state, &batch)
      } catch {
        state.hasEnded = true
        throw error
      }
    }
  }

  private func advance(_ state: inout State, _ batch: inout RecordBatch) throws(Failure) -> Bool {
    while !state.hasEnded {
      batch.bytes.append(state.rest, state.rest.all)
      state.rest.removeAll(keepingAtMost: 1 << 20)
      let wanted = batch.bytes.count + 1 << 20
      while !state.hasEnded, batch.bytes.count < wanted {
        if try !state.more(&batch.bytes) { state.hasEnded = true }
      }
      batch.ordinal = state.ordinal
      batch.firstRecord = state.number
      batch.line = state.line
      try cut(&batch, &state)
      if !batch.records.isEmpty {
        let mark = (batch.firstRecord, batch.line)
        marks.withLock { $0.append(mark) }
        state.ordinal += 1
        return true
      }
      batch.bytes.removeAll()
    }
    return false
  }

  /// Cuts the lines of a batch and keeps the beginning of the last one for the next batch.
  private func cut(_ batch: inout RecordBatch, _ state: inout State) throws(Failure) {
    let count = batch.bytes.count
    batch.bytes.append(zeros: scanPadding)
    var ranges = RecordRanges(entries: [], number: state.number)
    var cutter = state.cutter
    var counter = LineCounter(line: state.line, column: 1)
    let isLast = state.hasEnded
    let taken = try batch.bytes.withSpan(batch.bytes.all) { bytes throws(Failure) in
      do throws(CutDamage) {
        let taken = try cutter.cut(bytes, count, isLast: isLast, into: &ranges)
        counter.move(to: taken, bytes)
        return taken
      } catch {
        let place = counter.location(of: min(error.offset, count), bytes, file: name)
        throw Failure(
          error.code, "these are no JSON lines", at: place, remedy: "write one object a line")
      }
    }
    if count - taken > recordLimit {
      throw Failure(
        .recordTooLong, "a line is longer than \(recordLimit >> 20) MB",
        at: SourceLocation(file: name, line: counter.line), remedy: "write one object a line")
    }
    state.rest.append(batch.bytes, ByteRange(start: taken, count: count - taken))
    batch.bytes.truncate(to: taken)
    batch.bytes.append(zeros: scanPadding)
    batch.records = ranges.entries
    state.cutter = cutter
    state.number = ranges.number
    state.line = counter.line
  }

  package func decode(_ batch: inout RecordBatch) throws(Failure) {
    format.decode(&batch, file: name)
  }

  /// The line, if no line before it in its batch is blank.
  package func location(ofRecord number: UInt32) -> SourceLocation {
    let mark = marks.withLock { marks in marks.last { $0.first <= number } }
    guard let mark else { return SourceLocation(file: name) }
    return SourceLocation(file: name, line: mark.line + Int(number - mark.first))
  }
}

/// A plan of fields, prepared for many reads.
package struct JSONLinesPlan: Sendable {
  let format: JSONLinesFormat

  /// Prepares a plan.
  package init(_ plan: FieldPlan) throws(Failure) {
    format = JSONLinesFormat(trie: try FieldTrie(plan))
  }
}
