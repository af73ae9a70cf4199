import Footlight
import FootlightPlatform
import TestSupport
import Testing

@testable import DesktopSearch

struct DesktopInstallationTests {
  private let roles = DesktopFiles.Role.allCases

  @Test func `four files are written, once, into the first folder that can be written`() throws {
    let home = try Home()
    let installation = try home.installation()
    let report = try installation.install(home.workspace)
    #expect(report.files == roles.map { home.path("share/\($0.path)") })
    #expect(report.remarks.isEmpty)
    let before = try report.files.map { try FileStatus.of($0) }
    #expect(try installation.install(home.workspace).files == report.files)
    #expect(try report.files.map { try FileStatus.of($0) } == before)
    let status = try DesktopStatus(program: home.program, system: home.system)
    #expect(status.files.map(\.place) == report.files)
    #expect(status.workspaces == [home.workspace])
    #expect(status.findings.map(\.code.name) == ["desktop.workspace"], "it is not indexed")
  }

  @Test func `with the last workspace the files go, and the folders that were made for them`()
    throws
  {
    let home = try Home()
    let installation = try home.installation()
    _ = try installation.install(home.workspace)
    let other = Workspace(folder: home.path("other"))
    try FileOperations.system.createFolder(home.path("other/domains"), parents: true)
    _ = try installation.install(other)
    #expect(try installation.uninstall(other.folder).files.isEmpty)
    #expect(throws: Failure.self) { try installation.uninstall(other.folder) }
    #expect(try installation.uninstall(home.workspace.folder).files.count == 4)
    #expect(try Folder.entries(of: home.path("share")).isEmpty)
    #expect(try installation.uninstall(nil).files.isEmpty)
  }

  @Test
  func `where no folder of all users can be written, KDE is served and GNOME's command is named`()
    throws
  {
    let home = try Home(["XDG_DATA_DIRS": "/nowhere/share:relative"])
    let report = try home.installation().install(home.workspace)
    #expect(report.files.allSatisfy { $0.hasPrefix(home.path("home/.local/share/")) })
    #expect(report.remarks.map(\.code.name) == ["desktop.not-for-gnome"])
    #expect(report.remarks.first?.remedy?.contains("'/nowhere/share/gnome-shell/") == true)
    let status = try DesktopStatus(program: home.program, system: home.system)
    #expect(status.files.filter { $0.place == nil }.map(\.role) == [.provider])
    #expect(status.findings.contains { $0.code.name == "desktop.not-for-gnome" })
  }

  @Test func `status names what hides the results`() throws {
    let home = try Home()
    #expect(
      try codes(home) == Array(repeating: "desktop.file", count: 4) + ["desktop.workspace"])
    _ = try home.installation().install(home.workspace)
    let entry = "home/.local/share/" + DesktopFiles.Role.application.path
    try home.write(entry, "[Desktop Entry]\nType=Application\nName=x\nNoDisplay = true\n")
    try home.write(
      "home/.config/krunnerrc", "[Plugins]\nio.github.footlight.SearchEnabled=false\n")
    try home.write(
      "bin/gsettings",
      "#!/bin/sh\ncase $3 in disabled) echo \"['io.github.footlight.Search.desktop']\" ;; *) echo true ;; esac\n"
    )
    try ProgramFile.make(home.path("bin/gsettings"))
    try FileOperations.system.removeTree(home.path("workspace"))
    #expect(
      try codes(home) == [
        "desktop.disabled", "desktop.file", "desktop.disabled", "desktop.disabled",
        "desktop.disabled", "desktop.workspace",
      ])
  }

  @Test func `files for a package are written as they are, and nothing is noted down`() throws {
    let home = try Home()
    let written = try home.installation().write(below: home.path("stage"))
    #expect(written == roles.map { home.path("stage/\($0.path)") })
    #expect(try DesktopStatus(program: home.program, system: home.system).workspaces.isEmpty)
  }

  private func codes(_ home: borrowing Home) throws -> [String] {
    try DesktopStatus(program: home.program, system: home.system).findings.map(\.code.name)
  }
}

/// A home with a workspace that is not indexed.
private struct Home: ~Copyable {
  private let folder: TemporaryFolder
  private let variables: [String: String]
  let program = "/opt/footlight-desktop"

  init(_ variables: [String: String] = [:]) throws {
    let folder = try TemporaryFolder()
    for name in ["workspace/domains", "share", "home", "bin"] {
      try FileOperations.system.createFolder(folder.path(name), parents: true)
    }
    self.variables = [
      "HOME": folder.path("home"), "XDG_DATA_DIRS": folder.path("share"),
      "PATH": "\(folder.path("bin")):/usr/bin:/bin",
    ].merging(variables) { $1 }
    self.folder = folder
  }

  var system: SystemServices {
    var system = SystemServices.system
    let variables = variables
    system.environment = { variables[$0] }
    return system
  }

  var workspace: Workspace { Workspace(folder: folder.path("workspace")) }

  func installation() throws -> DesktopInstallation {
    try DesktopInstallation(program: program, system: system)
  }

  func path(_ name: String) -> String { folder.path(name) }

  func write(_ name: String, _ text: String) throws {
    try folder.write(name, text)
  }
}
