import DeclaredRecords
import FootlightPlatform
import Synchronization

/// Runs a program and cuts what it prints into lines; the program ends with the read.
final class CommandReader: RecordReader {
  private let settings: DeclaredProgram
  private let format: JSONLinesFormat
  private let system: SystemServices
  private let cancellation: Cancellation
  private let state: Mutex<State>
  private let marks = LineMarks()
  /// The last lines that the program wrote to its standard error.
  private let complaints = Mutex<[String]>([])
  /// How fast its lines may be taken; nil for as they come.
  private let pace: RecordPace?

  /// How often the flag of cancellation is looked at, in milliseconds.
  private static let patience: Int32 = 50

  private struct State: ~Copyable {
    var process: PipedProcess?
    var frame: LineFrame
    /// Bytes so far, and nanoseconds spent waiting.
    var printed = 0
    var waited: Int64 = 0
    var hasBegun = false
    /// The form of the lines that the program prints, and how far it says that it came.
    var tone = CommandTone()
    /// A batch that was read to see what the program prints.
    var first: RecordBatch?

    init(_ frame: consuming LineFrame) {
      self.frame = frame
    }
  }

  private let told = Mutex<(cursor: String?, deletions: [SourceDeletion])>((nil, []))
  /// The cursor that was handed to the program; nil when it should print all records.
  private let cursorBefore: String?

  init(
    _ settings: DeclaredProgram, _ format: JSONLinesFormat, _ system: SystemServices,
    _ cancellation: Cancellation, since cursor: String? = nil, pace: RecordPace? = nil,
    recordLimit: Int = 1 << 26
  ) {
    cursorBefore = cursor
    self.settings = settings
    self.format = format
    self.system = system
    self.cancellation = cancellation
    self.pace = pace
    let name = CommandReader.name(settings)
    state = Mutex(
      State(
        LineFrame(
          name, subject: "the program prints", remedy: "let the program print one object a line",
          recordLimit: recordLimit)))
  }

  /// How messages call what the program prints.
  private var name: String { CommandReader.name(settings) }

  private static func name(_ settings: DeclaredProgram) -> String {
    "output of \(settings.words.first ?? "")"
  }

  func next(_ batch: inout RecordBatch) throws(Failure) -> Bool {
    batch.removeAll()
    return try state.withLock { state throws(Failure) in
      if var first = state.first.take() {
        swap(&first, &batch)
        return true
      }
      return try guarded(&state, &batch)
    }
  }

  /// Runs the program until its first record or its end tells what it prints.
  func look() throws(Failure) -> CommandTone.Kind {
    try state.withLock { state throws(Failure) in
      var batch = RecordBatch()
      // Deletions make no batch: the whole of them is read before the first record, or the end.
      if try guarded(&state, &batch) { state.first = consume batch }
      return state.tone.kind
    }
  }

  private func guarded(_ state: inout State, _ batch: inout RecordBatch) throws(Failure) -> Bool {
    do throws(Failure) {
      return try advance(&state, &batch)
    } catch {
      state.frame.end()
      // Nobody reads any more: with its owner the program goes.
      state.process = nil
      throw error
    }
  }

  private func advance(_ state: inout State, _ batch: inout RecordBatch) throws(Failure) -> Bool {
    while !state.frame.hasEnded {
      if !state.hasBegun {
        state.hasBegun = true
        try cancellation.check()
        var program = Subprocess(settings.program, Array(settings.words.dropFirst()))
        program.variables = [CommandSource.cursorVariable: cursorBefore]
        state.process = try PipedProcess(
          program, in: settings.folder, memory: settings.limits.memoryLimit)
      }
      let wanted = state.frame.begin(&batch, block: pace?.block ?? 1 << 20)
      let isLast = try fill(&batch.bytes, upTo: wanted, &state)
      if isLast { try finish(&state) }
      try state.frame.cut(&batch, isLast: isLast)
      try pace?.take(batch.records.count, cancellation)
      try takeMessages(&batch, &state)
      if isLast { tell(state.tone) }
      if state.frame.hand(&batch, marks, countsPlaces: format.identity.usesNumber) { return true }
    }
    return false
  }

  /// Takes the lines out of a batch that are no records, and finds the records in the others.
  private func takeMessages(
    _ batch: inout RecordBatch, _ state: inout State
  ) throws(Failure) {
    var tone = state.tone
    var entries: [RecordEntry] = []
    swap(&entries, &batch.records)
    let line = batch.line
    try batch.bytes.withSpan(batch.bytes.all) { bytes throws(Failure) in
      let scan = CommandLineScan()
      var kept = 0
      for var entry in entries {
        let message = scan.message(bytes, entry.raw)
        if let mistake = tone.take(
          message, number: entry.number, isChange: cursorBefore != nil)
        {
          var counter = LineCounter(line: line, column: 1)
          throw Failure(
            .sourceProgram, mistake,
            at: counter.location(of: entry.raw.lowerBound, bytes, file: name),
            remedy: "print all records, or lines with `op` and a cursor line, or `unchanged`")
        }
        switch message {
        case .record(let raw, _):
          entry.raw = raw
          entries[kept] = entry
          kept += 1
        case .deletion, .cursor, .unchanged: break
        }
      }
      entries.removeSubrange(kept...)
    }
    batch.records = entries
    state.tone = tone
  }

  private func tell(_ tone: borrowing CommandTone) {
    let (cursor, deletions) = (tone.cursor, tone.deletions)
    told.withLock { $0 = (cursor, deletions) }
  }

  func cursor() -> String? { told.withLock { $0.cursor } }

  func deletions() -> [SourceDeletion] { told.withLock { $0.deletions } }

  /// Reads until a block is full; true when the program prints no more.
  private func fill(
    _ bytes: inout ByteArena, upTo wanted: Int, _ state: inout State
  ) throws(Failure) -> Bool {
    while bytes.count < wanted {
      try cancellation.check()
      let began = system.monotonic()
      let event =
        try state.process?.read(
          into: &bytes, upTo: wanted - bytes.count, waiting: CommandReader.patience) ?? .ended
      try wait(system.monotonic() &- began, &state)
      switch event {
      case .ended: return true
      case .nothing:
        // A process that it has started may hold its output open: with the program its family ends, and the
        // lines that were printed count.
        _ = try state.process?.exitCode(waiting: 0)
      case .output(let count):
        state.printed &+= count
        if state.printed > settings.limits.outputLimit {
          throw failure(
            "the program printed more than \(settings.limits.outputLimit >> 20) MB",
            remedy: "raise `output_limit`, if that is right", &state)
        }
      }
    }
    return false
  }

  /// Waits for the end of the program and fails when that is no good one.
  private func finish(_ state: inout State) throws(Failure) {
    while true {
      try cancellation.check()
      let began = system.monotonic()
      let code = try state.process?.exitCode(waiting: CommandReader.patience)
      try wait(system.monotonic() &- began, &state)
      guard let code else { continue }
      if code != 0 {
        throw failure(
          code > 128
            ? "the program was ended by signal \(code - 128)"
            : "the program ended with exit code \(code)",
          remedy: """
            run it by hand in \(settings.folder): \(settings.words.joined(separator: " ")); \
            if its memory was short, raise `memory_limit`
            """, &state)
      }
      let lines = state.process?.errorLines ?? []
      complaints.withLock { $0 = lines }
      state.process = nil
      return
    }
  }

  /// Counts time spent waiting.
  private func wait(_ nanoseconds: Int64, _ state: inout State) throws(Failure) {
    state.waited &+= nanoseconds
    guard state.waited > settings.limits.timeLimit else { return }
    throw failure(
      "the program took longer than \(settings.limits.timeLimitText)",
      remedy: "raise `time_limit`, if that is right", &state)
  }

  /// A failure of the program, with what it said on its standard error.
  private func failure(
    _ message: String, remedy: String, _ state: inout State
  ) -> Failure {
    let first = Diagnostic(
      .sourceProgram, message, at: settings.limits.location ?? SourceLocation(file: name),
      remedy: remedy)
    let lines = state.process?.errorLines ?? []
    return Failure([first] + notes(lines)) ?? Failure(first)
  }

  private func notes(_ lines: [String]) -> [Diagnostic] {
    lines.map { line in
      Diagnostic(
        .sourceProgram, "the program says: \(line)",
        at: SourceLocation(file: "standard error of \(settings.words.first ?? "")"),
        severity: .note)
    }
  }

  func decode(_ batch: inout RecordBatch) throws(Failure) {
    format.decode(&batch, file: name)
  }

  /// The line of what the program prints, if no line before it in its batch is blank.
  func location(ofRecord number: UInt32) -> SourceLocation {
    marks.location(ofRecord: number, in: name)
  }

  /// The lines that a program that ended well wrote to its standard error.
  func remarks() -> [Diagnostic] {
    notes(complaints.withLock { $0 })
  }
}
