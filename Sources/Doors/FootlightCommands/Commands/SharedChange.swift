import Footlight
import FootlightPlatform

/// Which commands change an index, and so go to footlight-store where it is a copy of a shared store.
enum SharedChange {
  private static let changing: Set<String> = [
    "sync", "rebuild", "watch", "compact", "remove", "index", "delete", "quarantine",
  ]

  /// Whether footlight-store does a command.
  static func isKnown(_ command: Command) -> Bool {
    changing.contains(command.name) || command.program == .store || command.name == "query"
  }

  /// Whether footlight-store has to do what a command line asks for.
  static func concerns(_ request: CommandLineParser.Request, _ console: Console) -> Bool {
    let settings = request.settings
    guard let command = request.command, !settings.isAnswered, console.opensShared == nil,
      changing.contains(command.name) || settings.isFresh
    else { return false }
    if settings.store != nil { return true }
    do throws(Failure) {
      let workspace = try Workspace.named(settings, console)
      return try WorkspaceSettings.read(in: workspace.folder).store != nil
    } catch {
      // The command itself says what is wrong.
      return false
    }
  }
}
