import FileHandles
import FootlightPlatform
import Synchronization

/// Reads files block by block: finding records is serial, taking them apart is not.
final class BlockReader<Format: BlockFormat>: RecordReader {
  let format: Format
  private let turns: FileTurns<OpenFile>
  private let marks = Mutex<[Mark]>([])
  private let unpacked = UnpackedFiles()
  private var files: [SourceFile] { turns.files }

  /// How much is read at once, and how large a record may be.
  let blockSize: Int
  let recordLimit: Int

  init(
    _ files: [SourceFile], _ format: Format, rootName: String = "", blockSize: Int = 1 << 20,
    recordLimit: Int = 1 << 26
  ) {
    self.format = format
    self.blockSize = blockSize
    self.recordLimit = recordLimit
    turns = FileTurns(files, rootName: rootName, format.identity)
  }

  /// The file that is being read.
  private struct OpenFile: ~Copyable {
    let file: File
    let size: Int
    var position: Position
  }

  /// A place in a file between two records.
  struct Position: Sendable {
    var offset = 0
    var line = 1
    var column = 1
    var cutter: Format.Cutter
  }

  /// Where a batch began, so that its records can be found again.
  private struct Mark: Sendable {
    var firstRecord: UInt32
    var file: Int
    var position: Position
  }

  func next(_ batch: inout RecordBatch) throws(Failure) -> Bool {
    try turns.next(&batch) { (file, _) throws(Failure) in
      do throws(Failure) { return try open(file) } catch { throw error.named(file) }
    } fill: { (file, batch, number) throws(Failure) in
      try fill(&batch, from: &file, &number)
    }
  }

  func decode(_ batch: inout RecordBatch) throws(Failure) {
    format.decode(&batch, file: files[batch.file].display)
  }

  /// Fills a batch with the next records of a file; false when it has ended.
  private func fill(
    _ batch: inout RecordBatch, from current: inout OpenFile, _ number: inout UInt32
  ) throws(Failure) -> Bool {
    let name = files[batch.file].display
    let start = current.position
    batch.offset = start.offset
    batch.line = start.line
    batch.column = start.column
    guard number < UInt32.max - UInt32(recordLimit) else {
      throw Failure(
        .sourceDamaged, "there are more than four billion records",
        at: SourceLocation(file: name), remedy: "split the domain")
    }
    let isLast = try fill(&batch, current.file, &current.position, number: &number, name)
    if isLast, current.position.offset < current.size {
      throw Failure(
        .sourceChanged, "the file became shorter while it was read",
        at: SourceLocation(file: name), remedy: "run the command again")
    }
    if !batch.records.isEmpty || !batch.problems.isEmpty {
      let mark = Mark(firstRecord: batch.firstRecord, file: batch.file, position: start)
      marks.withLock { $0.append(mark) }
    }
    return !isLast
  }

  /// Opens a file and moves past its byte order mark.
  private func open(_ source: SourceFile) throws(Failure) -> OpenFile {
    let file = try unpacked.open(
      source, endsLinesWithReturns: format.mayEndLinesWithReturns, rewriting: format.rewriting)
    file.adviseSequential()
    var position = Position(cutter: format.cutter())
    var beginning = ByteArena(capacity: 64)
    _ = try file.read(into: &beginning, at: 0, upTo: 4)
    let bytes = beginning.bytes(beginning.all)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position.offset = 3 }
    // Neither can begin a text in UTF-8.
    if bytes.starts(with: [0x1F, 0x8B]) || bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
      throw Failure(
        .sourceDamaged, "the file is compressed", at: SourceLocation(file: source.display, line: 1),
        remedy: "name it as such files are named: with .gz or .zst at the end")
    }
    let size = try file.size()
    return OpenFile(file: file, size: size, position: position)
  }

  /// Fills a batch with whole records from a position on and moves it after them; true when
  /// the file has ended.
  private func fill(
    _ batch: inout RecordBatch, _ file: borrowing File, _ position: inout Position,
    number: inout UInt32, _ name: String
  ) throws(Failure) -> Bool {
    var wanted = blockSize
    while true {
      let asked = wanted - batch.bytes.count
      let got = try file.read(
        into: &batch.bytes, at: position.offset + batch.bytes.count, upTo: asked)
      let isLast = got < asked
      let count = batch.bytes.count
      batch.bytes.append(zeros: scanPadding)
      let taken = try cut(&batch, count, file, &position, &number, isLast: isLast, name)
      if taken > 0 || isLast {
        batch.bytes.truncate(to: isLast ? count : taken)
        batch.bytes.append(zeros: scanPadding)
        batch.layout = position.cutter.layout
        batch.digestSeed = position.cutter.digestSeed
        position.offset += isLast ? count : taken
        return isLast
      }
      if count >= recordLimit {
        return try leaveOut(&batch, file, &position, &number, name)
      }
      batch.bytes.truncate(to: count)
      wanted = min(count * 2, recordLimit)
    }
  }

  /// Cuts the first `count` bytes of a batch into records; returns how many bytes they take.
  private func cut(
    _ batch: inout RecordBatch, _ count: Int, _ file: borrowing File,
    _ position: inout Position, _ number: inout UInt32, isLast: Bool, _ name: String
  ) throws(Failure) -> Int {
    var counter = LineCounter(line: position.line, column: position.column)
    let taken: Int
    do throws(CutDamage) {
      taken = try position.cutter.cut(&batch, count, isLast: isLast, &number, &counter, name)
    } catch {
      let problem = Diagnostic(error.code, error.message, at: error.place, remedy: error.remedy)
      throw Failure(
        error.isLost
          ? DocumentOutline(json: DocumentOutline.beginning(of: file)).explained(problem) : problem)
    }
    position.line = counter.line
    position.column = counter.currentColumn
    return taken
  }

  /// Leaves out the record at a position, which is larger than the limit.
  private func leaveOut(
    _ batch: inout RecordBatch, _ file: borrowing File, _ position: inout Position,
    _ number: inout UInt32, _ name: String
  ) throws(Failure) -> Bool {
    let place = SourceLocation(file: name, line: position.line, column: position.column)
    guard position.cutter.endsWithLine else {
      throw Failure(
        .recordTooLong, "\(position.cutter.unfinished) is larger than \(recordLimit >> 20) MB",
        at: place,
        remedy: "look for a quote or a bracket that is not closed here")
    }
    batch.report(
      Diagnostic(
        .recordTooLong, "the line is longer than \(recordLimit >> 20) MB", at: place,
        remedy: "check that the file has one record a line"))
    number &+= 1
    position.offset += recordLimit
    while true {
      batch.bytes.removeAll()
      let got = try file.read(into: &batch.bytes, at: position.offset, upTo: blockSize)
      let end = batch.bytes.firstIndex(of: 0x0A, from: 0, to: got)
      position.offset += end.map { $0 + 1 } ?? got
      if end != nil {
        position.line += 1
        position.column = 1
      }
      if end != nil || got < blockSize {
        batch.bytes.removeAll()
        return end == nil
      }
    }
  }

  func remarks() -> [Diagnostic] { format.remarks(files.first) }

  func location(ofRecord number: UInt32) -> SourceLocation {
    let mark = marks.withLock { marks in
      marks.last { $0.firstRecord <= number }
    }
    guard let mark else { return SourceLocation(file: files.first?.display ?? "") }
    let source = files[mark.file]
    var place = SourceLocation(file: source.display)
    do throws(Failure) {
      let file = try unpacked.open(
        source, endsLinesWithReturns: format.mayEndLinesWithReturns, rewriting: format.rewriting)
      var batch = RecordBatch()
      var position = mark.position
      var next = mark.firstRecord
      _ = try fill(&batch, file, &position, number: &next, source.display)
      if let entry = batch.records.first(where: { $0.number == number }) {
        var counter = LineCounter(
          line: mark.position.line, column: mark.position.column)
        batch.bytes.withSpan(batch.bytes.all) { bytes in
          place = counter.location(of: entry.raw.lowerBound, bytes, file: source.display)
        }
      }
    } catch {
      // The file has gone or changed since: its name is all that can be said.
    }
    return place
  }
}
