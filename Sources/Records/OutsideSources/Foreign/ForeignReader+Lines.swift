import DeclaredRecords
import FootlightPlatform
import Synchronization

extension ForeignReader {
  /// Takes the lines of a process.
  func take(
    _ run: ForeignRun, _ state: inout State, _ batch: inout RecordBatch, _ places: inout [Place]
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
        add(raw, of: run.lines, Place(file, line), &state, &batch, &places)
      case .bad(run.done, let line, let message, let remedy):
        run.count += 1
        run.keep(range)
        report(message, remedy, Place(file, line), &state, &batch, &places)
      case .failed(run.done, let line, let message, let remedy):
        try fail(message, remedy, Place(file, line), &state, &batch, &places)
        run.nextFile(now: world.monotonic())
        state.firstOfFile = state.number
        if fields.usesFile { return }
      case .end(run.done, run.count):
        if let kept = run.kept.take(), let before = run.looks[run.done] {
          state.kept?.keep(files[file], before, kept)
        }
        run.nextFile(now: world.monotonic())
        state.firstOfFile = state.number
        if fields.usesFile { return }
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
    _ batch: inout RecordBatch, _ places: inout [Place]
  ) throws(Failure) {
    var start = 0
    while let end = lines.firstIndex(of: 0x0A, from: start, to: lines.count) {
      let range = ByteRange(start: start, count: end - start)
      start = end + 1
      switch lines.withSpan(lines.all, { ForeignLine($0, range) }) {
      case .record(_, let line, let raw):
        add(raw, of: lines, Place(file, line), &state, &batch, &places)
      case .bad(_, let line, let message, let remedy):
        report(message, remedy, Place(file, line), &state, &batch, &places)
      default: break
      }
    }
  }

  /// Appends a record to a batch.
  func add(
    _ raw: ByteRange, of lines: borrowing ByteArena, _ place: Place, _ state: inout State,
    _ batch: inout RecordBatch, _ places: inout [Place]
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
    batch.records.append(
      RecordEntry(
        firstValue: 0, valueCount: 0, number: state.number,
        raw: ByteRange(start: start, count: batch.bytes.count - start)))
    batch.bytes.append(0x0A)
    var place = place
    place.isRecord = true
    places.append(place)
    state.number &+= 1
  }

  /// Appends the fields that tell where a file lies.
  private func append(namesOf file: SourceFile, to bytes: inout ByteArena) {
    let names = DocumentNames(file, rootName: rootName, isMail: settings.kind == "mail")
    for (key, value) in [
      ("\"path\":", names.path), (",\"folder\":", names.folder), (",\"name\":", names.name),
    ] {
      bytes.append(key)
      bytes.append(json: value)
    }
  }
}
