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
    let contents = batch.bytes.count
    let place = SourceLocation(file: source.display)
    if let converter {
      do throws(Failure) {
        try converter.append(Int(number) - 1, to: &batch.bytes)
      } catch {
        batch.bytes.truncate(to: start)
        guard error.concerns([.sourceProgram]), let problem = error.diagnostics.first else {
          throw error
        }
        batch.report(problem)
        return
      }
      batch.records.append(
        RecordEntry(
          firstValue: 0, valueCount: 0, number: number,
          raw: ByteRange(start: start, count: batch.bytes.count - start)))
      return
    }
    do throws(Failure) {
      let file = try unpacked.open(source)
      var wanted = try file.size() &+ 1
      while true {
        wanted = min(wanted, fileLimit + 1 - (batch.bytes.count - contents))
        let got = try file.read(
          into: &batch.bytes, at: batch.bytes.count - contents, upTo: wanted)
        if got < wanted { break }
        if batch.bytes.count - contents > fileLimit {
          batch.bytes.truncate(to: start)
          batch.report(
            Diagnostic(
              .recordTooLong, "the file is larger than \(fileLimit >> 20) MB", at: place,
              remedy: "leave it out of the glob"))
          return
        }
        wanted = blockSize
      }
    } catch  where error.diagnostics.first?.code == .fileMissing {
      // It went between the listing and the reading: as if it had gone before.
      batch.bytes.truncate(to: start)
      return
    } catch {
      throw error.named(source)
    }
    batch.records.append(
      RecordEntry(
        firstValue: 0, valueCount: 0, number: number,
        raw: ByteRange(start: start, count: batch.bytes.count - start)))
  }

  func location(ofRecord number: UInt32) -> SourceLocation {
    let place = Int(number) - 1
    return SourceLocation(file: files.indices.contains(place) ? files[place].display : "")
  }
}
