import FileHandles
package import FootlightPlatform
import Synchronization

/// Reads files of which each is a record: Markdown with front matter, and plain text.
///
/// The raw bytes of a record are the path, a zero byte and the contents of the file, so that a
/// digest tells a renamed file from the old one.
final class DocumentReader: RecordReader {
  let files: [SourceFile]
  private let trie: FieldTrie
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
    _ files: [SourceFile], _ plan: FieldPlan, readsFrontMatter: Bool, rootName: String,
    converter: FileConverter? = nil, blockSize: Int = 1 << 20, fileLimit: Int = 1 << 26
  ) throws(Failure) {
    self.files = files
    trie = try FieldTrie(plan)
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
      batch.countsPlaces = trie.identity.usesNumber
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
        try converter(Int(number) - 1, &batch.bytes)
      } else {
        try append(source, to: &batch.bytes)
      }
    } catch {
      batch.bytes.truncate(to: start)
      // It went between the listing and the reading: as if it had gone before.
      if error.concerns([.fileMissing]), converter == nil { return }
      guard error.isOfFile, let problem = error.named(source).diagnostics.first else { throw error }
      batch.report(problem)
      return
    }
    batch.records.append(RecordEntry(number: number, from: start, to: batch.bytes.count))
  }

  /// Appends the text of a file, up to the limit.
  private func append(_ source: SourceFile, to bytes: inout ByteArena) throws(Failure) {
    do throws(Failure) {
      let text = try unpacked.open(source).readWhole(limit: fileLimit)
      bytes.append(text, text.all)
    } catch  where error.concerns([.fileTooLarge]) {
      throw Failure(
        .recordTooLong, "the file is larger than \(fileLimit >> 20) MB",
        at: SourceLocation(file: source.display), remedy: "leave it out of the glob")
    } catch {
      throw error
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
    trie.identity.complete(&batch)
  }

  /// Takes a file apart by way of JSON, as which lists and objects as a whole are given anyway.
  private func decode(_ entry: RecordEntry, _ batch: inout RecordBatch) throws(Failure) {
    let file = files[Int(entry.number) - 1].display
    let record = try batch.document(
      entry, readsFrontMatter: readsFrontMatter, rootName: rootName, file: file)
    let start = batch.bytes.count
    batch.bytes.append(json: record)
    let json = ByteRange(start: start, count: batch.bytes.count - start)
    batch.bytes.append(zeros: scanPadding)
    var decoder = JSONDecoder(trie)
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
        fault.code, fault.message, at: SourceLocation(file: file, line: 1), remedy: fault.remedy)
    }
  }
}

extension RecordBatch {
  /// A file that has not been decoded, as a record: its front matter, and what every file has, which comes before that.
  package func document(
    _ entry: RecordEntry, readsFrontMatter: Bool, rootName: String, file: String? = nil
  ) throws(Failure) -> Record {
    let (start, end) = (entry.raw.lowerBound, entry.raw.upperBound)
    let split = bytes.firstIndex(of: 0, from: start, to: end) ?? start
    let path = bytes.text(ByteRange(start: start, count: split - start))
    let matter = try bytes.withSpan(bytes.all) { (span) throws(Failure) in
      try FrontMatter(
        text: ByteRange(start: split + 1, count: end - split - 1), of: span,
        isRead: readsFrontMatter, file: file ?? path)
    }
    var record = try matter.record(bytes, file: file ?? path)
    let names = DocumentNames(path, rootName: rootName)
    record["body"] = .text(bytes.text(matter.text))
    record["path"] = .text(path)
    record["folder"] = .text(names.folder)
    record["name"] = .text(names.name)
    return record
  }
}
