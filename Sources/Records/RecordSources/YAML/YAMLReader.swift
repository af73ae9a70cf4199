import FileHandles
import FootlightPlatform
import Synchronization

/// Reads YAML files, record by record; reading YAML is serial, taking values out of records is not.
///
/// Records become JSON, as that is what lists and objects as a whole are given as anyway.
final class YAMLReader: RecordReader {
  private let turns: FileTurns<YAMLRecords>
  private let format: JSONLinesFormat
  private let path: [String]
  private let unpacked = UnpackedFiles()
  private let takesMappings: Bool
  /// Whether the records stand in lists under keys.
  private let areGrouped: Bool
  /// Whether a record may be something else than a mapping.
  private let takesValues: Bool
  /// Where the records begin: for each file its number, that of its first record, and their lines.
  private let places = Mutex<[(file: Int, first: UInt32, lines: [UInt32])]>([])

  /// How large a file may be: all of it is in memory while it is read.
  let fileLimit: Int

  init(
    _ files: [SourceFile], _ plan: FieldPlan, path: [String], takesMappings: Bool = false,
    areGrouped: Bool = false, rootName: String = "", fileLimit: Int = 1 << 31
  ) throws(Failure) {
    self.takesMappings = takesMappings
    self.areGrouped = areGrouped
    format = try JSONLinesFormat(plan)
    takesValues = format.trie.member("value", of: FieldTrie.root) != FieldTrie.nowhere
    self.path = path
    self.fileLimit = fileLimit
    turns = FileTurns(files, rootName: rootName, format.identity)
  }

  func next(_ batch: inout RecordBatch) throws(Failure) -> Bool {
    try turns.next(&batch) { (file, place) throws(Failure) in
      places.withLock { $0.append((place.file, place.number, [])) }
      return try open(file)
    } fill: { (records, batch, number) throws(Failure) in
      do throws(Failure) {
        let hasMore = try fill(&batch, &records, &number)
        batch.bytes.append(zeros: scanPadding)
        return hasMore
      } catch {
        throw explained(error, isLost: records.isLost, turns.files[batch.file])
      }
    }
  }

  private func open(_ file: SourceFile) throws(Failure) -> YAMLRecords {
    do throws(Failure) {
      return try YAMLRecords(
        try unpacked.open(file).readWhole(limit: fileLimit), file: file.display, path: path,
        takesMappings: takesMappings)
    } catch {
      throw error.named(file)
    }
  }

  /// The failure of a file in which there are no records where they were looked for, or of one that is too
  /// large, with what it holds instead.
  private func explained(_ failure: Failure, isLost: Bool, _ file: SourceFile) -> Failure {
    guard isLost || failure.concerns([.yamlTooLarge]), let last = failure.diagnostics.last,
      let opened = try? unpacked.open(file)
    else { return failure }
    let outline = DocumentOutline(yaml: DocumentOutline.beginning(of: opened))
    return Failure(failure.diagnostics.dropLast() + [outline.explained(last)]) ?? failure
  }

  /// Appends records until the batch is full; false when the file has ended.
  private func fill(
    _ batch: inout RecordBatch, _ records: inout YAMLRecords, _ number: inout UInt32
  ) throws(Failure) -> Bool {
    var lines: [UInt32] = []
    // The number of the record that each line of JSON holds.
    var numbers: [UInt32] = []
    defer {
      places.withLock { $0[$0.count - 1].lines += lines }
      batch.layout = numbers
    }
    while batch.bytes.count < 1 << 20 {
      guard let element = try records.next() else { return false }
      let nodes = areGrouped ? element.node.elements ?? [element.node] : [element.node]
      if nodes.isEmpty, let problem = element.problems.first { batch.report(problem) }
      for (place, node) in nodes.enumerated() {
        lines.append(UInt32(clamping: node.location.line ?? 1))
        defer { number &+= 1 }
        // A mistake within a list costs the record in whose lines it stands.
        let end = place + 1 < nodes.count ? nodes[place + 1].location.line ?? .max : .max
        let problem = element.problems.first { problem in
          let line = problem.location?.line ?? 1
          return line < end && (place == 0 || line >= node.location.line ?? 1)
        }
        if let problem {
          batch.report(problem)
        } else if let record = record(node, key: element.key) {
          numbers.append(number)
          batch.add(number: number) { $0.append(json: record) }
        } else {
          batch.report(
            Diagnostic(
              .recordUnreadable, "a record must be a mapping, not \(node.kindName)",
              at: node.location,
              remedy: "write it as `name: value`, or use `{value}`, which it is"))
        }
      }
    }
    return true
  }

  /// An element as the record that it is; nil when it can be none.
  private func record(_ node: YAMLNode, key: String?) -> Record? {
    let pairs = node.pairs
    guard pairs != nil || takesValues else { return nil }
    let record = pairs.map { Record($0) } ?? ["value": RecordValue(node)]
    return record.keyed(key)
  }

  func decode(_ batch: inout RecordBatch) throws(Failure) {
    let numbers = batch.layout as? [UInt32] ?? []
    let known = batch.problems.count
    batch.line = 1
    format.decode(&batch, file: turns.files[batch.file].display)
    // A mistake that the decoding finds in a line of JSON is one of the record that became that line.
    for index in known..<max(known, batch.problems.count) {
      let line = (batch.problems[index].location?.line ?? 1) - 1
      guard numbers.indices.contains(line) else { continue }
      batch.problems[index].location = location(ofRecord: numbers[line])
    }
  }

  func location(ofRecord number: UInt32) -> SourceLocation {
    places.withLock { places in
      guard let place = places.last(where: { $0.first <= number }) else {
        return SourceLocation(file: turns.files.first?.display ?? "")
      }
      let index = Int(number - place.first)
      return SourceLocation(
        file: turns.files[place.file].display,
        line: place.lines.indices.contains(index) ? Int(place.lines[index]) : nil)
    }
  }
}
