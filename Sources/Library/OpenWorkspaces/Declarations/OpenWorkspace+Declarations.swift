package import DeclaredRecords
package import FootlightPlatform
package import IndexStores
import SourceKinds
import Synchronization

extension OpenWorkspace {
  /// Reads all declarations of the workspace and adds what is registered.
  package func declarations() throws(Failure) -> Declarations {
    let inCode = registered.all
    var result = Declarations()
    var files: [DeclarationFile] = []
    do throws(Failure) {
      files = try DeclarationFile.all(in: workspace, files: system.files)
    } catch {
      // A program that registers its domains needs no folder of declarations.
      guard !inCode.isEmpty else { throw error }
    }
    for file in files { load(file, into: &result) }
    let conflicts = DomainDefinition.conflicts(
      among: files.compactMap { file in
        result.loaded[file.path]?.definition
      })
    result.settle(conflicts)
    for (name, domain) in inCode {
      if let declared = result.domains[name] {
        result.broken.append(
          Declarations.Broken(
            path: declared.file?.path ?? "", name: name,
            diagnostics: [
              Diagnostic(
                .registeredTwice, "the program has registered a domain with this name, too",
                at: declared.definition.location)
            ]))
      } else {
        result.domains[name] = domain
      }
    }
    return result
  }

  /// Reads one declaration.
  package func load(_ file: DeclarationFile, into result: inout Declarations) {
    do throws(Failure) {
      result.loaded[file.path] = try declared(file)
    } catch {
      result.broken.append(
        Declarations.Broken(
          path: file.path, name: file.probableName(), diagnostics: error.diagnostics))
    }
  }

  /// Reads one declaration, with the permission that it was granted.
  package func declared(_ file: DeclarationFile, ignoringPermission: Bool = false) throws(Failure)
    -> DeclaredDomain
  {
    let contents: ByteArena
    let status: FileStatus
    do throws(Failure) {
      // The look is taken first: a change while it is read makes the stored look differ.
      guard let look = try FileStatus.of(file.path) else {
        throw Failure(
          .fileMissing, "there is no such file", at: SourceLocation(file: file.shown))
      }
      status = look
      contents = try File.readWhole(file.path, limit: DeclarationFile.limit)
    } catch {
      throw error.at(SourceLocation(file: file.shown))
    }
    var definition = try definition(
      contents.bytes(contents.all), file, ignoringPermission: ignoringPermission)
    if !definition.source.allowsOutside, !ignoringPermission {
      definition.source.allowsOutside = try Permissions(system).allows(
        definition.name, hash: Permissions.hash(of: definition), at: file.path)
    }
    return DeclaredDomain(
      definition: definition, source: try source(of: definition),
      file: WatchedFile(
        path: file.path, size: Int64(status.size), modified: status.modified))
  }

  /// Compiles the text of a declaration as if it stood in `domains/` and were allowed.
  package func definition(of text: String, file: String) throws(Failure) -> DomainDefinition {
    try DomainDefinition.load(
      Array(text.utf8), file: file, folder: Path.resolved(workspace.domains),
      kinds: kinds.map(\.keys), allowsOutside: true)
  }

  /// Where the records of a domain come from.
  package func source(of definition: DomainDefinition) throws(Failure) -> any RecordSource {
    if definition.source.kind == SourceKind.external.name {
      if let lookup = definition.lookups.first {
        throw Failure(
          .sourceSetting, "records that programs push have no lookups", at: lookup.location,
          remedy: "let the program push whole records, or leave `lookups` out")
      }
      guard definition.source.duplicates == .error else {
        throw Failure(
          .sourceSetting, "`duplicates` has no meaning where programs push: an id is one record",
          at: definition.source.location, remedy: "leave it out")
      }
      return PushedSource(userData: userData, domain: definition.name)
    }
    let source = try kinds.source(for: definition.source, system: system)
    guard !definition.lookups.isEmpty else { return source }
    var lookups: [any RecordSource] = []
    for lookup in definition.lookups {
      lookups.append(try kinds.source(for: lookup.source, system: system))
    }
    return JoinedSource(definition, source, lookups: lookups)
  }

  private func definition(
    _ text: [UInt8], _ file: DeclarationFile, ignoringPermission: Bool
  ) throws(Failure) -> DomainDefinition {
    let keys = kinds.map(\.keys)
    let folder = try Path.resolved(Path.parent(of: file.path) ?? ".")
    var refused: String?
    do throws(Failure) {
      return try DomainDefinition.load(text, file: file.shown, folder: folder, kinds: keys) {
        (definition) throws(Failure) in
        if ignoringPermission { return true }
        let isAllowed = try Permissions(system).allows(
          definition.name, hash: Permissions.hash(of: definition), at: file.path)
        if !isAllowed { refused = definition.name }
        return isAllowed
      }
    } catch {
      guard let refused else { throw error }
      throw error.advised(
        "read the declaration; if it may do that, run `footlight allow \(refused)`")
    }
  }
}

extension Declarations {
  /// Takes the loaded declarations over; of two that declare one domain, neither.
  package mutating func settle(_ conflicts: [Diagnostic]) {
    let sharing = Dictionary(grouping: loaded.values, by: \.definition.name)
    for (path, domain) in loaded.sorted(by: { $0.key.precedesInBytes($1.key) }) {
      let name = domain.definition.name
      if sharing[name]?.count == 1 {
        domains[name] = domain
      } else {
        broken.append(
          Broken(
            path: path, name: name,
            diagnostics: conflicts.filter { $0.location?.file == domain.definition.file }))
      }
    }
  }
}

/// A domain that is declared in a file or registered in code, ready to be read.
package struct DeclaredDomain: Sendable {
  /// The declaration, compiled.
  package var definition: DomainDefinition
  /// Where its records come from.
  package var source: any RecordSource
  /// The declaration's file as it looked when it was read; nil for a registered domain.
  package var file: WatchedFile?
}

/// All domains of a workspace, and what is wrong with the others.
package struct Declarations: Sendable {
  /// A declaration that cannot be used.
  package struct Broken: Sendable {
    /// The absolute path.
    package var path: String
    /// The domain that it seems to declare.
    package var name: String?
    /// Everything that is wrong with it.
    package var diagnostics: [Diagnostic]
  }

  /// The readable declarations, by path; which of them are usable is settled when all are read.
  package var loaded: [String: DeclaredDomain] = [:]
  /// The usable ones, by domain.
  package var domains: [String: DeclaredDomain] = [:]
  /// The others.
  package var broken: [Broken] = []

  /// Nothing is declared.
  package init() {}

  /// A domain that is declared and usable.
  ///
  /// - Throws: `domain.unknown`, and what is wrong with its declaration.
  func declared(_ domain: String) throws(Failure) -> DeclaredDomain {
    if let declared = domains[domain] { return declared }
    let faults = broken.first { $0.name == domain }?.diagnostics ?? []
    throw Failure(faults) ?? Failure(DomainSelection.unknown(domain, among: domains.keys))
  }
}

/// A file that declares a domain: `*.yaml` directly in `domains/`.
package struct DeclarationFile: Sendable, Hashable {
  /// The absolute path.
  package var path: String
  /// The path as the user knows it.
  package var shown: String

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
