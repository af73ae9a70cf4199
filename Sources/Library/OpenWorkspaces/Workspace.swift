public import FootlightPlatform

/// Where declarations lie and where their index is.
public struct Workspace: Sendable, Hashable {
  /// The folder that holds `domains/`.
  public var folder: String
  /// The folder of the index.
  public var index: String

  /// Names a workspace; the index is in `.footlight/` there unless said otherwise.
  public init(folder: String, index: String? = nil) {
    self.folder = folder
    self.index = index ?? (folder.hasSuffix("/") ? "\(folder).footlight" : "\(folder)/.footlight")
  }

  /// The folder of the declarations.
  public var domains: String {
    folder.hasSuffix("/") ? "\(folder)domains" : "\(folder)/domains"
  }

  /// The workspace that a command works on: the named folder, else the nearest folder upward from
  /// `folder` that holds `domains/`.
  ///
  /// Relative names begin in `folder`.
  public static func find(
    from folder: String, named: String? = nil, index: String? = nil
  ) throws(Failure) -> Workspace {
    let start = try Path.absolute(folder)
    let index = index.map { Path.normalized(Path.join(start, $0)) }
    if let named {
      let place = Path.normalized(Path.join(start, named))
      guard try holdsDomains(place) else {
        throw Failure(
          .workspaceMissing, "this folder holds no domains/", at: SourceLocation(file: place),
          remedy: "run `footlight init \(named)` to start a workspace there")
      }
      return Workspace(folder: place, index: index)
    }
    var place: String? = start
    while let candidate = place {
      if try holdsDomains(candidate) { return Workspace(folder: candidate, index: index) }
      place = candidate == "/" ? nil : Path.parent(of: candidate)
    }
    throw Failure(
      .workspaceMissing, "neither this folder nor one above it holds domains/",
      at: SourceLocation(file: start),
      remedy: "run `footlight init` to start a workspace, or name one with --workspace")
  }

  private static func holdsDomains(_ folder: String) throws(Failure) -> Bool {
    do throws(Failure) {
      // A copy of a shared store can be searched without declarations.
      if try Folder.exists(Path.join(folder, "domains")) { return true }
      return try FileStatus.of(Path.join(folder, WorkspaceSettings.fileName)) != nil
    } catch {
      // A folder that cannot be looked into is none of ours.
      guard error.concerns([.fileForbidden]) else { throw error }
      return false
    }
  }
}
