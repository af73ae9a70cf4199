import DeclaredRecords
import FileHandles
import FootlightPlatform
import Synchronization

/// Where a new domain may go: its name, and the file of its declaration.
struct ProposedPlace {
  var name: String
  /// An absolute path.
  var file: String
  /// The version of the declaration: above that of everything that bore the name before.
  var version = 1
  /// Whether there is a declaration already.
  var replaces = false
}

extension Library {
  /// The place of a domain; fails when it is taken, unless it may be replaced.
  func place(named name: String, replacing: Bool) throws(Failure) -> ProposedPlace {
    var place = ProposedPlace(
      name: name, file: Path.join(workspace.domains, "\(name).yaml"))
    let stored = try domains().first { $0.domain == name }?.version
    place.version = (stored ?? 0) + 1
    if open.registered.all[name] != nil {
      throw Failure(
        .addExists, "the program itself provides the domain '\(name)'",
        remedy: "choose another name with --name")
    }
    let files = try DeclarationFile.all(in: workspace, files: system.files)
    let declared = files.first { $0.probableName() == name }
    guard let taken = declared ?? files.first(where: { $0.path == place.file }) else {
      return place
    }
    guard replacing else {
      throw Failure(
        .addExists,
        declared == nil
          ? "this file is there already" : "the domain '\(name)' is declared already",
        at: SourceLocation(file: taken.shown),
        remedy: "choose another name with --name, or replace it with --replace")
    }
    place.replaces = true
    place.file = taken.path
    let version = try? open.declared(taken, ignoringPermission: true).definition.version
    place.version = max(place.version, (version ?? 0) + 1)
    return place
  }

  /// The name of a domain as it was asked for, else one made of the name of a file.
  func domainName(_ asked: String?, from path: String) throws(Failure) -> String {
    if let asked {
      guard let mistake = DomainName.mistake(in: asked) else { return asked }
      throw Failure(
        .addName, "'\(asked)' is no name for a domain: \(mistake)",
        remedy: DomainName.proposal(for: asked).map { "write '\($0)'" })
    }
    // Points would make groups of it.
    let stem = Path.stem(of: Packing.plain(path)).split(separator: ".").joined(separator: "-")
    if DomainName.mistake(in: stem) == nil { return stem }
    if let name = DomainName.proposal(for: stem) { return name }
    throw Failure(
      .addName, "no name for a domain can be made of '\(Path.name(of: path))'",
      remedy: "choose one with --name")
  }
}
