public import FootlightPlatform

extension Library {
  /// Lets a domain's declaration, as it is now, read outside its folder and run its program.
  ///
  /// The permission ends when the declaration changes or is moved, and a copy has none; it is kept in
  /// the state folder of the user (`$XDG_STATE_HOME`), and no wipe touches it.
  ///
  /// `footlight.yaml` lets the program of its `on_match` run.
  ///
  /// - Throws: `domain.unknown`, `permission.no-folder`, `file.forbidden`, and what is wrong with the
  ///   declaration.
  public func allow(_ domain: String) throws(Failure) {
    let files = try DeclarationFile.all(in: workspace, files: world.files)
    let named = files.map { ($0, $0.probableName()) }
    guard let file = named.first(where: { $0.1 == domain })?.0 else {
      if isSettings(domain), !onMatch.isEmpty { return try allowProgram() }
      // A group is not allowed as a whole: each declaration is to be read first.
      throw Failure(DomainSelection.unknown(domain, among: named.compactMap(\.1)))
    }
    let definition = try open.declared(file, ignoringPermission: true).definition
    try Permissions(world).allow(
      definition.name, hash: Permissions.hash(of: definition), at: file.path)
  }

  /// Whether a name means the settings of the workspace, and not a domain.
  package func isSettings(_ name: String) -> Bool { name == WorkspaceSettings.fileName }
}
