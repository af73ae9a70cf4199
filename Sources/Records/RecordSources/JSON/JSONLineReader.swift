package import FootlightPlatform
import Synchronization

/// A read of JSON lines that come from anywhere, piece by piece: what programs hand over.
///
/// Asked by one thread at a time, taken apart by several.
package final class JSONLineReader: RecordReader {
  private let name: String
  private let format: JSONLinesFormat
  private let state: Mutex<State>
  private let marks = LineMarks()

  private struct State: ~Copyable {
    var more: (inout ByteArena) throws(Failure) -> Bool
    var frame: LineFrame
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
    format = plan.format
    let frame = LineFrame(name, subject: "these are", recordLimit: recordLimit)
    state = Mutex(State(more: more, frame: frame))
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
        state.frame.end()
        throw error
      }
    }
  }

  private func advance(_ state: inout State, _ batch: inout RecordBatch) throws(Failure) -> Bool {
    while !state.frame.hasEnded {
      let wanted = state.frame.begin(&batch, block: 1 << 20)
      var isLast = false
      while !isLast, batch.bytes.count < wanted { isLast = try !state.more(&batch.bytes) }
      try state.frame.cut(&batch, isLast: isLast)
      if state.frame.hand(&batch, marks, countsPlaces: format.identity.usesNumber) { return true }
    }
    return false
  }

  package func decode(_ batch: inout RecordBatch) throws(Failure) {
    format.decode(&batch, file: name)
  }

  /// The line, if no line before it in its batch is blank.
  package func location(ofRecord number: UInt32) -> SourceLocation {
    marks.location(ofRecord: number, in: name)
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
