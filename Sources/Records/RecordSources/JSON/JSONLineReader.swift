package import FootlightPlatform
import Synchronization

/// A read of JSON lines that come from anywhere, piece by piece: what programs hand over.
///
/// Asked by one thread at a time, taken apart by several.
package final class JSONLineReader: RecordReader {
  private let name: String
  private let format: JSONLinesFormat
  private let block: Int
  private let state: Mutex<State>
  private let marks = LineMarks()

  private struct State: ~Copyable {
    var more: (inout ByteArena) throws(Failure) -> Bool
    var frame: LineFrame
  }

  /// Reads what `more` appends to an arena until it returns false, about a `block` at a time; `name` is how messages
  /// call it.
  package init(
    _ format: JSONLinesFormat, name: String, block: Int = 1 << 20, recordLimit: Int = 1 << 26,
    more: sending @escaping (inout ByteArena) throws(Failure) -> Bool
  ) {
    self.name = name
    self.format = format
    self.block = block
    let frame = LineFrame(name, subject: "these are", recordLimit: recordLimit)
    state = Mutex(State(more: more, frame: frame))
  }

  /// Reads some lines that are there already.
  package convenience init(_ format: JSONLinesFormat, name: String, lines: [String]) {
    var hasCome = false
    self.init(format, name: name) { arena in
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
        while !state.frame.hasEnded {
          let wanted = state.frame.begin(&batch, block: block)
          var isLast = false
          while !isLast, batch.bytes.count < wanted { isLast = try !state.more(&batch.bytes) }
          try state.frame.cut(&batch, isLast: isLast)
          let usesNumber = format.identity.usesNumber
          if state.frame.hand(&batch, marks, countsPlaces: usesNumber) { return true }
        }
        return false
      } catch {
        state.frame.end()
        throw error
      }
    }
  }

  package func decode(_ batch: inout RecordBatch) throws(Failure) {
    format.decode(&batch, file: name)
  }

  /// The line, if no line before it in its batch is blank.
  package func location(ofRecord number: UInt32) -> SourceLocation {
    marks.location(ofRecord: number, in: name)
  }
}
