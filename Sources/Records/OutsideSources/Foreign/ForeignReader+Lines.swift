import DeclaredRecords
import FootlightPlatform
import Synchronization

extension ForeignReader {
  func location(_ place: Place) -> SourceLocation {
    SourceLocation(
      file: files[Int(place.file)].display, line: place.line > 0 ? Int(place.line) : nil)
  }

  /// A record is lost, or the rest of a file that is one of several.
  func report(
    _ problem: Diagnostic, _ place: Place, _ state: inout State, _ batch: inout RecordBatch
  ) {
    batch.report(problem)
    state.places.append(place)
    state.number &+= 1
  }

  private func unreadable(_ message: String, _ remedy: String, _ place: Place) -> Diagnostic {
    Diagnostic(.recordUnreadable, message, at: location(place), remedy: remedy)
  }

  /// A process has ended.
  func finish(
    _ run: ForeignRun, _ code: Int32, _ state: inout State, _ batch: inout RecordBatch
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
      remedy: "check the file; raise `memory_limit` or `time_limit`, if one is low", &state, &batch)
  }

  /// The file that a process was reading is lost; another process goes on after it.
  func lose(
    _ run: ForeignRun, _ message: String, remedy: String, _ state: inout State,
    _ batch: inout RecordBatch
  ) throws(Failure) {
    run.stop()
    let file = run.files[run.done]
    let problem = Diagnostic(
      .sourceReader, message, at: SourceLocation(file: files[file].display), remedy: remedy)
    guard files.count > 1 else { throw Failure(problem) }
    report(problem, Place(file, 0), &state, &batch)
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

extension ForeignReader {
  /// Takes the lines of a process.
  func take(
    _ run: ForeignRun, _ state: inout State, _ batch: inout RecordBatch
  ) throws(Failure) {
    while true {
      let start = run.taken
      guard
        let end = run.lines.firstIndex(of: 0x0A, from: start, to: run.lines.count)
      else {
        guard run.lines.count - start <= ForeignReader.lineLimit else {
          throw lie(run, "a line is too long")
        }
        return
      }
      run.taken = end + 1
      let range = ByteRange(start: start, count: end - start)
      let line = run.lines.withSpan(run.lines.all) { ForeignLine($0, range) }
      guard let line else { throw lie(run, "a line is none of its lines") }
      if !run.hasBegun {
        guard case .confinement(let files, let calls) = line else {
          throw lie(run, "it does not say how it is locked in")
        }
        run.hasBegun = true
        if !files || !calls { unconfined.store(true, ordering: .relaxed) }
        continue
      }
      guard run.done < run.files.count else { throw lie(run, "there is a line too many") }
      let file = run.files[run.done]
      switch line {
      case .record(run.done, let line, let raw):
        run.count += 1
        run.keep(range)
        add(raw, of: run.lines, Place(file, line), &state, &batch)
      case .lost(let loss, run.done, let line, let message, let remedy):
        let place = Place(file, line)
        guard loss == .failed else {
          run.count += 1
          if loss == .bad { run.keep(range) } else { run.kept = nil }
          report(unreadable(message, remedy, place), place, &state, &batch)
          continue
        }
        let problem = Diagnostic(.sourceDamaged, message, at: location(place), remedy: remedy)
        guard files.count > 1 else { throw Failure(problem) }
        report(problem, place, &state, &batch)
        run.nextFile(now: system.monotonic())
        state.firstOfFile = state.number
        if usesFile { return }
      case .end(run.done, run.count):
        if let kept = run.kept.take(), let before = run.looks[run.done] {
          state.kept?.keep(files[file], before, kept)
        }
        run.nextFile(now: system.monotonic())
        state.firstOfFile = state.number
        if usesFile { return }
      default:
        throw lie(run, "a line says what cannot be")
      }
    }
  }

  /// A record is at most 16 MB, with what is around it.
  static let lineLimit = 17 << 20

  /// Takes the kept lines of a file.
  func take(
    _ lines: borrowing ByteArena, from file: Int, _ state: inout State,
    _ batch: inout RecordBatch
  ) throws(Failure) {
    var start = 0
    while let end = lines.firstIndex(of: 0x0A, from: start, to: lines.count) {
      let range = ByteRange(start: start, count: end - start)
      start = end + 1
      switch lines.withSpan(lines.all, { ForeignLine($0, range) }) {
      case .record(_, let line, let raw):
        add(raw, of: lines, Place(file, line), &state, &batch)
      case .lost(_, _, let line, let message, let remedy):
        report(unreadable(message, remedy, Place(file, line)), Place(file, line), &state, &batch)
      default: break
      }
    }
  }

  /// Appends a record to a batch.
  func add(
    _ raw: ByteRange, of lines: borrowing ByteArena, _ place: Place, _ state: inout State,
    _ batch: inout RecordBatch
  ) {
    let start = batch.bytes.count
    if settings.namesFiles {
      batch.bytes.append(UInt8(ascii: "{"))
      append(namesOf: files[Int(place.file)], to: &batch.bytes)
      // Of two fields with one name the later counts: what a record says itself stays.
      let fields = ByteRange(start: raw.lowerBound + 1, count: Int(raw.count) - 1)
      if raw.count > 2 { batch.bytes.append(UInt8(ascii: ",")) }
      batch.bytes.append(lines, fields)
    } else {
      batch.bytes.append(lines, raw)
    }
    batch.records.append(RecordEntry(number: state.number, from: start, to: batch.bytes.count))
    batch.bytes.append(0x0A)
    var place = place
    place.isRecord = true
    state.places.append(place)
    state.number &+= 1
  }

  /// Appends the fields that tell where a file lies.
  private func append(namesOf file: SourceFile, to bytes: inout ByteArena) {
    let names = DocumentNames(file.relative, rootName: rootName, isMail: settings.kind == "mail")
    for (key, value) in [
      ("\"path\":", names.path), (",\"folder\":", names.folder), (",\"name\":", names.name),
    ] {
      bytes.append(key)
      bytes.append(json: value)
    }
  }
}
