import FootlightPlatform
import PackedFiles

/// What records of a file say of where it lies.
package struct DocumentNames: Sendable, Hashable {
  /// The path below the folder of the declaration.
  package var path: String
  /// The name of the folder that holds it.
  package var folder: String
  /// The file's name without extension.
  package var name: String

  /// The names of a file; `rootName` is the folder of files that lie in no other.
  package init(_ file: SourceFile, rootName: String) {
    path = file.relative
    folder = Path.parent(of: file.relative).map { Path.name(of: $0) } ?? rootName
    name = Path.stem(of: Packing.plain(file.relative))
  }
}
