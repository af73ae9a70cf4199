package import FootlightPlatform
import Synchronization

/// Cuts what comes piece by piece into batches of whole lines.
///
/// The beginning of a line waits for its end. With each turn at least as much is asked for as waits,
/// so that a line is copied and looked through twice at most, however long it is.
package struct LineFrame: ~Copyable {
  /// The name of the lines in messages.
  private let name: String
  /// How a message begins that says that these are no such lines.
  private let subject: String
  private let remedy: String
  /// How long a line may be.
  private let recordLimit: Int
  /// The beginning of a line whose end has not come yet.
  private var rest = ByteArena()
  private var cutter = LineCutter()
  private var line = 1
  private var number: UInt32 = 1
  private var ordinal = 0
  /// Whether nothing more comes.
  package private(set) var hasEnded = false

  package init(
    _ name: String, subject: String, remedy: String = "write one object a line", recordLimit: Int
  ) {
    self.name = name
    self.subject = subject
    self.remedy = remedy
    self.recordLimit = recordLimit
  }

  /// Puts what waits into a batch; until how many bytes more has to be appended to it.
  ///
  /// - Parameter block: how much is asked for at least.
  package mutating func begin(_ batch: inout RecordBatch, block: Int) -> Int {
    let waiting = rest.count
    batch.bytes.append(rest, rest.all)
    rest.removeAll(keepingAtMost: 1 << 20)
    return waiting + max(block, min(waiting, recordLimit - waiting + 1))
  }

  /// Cuts the lines of a batch and keeps the beginning of the last one for the next batch.
  package mutating func cut(_ batch: inout RecordBatch, isLast: Bool) throws(Failure) {
    if isLast { hasEnded = true }
    batch.ordinal = ordinal
    batch.firstRecord = number
    batch.line = line
    let count = batch.bytes.count
    batch.bytes.append(zeros: scanPadding)
    var counter = LineCounter(line: line, column: 1)
    let taken: Int
    do throws(CutDamage) {
      taken = try cutter.cut(&batch, count, isLast: isLast, &number, &counter, name)
    } catch {
      throw Failure(
        error.code, "\(subject) no JSON lines: \(error.message)", at: error.place, remedy: remedy)
    }
    if count - taken > recordLimit {
      throw Failure(
        .recordTooLong, "a line is longer than \(recordLimit >> 20) MB",
        at: SourceLocation(file: name, line: counter.line), remedy: remedy)
    }
    rest.append(batch.bytes, ByteRange(start: taken, count: count - taken))
    batch.bytes.truncate(to: taken)
    batch.bytes.append(zeros: scanPadding)
    line = counter.line
  }

  /// Hands a batch on, after which the next one has another place; false for one without records, which is emptied.
  package mutating func hand(
    _ batch: inout RecordBatch, _ marks: borrowing LineMarks, countsPlaces: Bool
  ) -> Bool {
    guard !batch.records.isEmpty else {
      batch.bytes.removeAll()
      return false
    }
    batch.countsPlaces = countsPlaces
    marks.add(batch)
    ordinal += 1
    return true
  }

  /// Takes no more, whatever comes.
  package mutating func end() { hasEnded = true }
}

/// On which lines the batches of a read began.
package struct LineMarks: ~Copyable, Sendable {
  private let marks = Mutex<[(first: UInt32, line: Int)]>([])

  package init() {}

  /// Notes where a batch begins.
  package func add(_ batch: borrowing RecordBatch) {
    let mark = (batch.firstRecord, batch.line)
    marks.withLock { $0.append(mark) }
  }

  /// The line of a record, if no line before it in its batch is blank.
  package func location(ofRecord number: UInt32, in name: String) -> SourceLocation {
    let mark = marks.withLock { marks in marks.last { $0.first <= number } }
    guard let mark else { return SourceLocation(file: name) }
    return SourceLocation(file: name, line: mark.line + Int(number - mark.first))
  }
}
