import DomainDeclarations
import FootlightDiagnostics
import FootlightPlatform
import ForeignRecords
import HTMLRecords
import ItemMapping
import RecordSources
import SourceKinds
import Synchronization
import TestSupport

extension FuzzTarget {
  static let csv = reader("csv", "path: data, header: true")
  static let json = reader("json", "path: data, records: rows")
  static let jsonLines = reader("jsonl", "path: data")
  static let yaml = reader("yaml", "path: data")
  static let markdown = reader("markdown", "path: data")

  /// A reader of files and the mapping behind it.
  private static func reader(_ kind: String, _ settings: String) -> FuzzTarget {
    let desk = Desk(kind, settings)
    return FuzzTarget(kind) { desk.read($0) }
  }

  /// Pages, as the process of `footlight-read` reads them.
  static let html: FuzzTarget = {
    let desk = PageDesk()
    return FuzzTarget("html") { desk.read($0) }
  }()

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

/// A page that is read again and again.
private final class PageDesk: Sendable {
  private let folder = Mutex<Folder?>(nil)

  private final class Folder {
    let folder: TemporaryFolder
    init() throws(Failure) { folder = try TemporaryFolder() }
  }

  func read(_ bytes: [UInt8]) -> String? {
    folder.withLock { kept in
      do throws(Failure) {
        if kept == nil { kept = try Folder() }
        guard let place = kept else { return nil }
        let path = try place.folder.write("page", bytes: bytes)
        for sections in ["false", "true"] {
          let arguments = ["html", "--sections=\(sections)"]
          guard let options = ForeignOptions(arguments) else { return "no options" }
          var printer = RecordPrinter(collecting: true)
          printer.begin(file: 0)
          var page = try ForeignFile(path)
          var format = HTMLFormat(options)
          try format.read(&page, &printer)
          guard printer.collected.hasSuffix("\n") else { return "nothing says how the page ended" }
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
