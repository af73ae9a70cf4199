import FileHandles
import FootlightPlatform
import Synchronization

/// Reads files of which each is a record: Markdown with front matter, and plain text.
///
/// The raw bytes of a record are the path, a zero byte and the contents of the file, so that a
/// digest tells a renamed file from the old one.
final class DocumentReader: RecordReader {
  let files: [SourceFile]
  let plan: DocumentPlan
  let readsFrontMatter: Bool
  /// The name of the declaration's folder, which holds the files that lie in no other.
  let rootName: String
  private let state = Mutex(State())
  private let unpacked = UnpackedFiles()
  /// Converts the files before they are read; nil when they are read as they are.
  private let converter: FileConverter?

  /// How much is read for a batch, and how large a file may be.
  let blockSize: Int
  let fileLimit: Int

  private struct State {
    var file = 0
    var ordinal = 0
    var hasEnded = false
  }

  init(
    _ files: [SourceFile], _ plan: DocumentPlan, readsFrontMatter: Bool, rootName: String,
    converter: FileConverter? = nil, blockSize: Int = 1 << 20, fileLimit: Int = 1 << 26
  ) {
    self.files = files
    self.plan = plan
    self.readsFrontMatter = readsFrontMatter
    self.rootName = rootName
    self.converter = converter
    self.blockSize = blockSize
    self.fileLimit = fileLimit
  }

  func next(_ batch: inout RecordBatch) throws(Failure) -> Bool {
    batch.removeAll()
    return try state.withLock { state throws(Failure) in
      if state.hasEnded { return false }
      batch.ordinal = state.ordinal
      batch.file = state.file
      batch.firstRecord = UInt32(truncatingIfNeeded: state.file + 1)
      batch.countsPlaces = plan.trie.identity.usesNumber
      while state.file < files.count, batch.bytes.count < blockSize {
        do throws(Failure) {
          try add(files[state.file], number: UInt32(truncatingIfNeeded: state.file + 1), &batch)
        } catch {
          state.hasEnded = true
          throw error
        }
        state.file += 1
      }
      batch.bytes.append(zeros: scanPadding)
      state.hasEnded = state.file == files.count
      state.ordinal += 1
      return !batch.records.isEmpty || !batch.problems.isEmpty
    }
  }

  /// Appends one file to a batch.
  private func add(
    _ source: SourceFile, number: UInt32, _ batch: inout RecordBatch
  ) throws(Failure) {
    if let problem = source.problem {
      batch.report(problem)
      return
    }
    let start = batch.bytes.count
    batch.bytes.append(source.relative)
    batch.bytes.append(0)
    do throws(Failure) {
      if let converter {
        try converter.append(Int(number) - 1, to: &batch.bytes)
      } else {
        try append(source, to: &batch.bytes)
      }
    } catch {
      batch.bytes.truncate(to: start)
      // It went between the listing and the reading: as if it had gone before.
      if error.concerns([.fileMissing]), converter == nil { return }
      // What is wrong with the machine, and not with this file, ends the read.
      let isOfMachine = error.concerns([.tooManyFiles, .diskFull, .fileFailed, .cancelled])
      guard !isOfMachine, let problem = error.named(source).diagnostics.first else { throw error }
      batch.report(problem)
      return
    }
    batch.records.append(RecordEntry(number: number, from: start, to: batch.bytes.count))
  }

  /// Appends the text of a file, up to the limit.
  private func append(_ source: SourceFile, to bytes: inout ByteArena) throws(Failure) {
    let contents = bytes.count
    let file = try unpacked.open(source)
    var wanted = try file.size() &+ 1
    while true {
      wanted = min(wanted, fileLimit + 1 - (bytes.count - contents))
      let got = try file.read(into: &bytes, at: bytes.count - contents, upTo: wanted)
      if got < wanted { return }
      guard bytes.count - contents <= fileLimit else {
        throw Failure(
          .recordTooLong, "the file is larger than \(fileLimit >> 20) MB",
          at: SourceLocation(file: source.display), remedy: "leave it out of the glob")
      }
      wanted = blockSize
    }
  }

  func location(ofRecord number: UInt32) -> SourceLocation {
    let place = Int(number) - 1
    return SourceLocation(file: files.indices.contains(place) ? files[place].display : "")
  }

  func decode(_ batch: inout RecordBatch) throws(Failure) {
    batch.decodeEach { entry, batch in
      do throws(Failure) {
        try decode(entry, &batch)
        return nil
      } catch {
        return error.diagnostics.first
      }
    }
    plan.trie.identity.complete(&batch)
  }

  private func decode(_ entry: RecordEntry, _ batch: inout RecordBatch) throws(Failure) {
    let source = files[Int(entry.number) - 1]
    var contents = entry.raw
    let pathLength = source.relative.utf8.count + 1
    contents.start += UInt32(pathLength)
    contents.count -= UInt32(pathLength)
    let matter = try check(&contents, batch.bytes, source)
    if let fields = matter.fields {
      try appendFields(fields, matter.form, &batch, source)
    }
    appendParts(entry, matter.text, &batch, source)
  }

  /// Finds the parts of a file; throws when it is not text.
  private func check(
    _ contents: inout ByteRange, _ bytes: borrowing ByteArena, _ source: SourceFile
  ) throws(Failure) -> FrontMatter {
    var range = contents
    let matter = try bytes.withSpan(bytes.all) { bytes throws(Failure) in
      let start = range.lowerBound
      let end = range.upperBound
      if range.count >= 3, bytes[start] == 0xEF, bytes[start + 1] == 0xBB, bytes[start + 2] == 0xBF
      {
        range = ByteRange(start: start + 3, count: end - start - 3)
      }
      var lines = LineCounter(line: 1, column: 1)
      lines.begin(at: start)
      let zero = bytes.first(0, from: start, to: end)
      if zero < end {
        throw Failure(
          .recordUnreadable, "the file holds a zero byte, so it is not text",
          at: lines.location(of: zero, bytes, file: source.display),
          remedy: "leave it out of the glob, or convert it to UTF-8")
      }
      if !bytes.isASCII(from: start, to: end),
        let place = bytes.firstInvalidUTF8(from: start, to: end)
      {
        throw Failure(
          .recordEncoding, "the text is not valid UTF-8",
          at: lines.location(of: place, bytes, file: source.display),
          remedy: "convert the file to UTF-8")
      }
      var matter = FrontMatter(bytes, range)
      if !readsFrontMatter {
        matter.fields = nil
        matter.text = range
      } else if matter.isUnclosed {
        throw Failure(
          .recordUnreadable, "the front matter that begins here is never closed",
          at: SourceLocation(file: source.display, line: 1),
          remedy: "write a line `\(matter.form == .toml ? "+++" : "---")` after it")
      }
      matter.text = trimmed(matter.text, bytes)
      return matter
    }
    contents = range
    return matter
  }

  /// A text without blank lines before it and without white space after it.
  private func trimmed(_ range: ByteRange, _ bytes: Span<UInt8>) -> ByteRange {
    var start = range.lowerBound
    var end = range.upperBound
    while end > start, bytes[end - 1].isSpace { end -= 1 }
    var index = start
    while index < end, bytes[index].isSpace {
      if bytes[index] == 0x0A { start = index + 1 }
      index += 1
    }
    return ByteRange(start: start, count: end - start)
  }

  /// Appends the values of the front matter.
  ///
  /// They go through JSON, which is what lists and objects as a whole are given as anyway.
  private func appendFields(
    _ fields: ByteRange, _ form: FrontMatter.Form, _ batch: inout RecordBatch,
    _ source: SourceFile
  ) throws(Failure) {
    let start = batch.bytes.count
    if form == .json {
      batch.bytes.append(own: fields)
    } else {
      let record = try FrontMatter.record(
        batch.bytes, fields, form, file: source.display)
      guard let record else { return }
      batch.bytes.append(json: record)
    }
    let json = ByteRange(start: start, count: batch.bytes.count - start)
    batch.bytes.append(zeros: scanPadding)
    var decoder = JSONDecoder(plan.trie)
    decoder.decodedStart = batch.bytes.count
    swap(&decoder.values, &batch.values)
    var fault: JSONFault?
    batch.bytes.withSpan(batch.bytes.all) { bytes in
      do throws(JSONFault) { try decoder.record(bytes, json) } catch { fault = error }
    }
    swap(&decoder.values, &batch.values)
    batch.bytes.append(decoder.decoded, decoder.decoded.all)
    if let fault {
      throw Failure(
        fault.code, fault.message,
        at: SourceLocation(file: source.display, line: form == .json ? 1 : 2),
        remedy: fault.remedy)
    }
  }

  /// Appends what every file has.
  private func appendParts(
    _ entry: RecordEntry, _ body: ByteRange, _ batch: inout RecordBatch, _ source: SourceFile
  ) {
    for (part, slots) in plan.slots {
      let range: ByteRange
      switch part {
      case .body: range = body
      case .path:
        range = ByteRange(start: entry.raw.lowerBound, count: source.relative.utf8.count)
      case .folder, .name:
        let names = DocumentNames(source, rootName: rootName)
        let text = part == .name ? names.name : names.folder
        let start = batch.bytes.count
        batch.bytes.append(text)
        range = ByteRange(start: start, count: batch.bytes.count - start)
      }
      for slot in slots {
        batch.values.append(FieldValue(slot: slot, kind: .text, bytes: range))
      }
    }
  }
}
