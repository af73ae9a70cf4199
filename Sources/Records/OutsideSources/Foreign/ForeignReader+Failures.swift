import DeclaredRecords
import FootlightPlatform

extension ForeignReader {
  func location(_ place: Place) -> SourceLocation {
    SourceLocation(
      file: files[Int(place.file)].display, line: place.line > 0 ? Int(place.line) : nil)
  }

  /// A record that cannot be read.
  func report(
    _ message: String, _ remedy: String, _ place: Place, _ state: inout State,
    _ batch: inout RecordBatch, _ places: inout [Place]
  ) {
    batch.report(
      Diagnostic(.recordUnreadable, message, at: location(place), remedy: remedy))
    places.append(place)
    state.number &+= 1
  }

  /// A file that cannot be read any further: where it is one of several, a bad record.
  func fail(
    _ message: String, _ remedy: String, _ place: Place, _ state: inout State,
    _ batch: inout RecordBatch, _ places: inout [Place]
  ) throws(Failure) {
    let problem = Diagnostic(.sourceDamaged, message, at: location(place), remedy: remedy)
    guard files.count > 1 else { throw Failure(problem) }
    batch.report(problem)
    places.append(place)
    state.number &+= 1
  }

  /// A process has ended.
  func finish(
    _ run: ForeignRun, _ code: Int32, _ state: inout State, _ batch: inout RecordBatch,
    _ places: inout [Place]
  ) throws(Failure) {
    let complaints = run.complaints
    guard run.hasBegun else {
      run.stop()
      throw Failure(
        .sourceReader,
        complaints.isEmpty
          ? "footlight-read ends with \(code) before it reads anything"
          : "footlight-read says: \(complaints.joined(separator: " "))",
        at: settings.location ?? SourceLocation(file: program),
        remedy:
          "see whether \(program) belongs to this footlight; raise `memory_limit`, if that is low")
    }
    if run.done == run.files.count {
      run.stop()
      state.current += 1
      return
    }
    try lose(
      run,
      code > 128
        ? "the reader of the file was ended by signal \(code - 128)"
        : "the reader of the file ended with \(code) before the file did",
      remedy: "check the file; raise `memory_limit` or `time_limit`, if one is low", &state, &batch,
      &places)
  }

  /// The file that a process was reading is lost; another process goes on after it.
  func lose(
    _ run: ForeignRun, _ message: String, remedy: String, _ state: inout State,
    _ batch: inout RecordBatch, _ places: inout [Place]
  ) throws(Failure) {
    run.stop()
    let file = run.files[run.done]
    let problem = Diagnostic(
      .sourceReader, message, at: SourceLocation(file: files[file].display), remedy: remedy)
    guard files.count > 1 else { throw Failure(problem) }
    batch.report(problem)
    places.append(Place(file, 0))
    state.number &+= 1
    state.firstOfFile = state.number
    let rest = Array(run.files[(run.done + 1)...])
    state.current += 1
    if !rest.isEmpty { state.parts.insert(.files(rest), at: state.current) }
  }

  /// A failure that says that the lines of a process cannot be believed.
  func lie(_ run: ForeignRun, _ what: String) -> Failure {
    run.stop()
    let file = run.files[min(run.done, run.files.count - 1)]
    return Failure(
      .sourceReader, "what footlight-read prints cannot be right: \(what)",
      at: SourceLocation(file: files[file].display),
      remedy: "see whether \(program) belongs to this footlight; do not trust the file")
  }
}
