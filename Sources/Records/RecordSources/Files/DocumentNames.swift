import FileHandles
import FootlightPlatform

/// The names of a file that its records have: where it lies.
package struct DocumentNames: Sendable, Hashable {
  /// The path below the folder of the declaration.
  package var path: String
  /// The name of the folder that holds it.
  package var folder: String
  /// The file's name without extension.
  package var name: String

  /// The names of a file; `rootName` is the folder of files that lie in no other.
  ///
  /// The folder of a mail is that of which `cur` and `new` are parts.
  package init(_ file: SourceFile, rootName: String, isMail: Bool = false) {
    path = file.relative
    let mailFolder =
      isMail ? MailFolders.name(ofFolderOf: file.relative, rootName: rootName) : nil
    folder =
      mailFolder ?? Path.parent(of: file.relative).map { Path.name(of: $0) } ?? rootName
    let stem = Path.stem(of: Packing.plain(file.relative))
    // Writers of sites call the page of a folder `index`: that is no name of it.
    name = ["index", "_index"].contains(stem.lowercased()) && !folder.isEmpty ? folder : stem
  }
}
