public import DeclaredRecords
public import FootlightPlatform
import SourceKinds

extension Library {
  /// Lets a domain's declaration, as it is now, read outside its folder and run its program.
  ///
  /// The permission ends when the declaration changes or is moved, and a copy has none; it is kept in
  /// the state folder of the user (`$XDG_STATE_HOME`), and no wipe touches it.
  ///
  /// `footlight.yaml` lets the program of its `on_match` run.
  ///
  /// - Returns: what the domain may do from now on, a sentence each, with what keeps it from that.
  /// - Throws: `domain.unknown`, `permission.no-folder`, `file.forbidden`, and what is wrong with the
  ///   declaration.
  @discardableResult
  public func allow(_ domain: String) throws(Failure) -> [String] {
    let files = try DeclarationFile.all(in: workspace, files: system.files)
    let named = files.map { ($0, $0.probableName()) }
    guard let file = named.first(where: { $0.1 == domain })?.0 else {
      if domain == WorkspaceSettings.fileName, !onMatch.isEmpty {
        try allowProgram()
        return [run(onMatch, in: workspace.folder)]
      }
      // A group is not allowed as a whole: each declaration is to be read first.
      throw Failure(DomainSelection.unknown(domain, among: named.compactMap(\.1)))
    }
    let definition = try open.declared(file, ignoringPermission: true).definition
    let opener = definition.querySettings.opener
    try Permissions(system).allow(
      definition.name, hash: Permissions.hash(of: definition), at: file.path)
    let sources = [definition.source] + definition.lookups.map(\.source)
    let opening = opener.isEmpty ? [] : [run(opener, in: definition.folder)]
    return opening
      + sources.flatMap { source -> [String] in
        let programs = ["command", "convert"].compactMap { source[$0]?.list }.map {
          run($0, in: source.folder)
        }
        let isLogged = source["changes"]?.text == "triggers"
        let places = (source["path"]?.list ?? []).map { path in
          "read \(Path.join(source.folder, path))"
            + (isLogged ? ", and make tables and triggers in it" : "")
        }
        return programs + (source["url"]?.list ?? []).map { "ask \($0)" } + places
      }
  }

  /// That a program is run, and whether it can be.
  private func run(_ words: [String], in folder: String) -> String {
    let name = words.first ?? ""
    let path = Subprocess.find(name, in: folder, path: system.path)
    let isReady = path.flatMap { path in
      Subprocess.find(Path.name(of: path), path: Path.parent(of: path) ?? "")
    }
    let fault =
      isReady != nil
      ? ""
      : path.map { "; \($0) is not executable: `chmod +x` makes it so" }
        ?? "; there is no such program"
    return "run \(words.joined(separator: " "))\(fault)"
  }
}

extension Library {
  /// Adds a domain whose records a program provides; it is equal to declared ones.
  ///
  /// Registrations are not stored: a program registers its domains each time it opens the library.
  ///
  /// - Throws: `domain.registered-twice`.
  public func register(
    _ definition: DomainDefinition, source: any RecordSource
  ) throws(Failure) {
    try register(DeclaredDomain(definition: definition, source: source))
  }

  /// Adds a domain into which the program pushes its records, as with `kind: external`.
  ///
  /// Pushed records are stored and found by programs that register it again.
  ///
  /// - Throws: `domain.registered-twice`.
  public func register(_ definition: DomainDefinition) throws(Failure) {
    let source = PushedSource(userData: userData, domain: definition.name)
    try register(DeclaredDomain(definition: definition, source: source))
  }

  private func register(_ domain: DeclaredDomain) throws(Failure) {
    let definition = domain.definition
    guard open.registered.add(domain) else {
      throw Failure(
        .registeredTwice, "a domain named '\(definition.name)' is registered already",
        at: definition.location)
    }
  }
}

extension Library {
  /// Makes the log of changes that `changes: triggers` needs, in the database of a domain's source;
  /// true when something was made, false when it was there already.
  ///
  /// Nothing else in Footlight writes into a source, so that it needs the domain's permission. One
  /// short transaction; whoever writes meanwhile waits for it, and it waits for them for at most
  /// five seconds.
  ///
  /// - Throws: `domain.unknown`, `declaration.needs-permission`, `source.setting` when the source
  ///   asks for no triggers or they could not log all changes, `sqlite.busy`.
  @discardableResult
  public func installChangeLog(of domain: String) throws(Failure) -> Bool {
    try changeLog(of: domain).install()
  }

  /// Deletes the log of changes, with its triggers, from the database of a domain's source; true
  /// when there was something to delete.
  ///
  /// - Throws: `domain.unknown`, `declaration.needs-permission`, `source.setting`, `sqlite.busy`.
  @discardableResult
  public func uninstallChangeLog(of domain: String) throws(Failure) -> Bool {
    try changeLog(of: domain).uninstall()
  }

  private func changeLog(of domain: String) throws(Failure) -> SQLiteChangeLog {
    let source = try open.declarations().declared(domain).definition.source
    let log = try SQLiteChangeLog(source)
    guard source.allowsOutside else {
      throw Failure(
        .needsPermission, "\(domain) has no permission to write into its source",
        at: source.location,
        remedy: "read the declaration; if it may, grant it with `footlight allow \(domain)`")
    }
    return log
  }
}
