package import Footlight
package import FootlightPlatform

/// Shows all results of a query: in the picker, in a terminal.
package struct DesktopLaunch: Sendable {
  private let settings: DesktopServiceSettings
  private let world: World

  /// A launch with the tool that the settings name.
  package init(_ settings: DesktopServiceSettings, _ world: World) {
    self.settings = settings
    self.world = world
  }

  /// The address of a workspace's page with the query in it; nil where nobody serves one.
  package func page(of workspace: Workspace, _ query: DesktopQuery) -> String? {
    guard let address = ServedPage.address(of: workspace.folder, world) else { return nil }
    return query.text.isEmpty ? address : address + "?q=" + PercentEncoding.encoded(query.text)
  }

  /// Starts what shows the query in a workspace.
  ///
  /// - Throws: `desktop.no-terminal`.
  package func show(
    _ query: DesktopQuery, in workspace: Workspace,
    start: (Subprocess) throws(Failure) -> Void
  ) throws(Failure) {
    guard let tool = settings.tool else {
      throw Failure(
        .desktopNoTerminal, "the program footlight, which shows all results, is not found",
        remedy: "install the package footlight")
    }
    let words = String(query.text.filter { !$0.isNewline })
    var command = [tool, "pick", "--workspace", workspace.folder, "--index", workspace.index]
    if !words.isEmpty { command += ["--", words] }
    let path = world.environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
    guard let terminal = TerminalProgram.running(command, path: path) else {
      throw Failure(
        .desktopNoTerminal, "there is no terminal in PATH in which the picker could run",
        remedy: "install one, such as gnome-console, konsole or xterm")
    }
    try start(terminal)
  }
}
