import FileHandles
import FootlightPlatform

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
