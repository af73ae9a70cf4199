import DeclaredRecords
import FootlightPlatform
import SourceKinds
import Synchronization
import TestSupport

extension FuzzTarget {
  static let csv = reader("csv", "path: data, header: true")
  static let json = reader("json", "path: data, records: rows")
  static let jsonLines = reader("jsonl", "path: data")
  static let yaml = reader("yaml", "path: data")
  static let markdown = reader("markdown", "path: data")
  static let backslashes = reader(
    "csv", "path: data, header: true, escape: backslash", name: "backslashes")
  static let columns = reader("json", "path: data, layout: columns", name: "columns")
  static let rows = reader("json", "path: data, layout: rows", name: "rows")
  static let nested = reader(
    "json", "path: data, records: '.', nested: children", name: "nested")

  /// A reader of files and the mapping after it.
  private static func reader(
    _ kind: String, _ settings: String, name: String? = nil
  ) -> FuzzTarget {
    let desk = Desk(kind, settings)
    return FuzzTarget(name ?? kind) { desk.read($0) }
  }

  /// Text from Markdown and HTML, by the filter `plain`.
  static let plainText = FuzzTarget("plain") { bytes in
    PlainDesk.shared.convert(bytes)
  }
}

extension Failure {
  /// What is wrong with how something is told; nil for nothing.
  var complaint: String? {
    if diagnostics.isEmpty { return "a failure says nothing" }
    for diagnostic in diagnostics where diagnostic.message.isEmpty || diagnostic.code.name.isEmpty {
      return "a diagnostic says nothing: \(diagnostic)"
    }
    return nil
  }
}

/// A file that is read again and again, as one kind of source.
private final class Desk: Sendable {
  private let kind: String
  private let settings: String
  private let state = Mutex<Tools?>(nil)

  /// What is made once.
  private final class Tools {
    let folder: TemporaryFolder
    let definition: DomainDefinition
    let source: any RecordSource
    let mapper: ItemMapper

    init(_ kind: String, _ settings: String) throws(Failure) {
      folder = try TemporaryFolder()
      try folder.write("data", "")
      let text = """
        domain: d
        version: 1
        source: { kind: \(kind), \(settings), tolerate: 100% }
        item:
          id: "{number}"
          title: "{a | default: 'x'}"
          body: "{b | plain}"
          keywords: ["{c[]}", "{d.*}"]
          attributes: { n: { value: "{n | number}", type: number }, t: { value: "{t}", type: date } }
        """
      definition = try DomainDefinition.load(
        Array(text.utf8), file: "d.yaml", folder: folder.path, kinds: SourceKindKeys.builtIn)
      source = try SourceKind.builtIn.source(for: definition.source)
      mapper = ItemMapper(definition, now: 0)
    }
  }

  init(_ kind: String, _ settings: String) {
    self.kind = kind
    self.settings = settings
  }

  func read(_ bytes: [UInt8]) -> String? {
    state.withLock { state in
      do throws(Failure) {
        if state == nil { state = try Tools(kind, settings) }
        guard let tools = state else { return nil }
        try tools.folder.write("data", bytes: bytes)
        let reader = try tools.source.open(tools.mapper.plan)
        var worker = tools.mapper.worker()
        var batch = RecordBatch()
        var item = ItemBuffer()
        while try reader.next(&batch) {
          try reader.decode(&batch)
          for record in batch.records {
            if case .bad(let problem) = worker.map(batch, record, into: &item),
              problem.message.isEmpty
            {
              return "a bad record says nothing"
            }
          }
          for problem in batch.problems where problem.message.isEmpty {
            return "a problem says nothing"
          }
        }
        return nil
      } catch {
        return error.complaint
      }
    }
  }
}

/// Converts texts by the filter `plain`.
private final class PlainDesk: Sendable {
  static let shared = PlainDesk()
  private let mapper: ItemMapper?

  init() {
    let text = """
      domain: d
      version: 1
      item: { id: "{number}", title: x, body: "{b | plain}", description: "{b | plain | truncate: 50}" }
      """
    mapper = (try? DomainDefinition.inCode(text)).map { ItemMapper($0, now: 0) }
  }

  func convert(_ bytes: [UInt8]) -> String? {
    guard let mapper else { return "no mapping" }
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(Failure) {
      var isDone = false
      let reader = try RecordEnumeration(mapper.plan, name: "texts") { () throws(Failure) in
        defer { isDone = true }
        return isDone ? nil : ["b": .text(text)]
      }
      var batch = RecordBatch()
      var item = ItemBuffer()
      var worker = mapper.worker()
      while try reader.next(&batch) {
        try reader.decode(&batch)
        for record in batch.records {
          guard case .item = worker.map(batch, record, into: &item) else { continue }
          let plain = item.bytes.bytes(item.body)
          guard String(validating: plain, as: UTF8.self) != nil else {
            return "the text is no UTF-8"
          }
        }
      }
      return nil
    } catch {
      return error.complaint
    }
  }
}
