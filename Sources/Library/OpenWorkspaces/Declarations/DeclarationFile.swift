package import FootlightPlatform

/// A file that declares a domain: `*.yaml` directly in `domains/`.
package struct DeclarationFile: Sendable, Hashable {
  /// The absolute path.
  package var path: String
  /// The path as the user knows it.
  package var shown: String

  package init(path: String, shown: String) {
    self.path = path
    self.shown = shown
  }

  /// The largest file that is read.
  package static let limit = 1 << 20

  /// The files of a workspace in byte order of their names.
  package static func all(in workspace: Workspace, files: FileOperations) throws(Failure)
    -> [DeclarationFile]
  {
    guard try Folder.exists(workspace.domains) else {
      if try WorkspaceSettings.read(in: workspace.folder).store != nil { return [] }
      throw Failure(
        .workspaceMissing, "there is no folder domains/ here",
        at: SourceLocation(file: workspace.folder),
        remedy: "run `footlight init`, or name a workspace with --workspace")
    }
    let here = try Path.currentFolder()
    return try files.list(workspace.domains)
      .filter { $0.kind != .folder && $0.name.hasSuffix(".yaml") && !$0.name.hasPrefix(".") }
      .map { entry in
        let path = Path.join(workspace.domains, entry.name)
        return DeclarationFile(path: path, shown: shownPath(path, from: here))
      }
  }

  /// The name that the file seems to declare, by a look at its first lines, without parsing.
  ///
  /// For messages about a domain that is not built yet.
  package func probableName() -> String? {
    do throws(Failure) {
      let file = try File(path: path)
      var bytes = ByteArena()
      _ = try file.read(into: &bytes, at: 0, upTo: 8192)
      for line in bytes.text(bytes.all).split(whereSeparator: \.isNewline)
      where line.hasPrefix("domain:") {
        let value = line.dropFirst(7).prefix { $0 != "#" }
        let name = value.filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
        return name.isEmpty ? nil : name
      }
    } catch {
      // An unreadable file declares nothing; a sync will say why.
    }
    return nil
  }
}

/// A path as somebody in a folder would write it.
package func shownPath(_ path: String, from folder: String) -> String {
  let prefix = folder.hasSuffix("/") ? folder : folder + "/"
  guard path.utf8.starts(with: prefix.utf8) else { return path }
  return String(path.dropFirst(prefix.count))
}
