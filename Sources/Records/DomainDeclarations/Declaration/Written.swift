import FileHandles
import FootlightPlatform

/// A value of a declaration as its author wrote it, with its place.
struct Written {
  enum Content {
    case null
    case boolean(Bool)
    /// A number; its text is what the file holds.
    case number(String)
    case text(String)
    case list([Written])
    case mapping([Entry])
  }

  /// A key and its value.
  struct Entry {
    var name: String
    var location: SourceLocation
    var value: Written
  }

  var content: Content
  var location: SourceLocation

  /// The text of a scalar; nil for null, lists and mappings.
  var scalar: String? {
    switch content {
    case .text(let text), .number(let text): text
    case .boolean(let value): value ? "true" : "false"
    case .null, .list, .mapping: nil
    }
  }

  var isNull: Bool {
    if case .null = content { true } else { false }
  }

  /// The entries of a mapping; none for anything else.
  var entries: [Entry] {
    if case .mapping(let entries) = content { entries } else { [] }
  }

  /// The elements of a list; a single value is a list of one, null a list of none.
  var elements: [Written] {
    switch content {
    case .null: []
    case .list(let elements): elements
    case .boolean, .number, .text, .mapping: [self]
    }
  }

  /// The kind of the value, for messages.
  var kindName: String {
    switch content {
    case .null: "nothing"
    case .boolean: "a boolean"
    case .number: "a number"
    case .text: "text"
    case .list: "a list"
    case .mapping: "a mapping"
    }
  }
}

/// A declaration as written: what the file says, before anything is decided.
struct DomainDeclaration {
  /// The path for messages.
  var file: String
  /// The absolute folder in which its paths begin.
  var folder: String
  /// The whole document; a mapping.
  var root: Written
  /// The hash of the text.
  var contentHash: String
}

extension Written {
  /// The value of a YAML node.
  init(_ node: YAMLNode) {
    location = node.location
    switch node.content {
    case .sequence(let elements):
      content = .list(elements.map(Written.init))
    case .mapping(let pairs):
      content = .mapping(
        pairs.map { pair in
          Entry(name: pair.name, location: pair.key.location, value: Written(pair.value))
        })
    case .scalar(let scalar):
      switch scalar.meaning {
      case .null: content = .null
      case .yes: content = .boolean(true)
      case .no: content = .boolean(false)
      case .number: content = .number(scalar.text)
      case .text: content = .text(scalar.text)
      }
    }
  }
}

extension DomainDeclaration {
  /// Reads the YAML of a declaration: one document, a mapping.
  init(_ text: [UInt8], file: String, folder: String) throws(Failure) {
    var bytes = ByteArena(capacity: text.count)
    bytes.append(text)
    let documents = try YAMLNode.parse(bytes, file: file)
    let start = SourceLocation(file: file, line: 1, column: 1)
    guard let document = documents.first else {
      throw Failure(
        .declarationSyntax, "the file declares nothing", at: start,
        remedy: "write 'domain:', 'version:', 'source:' and 'item:'")
    }
    guard documents.count == 1 else {
      throw Failure(
        .declarationSyntax, "a second document begins", at: documents[1].location,
        remedy: "write each domain into a file of its own")
    }
    let root = Written(document)
    guard case .mapping = root.content else {
      throw Failure(
        .declarationSyntax, "a declaration is a mapping, not \(root.kindName)", at: root.location,
        remedy: "write 'domain:', 'version:', 'source:' and 'item:'")
    }
    self.init(
      file: file, folder: folder, root: root, contentHash: SHA256.hexadecimal(of: text))
  }
}
