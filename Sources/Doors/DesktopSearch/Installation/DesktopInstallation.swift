package import Footlight
package import FootlightPlatform

/// Puts the four files where both desktops read them, and takes them away again.
package struct DesktopInstallation: Sendable {
  /// The files that were written, and remarks about them.
  package struct Report: Sendable {
    /// Where the files lie.
    package var files: [String] = []
    /// Steps that remain for the user.
    package var remarks: [Diagnostic] = []
  }

  private let system: SystemServices
  private let files: DesktopFiles
  private let workspaces: InstalledWorkspaces

  /// The files of a program, for the user of this system.
  package init(program: String, system: SystemServices) throws(Failure) {
    self.system = system
    files = DesktopFiles(program: program)
    workspaces = try InstalledWorkspaces(system)
  }

  /// Writes the files below a folder and nothing else: for those who make packages.
  package func write(below folder: String) throws(Failure) -> [String] {
    try write(into: DataFolder(path: try Path.absolute(folder), isShared: true))
  }

  /// Notes a workspace down and writes the files, unless they lie there already.
  package func install(_ workspace: Workspace) throws(Failure) -> Report {
    // It is asked from anywhere: its path must not depend on where this was called.
    var workspace = workspace
    workspace.folder = try Path.resolved(workspace.folder)
    workspace.index = try Path.absolute(workspace.index)
    let folders = try DataFolder.all(system)
    var report = Report()
    if let folder = folders.first(where: { $0.isShared && holdsAll($0) }) {
      // Those of the Debian package, or of an earlier installation.
      report.files = DesktopFiles.Role.allCases.map(folder.place)
    } else if let folder = folders.first(where: { $0.isShared && $0.takesFiles }) {
      report.files = try write(into: folder)
    } else if let own = folders.first(where: { !$0.isShared }) {
      report.files = try write(into: own)
      report.remarks = [notForGNOME(own, folders)]
    }
    try workspaces.add(workspace)
    return report
  }

  /// Takes a workspace out, or with nil all of them; with the last one go the files.
  package func uninstall(_ folder: String?) throws(Failure) -> Report {
    var report = Report()
    if let folder {
      let path = (try? Path.resolved(folder)) ?? folder
      if try !workspaces.remove(path) {
        throw Failure(
          .desktopWorkspace, "this workspace is not installed", at: SourceLocation(file: path),
          remedy: "`footlight desktop status` lists those that are")
      }
      guard workspaces.all().isEmpty else { return report }
    } else {
      try workspaces.removeAll()
    }
    for folder in try DataFolder.all(system) {
      for role in DesktopFiles.Role.allCases where folder.text(of: role) != nil {
        guard !belongsToPackage(folder) else {
          report.remarks.append(staysBehind(folder.place(of: role)))
          continue
        }
        do throws(Failure) {
          try system.files.remove(folder.place(of: role))
          report.files.append(folder.place(of: role))
          removeEmpty(above: folder.place(of: role), in: folder)
        } catch {
          report.remarks.append(staysBehind(folder.place(of: role)))
        }
      }
    }
    return report
  }

  /// Whether the four files lie there and start a program that is there; which one is their owner's business.
  private func holdsAll(_ folder: DataFolder) -> Bool {
    DesktopFiles.Role.allCases.allSatisfy { role in
      guard let text = folder.text(of: role) else { return false }
      return text == files.text(of: role)
    }
  }

  private func write(into folder: DataFolder) throws(Failure) -> [String] {
    var written: [String] = []
    for role in DesktopFiles.Role.allCases {
      let place = folder.place(of: role)
      if folder.text(of: role) != files.text(of: role) {
        try system.files.createFolder(Path.parent(of: place) ?? "/", parents: true)
        try system.files.replace(place, with: ByteArena(files.text(of: role)))
      }
      written.append(place)
    }
    return written
  }

  /// Folders that held nothing but our file.
  private func removeEmpty(above place: String, in folder: DataFolder) {
    var above = Path.parent(of: place) ?? folder.path
    while above != folder.path, above.hasPrefix(folder.path),
      let entries = try? Folder.entries(of: above), entries.isEmpty
    {
      guard (try? system.files.removeFolder(above)) == true else { return }
      above = Path.parent(of: above) ?? folder.path
    }
  }

  /// Whether dpkg has put the files there: root could remove them, but the package would miss them.
  private func belongsToPackage(_ folder: DataFolder) -> Bool {
    folder.path == "/usr/share"
      && (try? system.files.exists("/var/lib/dpkg/info/footlight-desktop.list")) == true
  }

  private func notForGNOME(_ own: DataFolder, _ folders: [DataFolder]) -> Diagnostic {
    let shared = folders.filter(\.isShared)
    let target = shared.first { $0.path == "/usr/local/share" } ?? shared.first
    let place = target?.place(of: .provider) ?? ""
    return Diagnostic(
      .desktopNotForGNOME,
      "KDE finds it now, GNOME does not: it reads search providers from XDG_DATA_DIRS alone, and none of its "
        + "folders can be written",
      remedy: "sudo install -D -m 644 '\(own.place(of: .provider))' '\(place)'",
      severity: .warning)
  }

  private func staysBehind(_ place: String) -> Diagnostic {
    Diagnostic(
      .desktopFile, "this file belongs to somebody else and stays",
      at: SourceLocation(file: place),
      remedy: "remove it with its package: sudo apt remove footlight-desktop", severity: .warning)
  }
}
