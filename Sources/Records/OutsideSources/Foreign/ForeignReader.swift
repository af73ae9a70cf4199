import DeclaredRecords
import FileHandles
import FootlightPlatform
import Synchronization

/// Has footlight-read take files apart, several processes at a time, and hands over what they print.
///
/// A process reads some files one after the other. What ends a process – a mistake in it, a limit, a
/// signal – costs the file that it was reading; another process goes on after it. Records of files that
/// look as they did come from ``KeptRecords``.
final class ForeignReader: RecordReader {
  let files: [SourceFile]
  let settings: ForeignSettings
  let format: JSONLinesFormat
  let program: String
  let rootName: String
  /// The text that the files become before they are read; nil when they are read as they are.
  private let converted: ConvertedFiles?
  let system: SystemServices
  private let cancellation: Cancellation
  private let state: Mutex<State>
  /// Where each record begins: the number of its file and its line.
  private let places = Mutex<[Place]>([])
  let unconfined = Atomic<Bool>(false)

  /// Where a record begins.
  struct Place: Sendable {
    var file: UInt32
    var line: UInt32
    /// Whether there is a record, and not only what is wrong with one.
    var isRecord = false
  }

  /// Files whose records come one way.
  enum Part {
    case kept(Int)
    case files([Int])
    case run(ForeignRun)
    /// A file that cannot be converted.
    case bad(Int, Diagnostic)
  }

  struct State: ~Copyable {
    var kept: KeptRecords?
    var parts: [Part] = []
    /// Where the records of the batch begin.
    var places: [Place] = []
    var current = 0
    var number: UInt32 = 1
    /// The number of the first record of the file that is being read.
    var firstOfFile: UInt32 = 1
    var ordinal = 0
    var hasBegun = false
    var hasEnded = false
  }

  /// How many files one process reads at most, and how many bytes of them.
  private static let mostFiles = 256
  private static let mostBytes = 8 << 20
  private static let block = 1 << 20
  /// How many nanoseconds a process may need for its end.
  private static let patience: Int64 = 1_000_000_000

  init(
    _ files: [SourceFile], _ settings: ForeignSettings, _ plan: FieldPlan, program: String,
    rootName: String, converted: ConvertedFiles?, _ system: SystemServices,
    _ cancellation: Cancellation
  ) throws(Failure) {
    self.files = files
    self.settings = settings
    format = try JSONLinesFormat(plan)
    self.program = program
    self.rootName = rootName
    self.converted = converted
    self.system = system
    self.cancellation = cancellation
    state = Mutex(State())
  }

  /// Whether something of the file is asked for, so that a batch must not hold two files.
  var usesFile: Bool { format.identity.usesNumber || format.identity.usesNames }

  func next(_ batch: inout RecordBatch) throws(Failure) -> Bool {
    batch.removeAll()
    return try state.withLock { state throws(Failure) in
      guard !state.hasEnded else { return false }
      do throws(Failure) {
        return try advance(&state, &batch)
      } catch {
        end(&state)
        throw error
      }
    }
  }

  /// Stops all processes; what was read stays kept.
  private func end(_ state: inout State) {
    state.hasEnded = true
    state.parts = []
    state.kept?.commit()
    state.kept = nil
  }

  private func advance(_ state: inout State, _ batch: inout RecordBatch) throws(Failure) -> Bool {
    if !state.hasBegun { try begin(&state) }
    batch.ordinal = state.ordinal
    batch.firstRecord = state.number
    batch.firstOfFile = state.firstOfFile
    batch.countsPlaces = format.identity.usesNumber
    state.places = []
    while batch.bytes.count < ForeignReader.block, state.current < state.parts.count {
      if usesFile, state.firstOfFile != batch.firstOfFile {
        // A record of the next file would be counted with those of this one.
        guard state.places.isEmpty else { break }
        batch.firstOfFile = state.firstOfFile
      }
      try cancellation.check()
      if try !step(&state, &batch) {
        // Nothing has come: what there is is handed over, or else there is a little wait.
        guard batch.records.isEmpty, batch.problems.isEmpty else { break }
        system.sleep(2_000_000)
      }
    }
    if batch.records.isEmpty, batch.problems.isEmpty {
      state.kept?.forgetOthers(files)
      end(&state)
      return false
    }
    batch.bytes.append(zeros: scanPadding)
    if !settings.namesFiles, let first = state.places.first {
      batch.name(files[Int(first.file)], rootName: rootName, for: format.identity, columns: nil)
    }
    let begun = state.places
    batch.layout = ForeignLayout(places: begun)
    places.withLock { $0 += begun }
    state.ordinal += 1
    return true
  }

  /// Takes what there is of the current part; false when that is nothing yet.
  private func step(
    _ state: inout State, _ batch: inout RecordBatch
  ) throws(Failure) -> Bool {
    switch state.parts[state.current] {
    case .kept(let file):
      var lines = ByteArena()
      guard state.kept?.append(files[file], to: &lines) ?? false else {
        state.parts[state.current] = .files([file])
        return true
      }
      try take(lines, from: file, &state, &batch)
      state.current += 1
      state.firstOfFile = state.number
      return true
    case .files:
      try start(&state)
      return true
    case .bad(let file, let problem):
      guard files.count > 1 else { throw Failure(problem) }
      report(problem, Place(file, 0), &state, &batch)
      state.firstOfFile = state.number
      state.current += 1
      return true
    case .run(let run):
      try start(&state)
      // Lines that were left because they are of the next file.
      let before = run.taken
      try take(run, &state, &batch)
      if run.taken > before { return true }
      if try run.read() {
        try take(run, &state, &batch)
        return true
      }
      guard let code = try run.exitCode() else {
        let waited = system.monotonic() &- run.moved
        // It has read all of its files, and what it still does is of no use.
        if run.done == run.files.count, waited > ForeignReader.patience {
          run.stop()
          state.current += 1
          return true
        }
        if waited > settings.timeLimit {
          try lose(
            run, "reading the file took longer than \(settings.timeLimitText)",
            remedy: "raise `time_limit`, if that is right", &state, &batch)
          return true
        }
        return false
      }
      // Its last words may have come between the read and the end.
      if try run.read() {
        try take(run, &state, &batch)
        return true
      }
      try finish(run, code, &state, &batch)
      return true
    }
  }

  // MARK: Parts

  /// Divides the files among processes and what is kept.
  private func begin(_ state: inout State) throws(Failure) {
    state.hasBegun = true
    // Of a file alone nothing else would be saved.
    if files.count > 1, !settings.domain.isEmpty {
      let look = try FileStatus.of(program)
      state.kept = KeptRecords(
        source: KeptRecords.read(settings.folder, settings.domain),
        settings: "1\u{1}\(settings.text)\u{1}\(look?.size ?? 0):\(look?.modified ?? 0)", system)
    }
    var group: [Int] = []
    var bytes = 0
    for (number, file) in files.enumerated() {
      if let problem = file.problem {
        if !group.isEmpty { state.parts.append(.files(group)) }
        group = []
        bytes = 0
        state.parts.append(.bad(number, problem))
        continue
      }
      let isKept = state.kept?.holds(file) ?? false
      let size = try FileStatus.of(file.path)?.size ?? 0
      let isAlone = converted != nil || ForeignRun.isAlone(file.path)
      if !group.isEmpty,
        isKept || isAlone || bytes + size > ForeignReader.mostBytes
          || group.count >= groupLimit
      {
        state.parts.append(.files(group))
        group = []
        bytes = 0
      }
      if isKept {
        state.parts.append(.kept(number))
      } else if isAlone {
        state.parts.append(.files([number]))
      } else {
        group.append(number)
        bytes += size
      }
    }
    if !group.isEmpty { state.parts.append(.files(group)) }
  }

  /// Few files are spread over all processors.
  private var groupLimit: Int {
    max(1, min(ForeignReader.mostFiles, files.count / (2 * Workers.processors)))
  }

  /// Starts processes for the current part and for those after it, as many as there are processors.
  private func start(_ state: inout State) throws(Failure) {
    var running = 0
    var place = state.current
    while place < state.parts.count, place < state.current + 64, running < Workers.processors {
      switch state.parts[place] {
      case .kept, .bad: break
      case .run(let run):
        if try run.isRunning() { running += 1 }
      case .files(let numbers):
        do throws(Failure) {
          let run = try ForeignRun(
            numbers, files, converted, settings, program: program, now: system.monotonic())
          state.parts[place] = .run(run)
          running += 1
        } catch {
          if let problem = error.named(files[numbers[0]]).diagnostics.first,
            [.sourceProgram, .packedDamaged, .packedTooLarge].contains(problem.code)
          {
            state.parts[place] = .bad(numbers[0], problem)
            place += 1
            continue
          }
          // Where there is no room for another one, those that run are enough.
          guard place > state.current, error.concerns([.tooManyFiles]) else {
            throw error.named(files[numbers[0]])
          }
          return
        }
      }
      place += 1
    }
  }

  // MARK: Records

  func decode(_ batch: inout RecordBatch) throws(Failure) {
    guard let layout = batch.layout as? ForeignLayout else { return }
    let known = batch.problems.count
    batch.line = 1
    format.decode(&batch, file: "")
    guard batch.problems.count > known else { return }
    let records = layout.places.filter(\.isRecord)
    // A mistake that the decoding finds in a line of the batch is one of the record that became that line.
    for index in known..<batch.problems.count {
      let line = (batch.problems[index].location?.line ?? 1) - 1
      if records.indices.contains(line) {
        batch.problems[index].location = location(records[line])
      }
    }
  }

  func location(ofRecord number: UInt32) -> SourceLocation {
    let place = places.withLock { places in
      let index = Int(number) - 1
      return places.indices.contains(index) ? places[index] : nil
    }
    return place.map { location($0) } ?? SourceLocation(file: files.first?.display ?? "")
  }

  func remarks() -> [Diagnostic] {
    var remarks: [Diagnostic] = []
    if unconfined.load(ordering: .relaxed) {
      remarks.append(
        Diagnostic(
          .sourceUnconfined, "this system cannot lock in the program that reads the files",
          at: settings.location,
          remedy: "read files that you trust, or use a Linux with Landlock and seccomp",
          severity: .note))
    }
    // An empty list says where it is; elements of a name that is a slip say nothing.
    if settings.kind == "xml", places.withLock({ $0.isEmpty }) {
      remarks.append(
        Diagnostic(
          .sourceSetting, "there are no elements that `records` names", at: settings.location,
          remedy: "compare it with the file: names are case-sensitive", severity: .warning))
    }
    return remarks
  }
}

extension ForeignReader.Place {
  init(_ file: Int, _ line: Int) {
    self.init(file: UInt32(clamping: file), line: UInt32(clamping: line))
  }
}

/// Where the records of a batch come from.
private struct ForeignLayout: Sendable {
  var places: [ForeignReader.Place]
}
