import FileHandles
import FootlightPlatform

/// A declaration as written: what the file says, before anything is decided.
struct DomainDeclaration {
  /// The path for messages.
  var file: String
  /// The absolute folder in which its paths begin.
  var folder: String
  /// The whole document; a mapping.
  var root: YAMLNode
  /// The hash of the text.
  var contentHash: String
}

extension YAMLNode {
  /// The text of a scalar; nil for null, lists and mappings.
  var scalarText: String? { isNull ? nil : text }

  /// The pairs of a mapping; none for anything else.
  var entries: [YAMLPair] { pairs ?? [] }

  /// The elements of a list; a single value is a list of one, null a list of none.
  var values: [YAMLNode] { elements ?? (isNull ? [] : [self]) }

  var isBoolean: Bool { scalar?.meaning == .yes || scalar?.meaning == .no }
}

extension YAMLPair {
  /// A key that is not written where it stands.
  init(_ name: String, _ value: YAMLNode) {
    self.init(key: YAMLNode(.scalar(YAMLScalar(name)), at: value.location), value: value)
  }

  /// Where the key stands.
  var location: SourceLocation { key.location }
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
    guard case .mapping = document.content else {
      throw Failure(
        .declarationSyntax, "a declaration is a mapping, not \(document.kindName)",
        at: document.location,
        remedy: "write 'domain:', 'version:', 'source:' and 'item:'")
    }
    self.init(
      file: file, folder: folder, root: document, contentHash: SHA256.hexadecimal(of: text))
  }
}
