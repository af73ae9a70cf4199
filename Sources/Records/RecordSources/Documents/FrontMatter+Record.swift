import FileHandles
import FootlightPlatform

extension FrontMatter {
  /// The fields of front matter in YAML or TOML; nil when there are none.
  static func record(
    _ bytes: borrowing ByteArena, _ fields: ByteRange, _ form: Form, file: String
  ) throws(Failure) -> Record? {
    switch form {
    case .json: return RecordValue(document: bytes.text(fields))?.record
    case .toml:
      do throws(TOMLDocument.Mistake) {
        return try TOMLDocument.record(bytes.bytes(fields))
      } catch {
        throw Failure(
          .recordUnreadable, "the front matter is no TOML: \(error.message)",
          at: SourceLocation(file: file, line: error.line + 1),
          remedy: "write each field as `name = value`, with texts in quotes")
      }
    case .yaml:
      let documents = try YAMLNode.parse(bytes, fields, file: file, firstLine: 2)
      guard let document = documents.first, !document.isNull else { return nil }
      guard let pairs = document.pairs else {
        throw Failure(
          .recordUnreadable, "the front matter must name fields: `name: value`",
          at: document.location, remedy: "write each as `name: value` on a line of its own")
      }
      return Record(pairs)
    }
  }
}

extension RecordValue {
  /// The fields of an object.
  fileprivate var record: Record? {
    if case .object(let record) = self { record } else { nil }
  }
}
