import FileHandles
import FootlightPlatform
import Synchronization

/// Reads YAML files, record by record; reading YAML is serial, taking values out of records is not.
///
/// Records become JSON, as that is what lists and objects as a whole are given as anyway.
final class YAMLReader: RecordReader {
  let files: [SourceFile]
  private let rootName: String
  private let format: JSONLinesFormat
  private let path: [String]
  private let unpacked = UnpackedFiles()
  private let takesMappings: Bool
  /// Whether a record may be something else than a mapping.
  private let takesValues: Bool
  private let state = Mutex(State())
  /// Where the records begin: for each file the number of its first record and their lines.
  private let places = Mutex<[(first: UInt32, lines: [UInt32])]>([])

  /// How large a file may be: all of it is in memory while it is read.
  let fileLimit: Int

  private struct State: ~Copyable {
    var records: YAMLRecords?
    var file = -1
    var number: UInt32 = 1
    var ordinal = 0
    var hasEnded = false
  }

  init(
    _ files: [SourceFile], _ plan: FieldPlan, path: [String], takesMappings: Bool = false,
    rootName: String = "",
    fileLimit: Int = 1 << 31
  ) throws(Failure) {
    self.files = files
    self.rootName = rootName
    self.takesMappings = takesMappings
    format = JSONLinesFormat(trie: try FieldTrie(plan))
    takesValues = format.trie.member("value", of: FieldTrie.root) != FieldTrie.nowhere
    self.path = path
    self.fileLimit = fileLimit
  }

  func next(_ batch: inout RecordBatch) throws(Failure) -> Bool {
    batch.removeAll()
    return try state.withLock { state throws(Failure) in
      guard !state.hasEnded else { return false }
      do throws(Failure) {
        return try advance(&state, &batch)
      } catch {
        state.hasEnded = true
        state.records = nil
        throw error
      }
    }
  }

  private func advance(_ state: inout State, _ batch: inout RecordBatch) throws(Failure) -> Bool {
    while true {
      if state.records == nil {
        guard state.file + 1 < files.count else {
          state.hasEnded = true
          return false
        }
        state.file += 1
        places.withLock { $0.append((state.number, [])) }
        if let problem = files[state.file].problem {
          batch.file = state.file
          batch.ordinal = state.ordinal
          batch.firstRecord = state.number
          batch.firstOfFile = state.number
          batch.report(problem)
          state.ordinal += 1
          return true
        }
        state.records = try open(files[state.file])
      }
      guard var records = state.records.take() else { return false }
      batch.ordinal = state.ordinal
      batch.file = state.file
      batch.firstRecord = state.number
      batch.firstOfFile = places.withLock { $0.last?.first ?? 1 }
      batch.countsPlaces = format.identity.usesNumber
      do throws(Failure) {
        if try fill(&batch, &records, &state.number) { state.records = consume records }
      } catch {
        throw explained(error, isLost: records.isLost, files[state.file])
      }
      if !batch.records.isEmpty || !batch.problems.isEmpty {
        batch.bytes.append(zeros: scanPadding)
        batch.name(files[state.file], rootName: rootName, for: format.identity, columns: nil)
        state.ordinal += 1
        return true
      }
    }
  }

  private func open(_ file: SourceFile) throws(Failure) -> YAMLRecords {
    let contents: ByteArena
    do throws(Failure) {
      contents = try unpacked.open(file).readWhole(limit: fileLimit)
    } catch  where error.diagnostics.first?.code == .fileTooLarge {
      throw Failure(
        .fileTooLarge, "the file is larger than \(fileLimit >> 20) MB",
        at: SourceLocation(file: file.display),
        remedy: "split it into several files, or convert it to JSON lines")
    } catch {
      throw error.named(file)
    }
    return try YAMLRecords(
      contents, file: file.display, path: path, takesMappings: takesMappings)
  }

  /// The failure of a file in which there are no records where they were looked for, or of one that is too
  /// large, with what it holds instead.
  private func explained(_ failure: Failure, isLost: Bool, _ file: SourceFile) -> Failure {
    guard isLost || failure.concerns([.yamlTooLarge]), let last = failure.diagnostics.last,
      let opened = try? unpacked.open(file)
    else { return failure }
    var bytes = ByteArena(capacity: DocumentOutline.look + 16)
    guard (try? opened.read(into: &bytes, at: 0, upTo: DocumentOutline.look)) != nil else {
      return failure
    }
    return Failure(
      failure.diagnostics.dropLast() + [DocumentOutline(yaml: bytes).explained(last)]) ?? failure
  }

  /// Appends records until the batch is full; false when the file has ended.
  private func fill(
    _ batch: inout RecordBatch, _ records: inout YAMLRecords, _ number: inout UInt32
  ) throws(Failure) -> Bool {
    var lines: [UInt32] = []
    var numbers: [UInt32] = []
    defer {
      places.withLock { $0[$0.count - 1].lines += lines }
      batch.layout = YAMLLayout(lines: lines, numbers: numbers)
    }
    while batch.bytes.count < 1 << 20 {
      guard let element = try records.next() else { return false }
      lines.append(UInt32(clamping: element.node.location.line ?? 1))
      defer { number &+= 1 }
      if let problem = element.problems.first {
        batch.report(problem)
      } else if let record = record(element) {
        let start = batch.bytes.count
        batch.bytes.append(json: record)
        numbers.append(number)
        batch.records.append(
          RecordEntry(
            firstValue: 0, valueCount: 0, number: number,
            raw: ByteRange(start: start, count: batch.bytes.count - start)))
        batch.bytes.append(0x0A)
      } else {
        batch.report(
          Diagnostic(
            .recordUnreadable, "a record must be a mapping, not \(element.node.kindName)",
            at: element.node.location,
            remedy: "write it as `name: value`, or use `{value}`, which it is"))
      }
    }
    return true
  }

  /// An element as the record that it is; nil when it can be none.
  private func record(_ element: YAMLRecords.Element) -> Record? {
    var record: Record
    if let pairs = element.node.pairs {
      record = Record(pairs)
    } else if takesValues {
      record = Record([Record.Field("value", RecordValue(element.node))])
    } else {
      return nil
    }
    if let key = element.key {
      // The record's own field of this name is out of reach.
      record["key"] = nil
      record.fields.insert(Record.Field("key", .text(key)), at: 0)
    }
    return record
  }

  func decode(_ batch: inout RecordBatch) throws(Failure) {
    let layout = batch.layout as? YAMLLayout ?? YAMLLayout(lines: [], numbers: [])
    let (lines, numbers) = (layout.lines, layout.numbers)
    let known = batch.problems.count
    batch.line = 1
    format.decode(&batch, file: files[batch.file].display)
    // A mistake that the decoding finds in a line of JSON is one of the record that became that line.
    for index in known..<max(known, batch.problems.count) {
      let line = (batch.problems[index].location?.line ?? 1) - 1
      guard numbers.indices.contains(line) else { continue }
      let place = Int(numbers[line] &- batch.firstRecord)
      batch.problems[index].location = SourceLocation(
        file: files[batch.file].display,
        line: lines.indices.contains(place) ? Int(lines[place]) : nil)
    }
  }

  func location(ofRecord number: UInt32) -> SourceLocation {
    places.withLock { places in
      guard let file = places.lastIndex(where: { $0.first <= number }) else {
        return SourceLocation(file: files.first?.display ?? "")
      }
      let place = Int(number - places[file].first)
      let lines = places[file].lines
      return SourceLocation(
        file: files[file].display, line: lines.indices.contains(place) ? Int(lines[place]) : nil)
    }
  }
}

/// Where the records of a batch come from.
private struct YAMLLayout: Sendable {
  /// The line of each record, also of bad ones.
  var lines: [UInt32]
  /// The number of the record that each line of JSON holds.
  var numbers: [UInt32]
}
