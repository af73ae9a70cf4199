public import FootlightPlatform

extension Library {
  /// Starts a workspace: `domains/` with a commented example that works; returns what was made.
  ///
  /// The folder is made if need be. A folder whose `domains/` holds declarations already is a
  /// workspace, and is refused; other files are left as they are.
  public static func initialise(_ folder: String) throws(Failure) -> [String] {
    let files = FileOperations.system
    let domains = Path.join(folder, "domains")
    if try Folder.exists(domains) {
      let declared = try Folder.entries(of: domains).first {
        Path.fileExtension(of: $0.name) == "yaml"
      }
      if let declared {
        throw Failure(
          .workspaceExists, "this is a workspace already",
          at: SourceLocation(file: Path.join(domains, declared.name)),
          remedy: "add declarations beside this one")
      }
    }
    var made: [String] = []
    for file in StarterWorkspace.files {
      let path = Path.join(folder, file.path)
      guard try !files.exists(path) else { continue }
      try files.createFolder(Path.parent(of: path) ?? folder, parents: true)
      let bytes = ByteArena(file.text)
      try files.replace(path, with: bytes)
      made.append(path)
    }
    return made
  }
}
