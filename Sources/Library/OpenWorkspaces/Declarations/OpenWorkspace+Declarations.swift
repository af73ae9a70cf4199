package import DeclaredRecords
package import FootlightPlatform
import IndexStores
import SourceKinds
import Synchronization

extension OpenWorkspace {
  /// Reads all declarations of the workspace and adds what is registered.
  package func declarations() throws(Failure) -> Declarations {
    let inCode = registered.all
    var result = Declarations()
    var files: [DeclarationFile] = []
    do throws(Failure) {
      files = try DeclarationFile.all(in: workspace, files: world.files)
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
      definition.source.allowsOutside = try Permissions(world).allows(
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
    let source = try kinds.source(for: definition.source, world: world)
    guard !definition.lookups.isEmpty else { return source }
    var lookups: [any RecordSource] = []
    for lookup in definition.lookups {
      lookups.append(try kinds.source(for: lookup.source, world: world))
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
        let isAllowed = try Permissions(world).allows(
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
