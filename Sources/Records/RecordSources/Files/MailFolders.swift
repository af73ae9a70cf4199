package import FootlightPlatform

/// The folders of Maildirs that hold mails: `cur` and `new` of a Maildir, of those within it, and of all
/// Maildirs of a folder (https://cr.yp.to/proto/maildir.html).
///
/// Folders of a Maildir begin with a point (`.Sent`) or lie in it under their names.
package enum MailFolders {
  /// Paths below a folder, in the order of their names; none when it holds no mail.
  package static func parts(of folder: String) throws(Failure) -> [String] {
    var found: [String] = []
    try look(folder, "", depth: 0, &found)
    return found
  }

  private static func look(
    _ folder: String, _ relative: String, depth: Int, _ found: inout [String]
  ) throws(Failure) {
    guard depth < 64, found.count < 100_000 else { return }
    for entry in try Folder.entries(of: folder).sorted(by: { $0.name < $1.name })
    where entry.kind == .folder && entry.isExact {
      let path = Path.join(relative, entry.name)
      switch entry.name {
      case "cur", "new": found.append(path)
      case "tmp": continue
      default: try look(Path.join(folder, entry.name), path, depth: depth + 1, &found)
      }
    }
  }

  /// The name of the folder of mail in which a mail lies; nil when it lies in no Maildir.
  static func name(ofFolderOf path: String, rootName: String) -> String? {
    guard let part = Path.parent(of: path), ["cur", "new"].contains(Path.name(of: part)) else {
      return nil
    }
    guard let folder = Path.parent(of: part) else { return rootName }
    let name = Path.name(of: folder)
    return name.hasPrefix(".") ? String(name.dropFirst()) : name
  }
}
