import DeclaredRecords
import FootlightPlatform

/// The documents of a source as they were fetched last, in a folder of the user's cache, with what is needed
/// to ask whether they are still the same.
struct KeptDocuments: Sendable, Hashable {
  /// A document.
  struct Page: Sendable, Hashable {
    /// The name of its file in the folder.
    var file: String
    /// Where it was.
    var address: String
    var size: Int
    var hash: String
  }

  /// The result of asking an address.
  struct Fetched: Sendable, Hashable {
    /// When it was last asked, and until when it is to be left alone, in seconds since 1970.
    var asked: Int64 = 0
    var until: Int64 = 0
    /// The mark by which the document is known again; empty where it is several.
    var entityTag = ""
    var modified = ""
    var pages: [Page] = []
  }

  /// By address.
  var fetched: [String: Fetched] = [:]

  /// The name of the file that names the others.
  private static let list = "documents.json"

  /// Reads what is kept in a folder; what is damaged, or whose files are gone or others, is not.
  init(in folder: String) {
    guard let bytes = try? File.readWhole(Path.join(folder, KeptDocuments.list), limit: 1 << 26),
      let record = try? Record(json: bytes.text(bytes.all))
    else { return }
    for field in record.fields {
      guard let one = Fetched(field.value, in: folder) else { continue }
      fetched[field.name] = one
    }
  }

  /// Writes the list, and removes what it does not name.
  func save(in folder: String, _ files: FileOperations) throws(Failure) {
    var record = Record()
    for (address, one) in fetched.sorted(by: { $0.key < $1.key }) {
      record.fields.append(Record.Field(address, one.value))
    }
    try files.replace(Path.join(folder, KeptDocuments.list), with: ByteArena(record.json))
    let named = Set(fetched.values.flatMap { $0.pages.map(\.file) })
    for entry in try files.list(folder)
    where entry.kind == .file && entry.name.hasPrefix("page-") && !named.contains(entry.name) {
      try files.remove(Path.join(folder, entry.name))
    }
  }
}

extension KeptDocuments.Fetched {
  /// Reads what was written; nil for anything else.
  fileprivate init?(_ value: RecordValue, in folder: String) {
    guard case .object(let record) = value else { return nil }
    func number(_ record: Record, _ name: String) -> Int64? {
      guard case .number(let text)? = record[name] else { return nil }
      return Int64(text)
    }
    func text(_ record: Record, _ name: String) -> String {
      if case .text(let text)? = record[name] { text } else { "" }
    }
    guard let asked = number(record, "asked"), case .list(let pages)? = record["pages"] else {
      return nil
    }
    self.asked = asked
    until = number(record, "until") ?? 0
    entityTag = text(record, "etag")
    modified = text(record, "modified")
    for case .object(let page) in pages {
      let name = text(page, "file")
      guard name.hasPrefix("page-"), !name.utf8.contains(UInt8(ascii: "/")),
        let size = number(page, "size"),
        let status = try? FileStatus.of(Path.join(folder, name)), status.size == Int(size),
        (try? DocumentHash.of(Path.join(folder, name))) == text(page, "hash")
      else { return nil }
      self.pages.append(
        KeptDocuments.Page(
          file: name, address: text(page, "address"), size: Int(size), hash: text(page, "hash")))
    }
  }

  /// As it is written.
  fileprivate var value: RecordValue {
    [
      "asked": .number("\(asked)"), "until": .number("\(until)"), "etag": .text(entityTag),
      "modified": .text(modified),
      "pages": .list(
        pages.map { page in
          [
            "file": .text(page.file), "address": .text(page.address),
            "size": .number("\(page.size)"), "hash": .text(page.hash),
          ]
        }),
    ]
  }
}
