import FootlightPlatform

extension Command {
  /// Done by the program `footlight-desktop`.
  package static let desktop = Command(
    program: .desktop, operands: .one("ACTION"),
    summary: "search from the desktop: install, status or uninstall",
    detail: """
      'install' has GNOME and KDE search this workspace, and proves by a call that they are answered. 'status' shows \
      where its files lie and which workspaces are searched, and names what hides the results. 'uninstall' takes the files \
      away, or with --workspace only that workspace out. The bus calls 'serve' when somebody searches, and a click on the \
      program's name 'launch'.

      Exits 0 when all is well, and 1 when 'status' has found something.
      """,
    options: [.idle, .desktopFiles, .desktopProgram],
    examples: [
      "footlight desktop install": "in a workspace: search it from the desktop",
      "footlight desktop status": "what is installed, and whether it answers",
      "footlight desktop uninstall --workspace .": "leave this workspace out again",
    ])
}

extension CommandOption {
  static let idle = CommandOption(
    "idle", .general, .number("SECONDS", 1...86_400) { $0.idleSeconds = $1 },
    "with 'serve': go after so long without a question (30)")

  static let desktopFiles = CommandOption(
    "files", .general, .text("DIR") { $0.filesFolder = $1 },
    "with 'install': write the files below DIR for a package, and do nothing else")

  static let desktopProgram = CommandOption(
    "program", .general, .text("PATH") { $0.programPath = $1 },
    "with 'install --files': where the package has footlight-desktop")
}
