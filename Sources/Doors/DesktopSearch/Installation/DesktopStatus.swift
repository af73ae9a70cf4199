package import Footlight
package import FootlightPlatform

/// The installed files, the workspaces that are searched, and the obstacles that hide results.
package struct DesktopStatus: Sendable {
  /// One of the four files as both desktops find it.
  package struct PlacedFile: Sendable {
    /// The role of the file.
    package var role: DesktopFiles.Role
    /// The path of the file; nil when it is missing.
    package var place: String?
  }

  /// The files.
  package var files: [PlacedFile] = []
  /// The workspaces, in the order in which they were installed.
  package var workspaces: [Workspace] = []
  /// All that is wrong.
  package var findings: [Diagnostic] = []

  /// Looks at files, settings and workspaces; the bus is asked by who has one.
  package init(program: String, system: SystemServices) throws(Failure) {
    let folders = try DataFolder.all(system)
    for role in DesktopFiles.Role.allCases { look(at: role, folders, program) }
    findings += DesktopSettings(system: system).findings()
    workspaces = try InstalledWorkspaces(system).all()
    lookAtWorkspaces(system)
  }

  private mutating func find(
    _ code: DiagnosticCode, _ message: String, at place: SourceLocation? = nil, remedy: String,
    severity: Diagnostic.Severity = .error
  ) {
    findings.append(Diagnostic(code, message, at: place, remedy: remedy, severity: severity))
  }

  private mutating func look(
    at role: DesktopFiles.Role, _ folders: [DataFolder], _ program: String
  ) {
    let readers = role == .provider ? folders.filter(\.isShared) : folders
    guard let folder = readers.first(where: { $0.text(of: role) != nil }) else {
      files.append(PlacedFile(role: role, place: nil))
      if let own = folders.first(where: { $0.text(of: role) != nil }) {
        find(
          .desktopNotForGNOME, "GNOME does not look here for search providers",
          at: SourceLocation(file: own.place(of: role)),
          remedy:
            "copy it as root into a folder of XDG_DATA_DIRS, or install the package footlight-desktop",
          severity: .warning)
      } else {
        find(
          .desktopFile, "the file \(role.path) is in no folder of XDG_DATA_DIRS",
          remedy: "run `footlight desktop install`")
      }
      return
    }
    let place = folder.place(of: role)
    files.append(PlacedFile(role: role, place: place))
    guard let text = folder.text(of: role) else { return }
    if role == .application { lookForHiding(text, place) }
    let expected = [program, DesktopFiles.packaged].map { DesktopFiles(program: $0).text(of: role) }
    if !expected.contains(text) {
      find(
        .desktopFile, "this file is not the one of this program",
        at: SourceLocation(file: place),
        remedy: "remove it and run `footlight desktop install`", severity: .warning)
    }
  }

  private mutating func lookForHiding(_ text: String, _ place: String) {
    let lines = DesktopSettings.lines(of: "Desktop Entry", in: text)
    for key in ["NoDisplay", "Hidden"] where lines.contains("\(key)=true") {
      find(
        .desktopDisabled, "'\(key)=true' hides the program, and with it all its results",
        at: SourceLocation(file: place), remedy: "take the line out", severity: .warning)
    }
  }

  private mutating func lookAtWorkspaces(_ system: SystemServices) {
    if workspaces.isEmpty {
      find(
        .desktopWorkspace, "no workspace is searched",
        remedy: "run `footlight desktop install` in a workspace, or with --workspace DIR")
    }
    for workspace in workspaces {
      guard (try? Folder.exists(workspace.domains)) == true else {
        find(
          .desktopWorkspace, "this workspace is gone", at: SourceLocation(file: workspace.folder),
          remedy: "run `footlight desktop uninstall --workspace '\(workspace.folder)'`",
          severity: .warning)
        continue
      }
      let holdsItems =
        (try? Library(workspace, system: system).status())?.domains.contains { $0.items > 0 }
        ?? false
      if !holdsItems {
        find(
          .desktopWorkspace, "nothing is indexed in this workspace",
          at: SourceLocation(file: workspace.folder), remedy: "run `footlight sync` there",
          severity: .warning)
      }
    }
  }
}
