package import Footlight

extension Workspace {
  /// The workspace that a command line names: by option, by environment, or by the folder in which it was called.
  package static func named(_ settings: Settings, _ console: Console) throws(Failure) -> Workspace {
    func variable(_ name: String) -> String? {
      console.variable(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    return try Workspace.find(
      from: console.folder,
      named: settings.workspace ?? variable("FOOTLIGHT_WORKSPACE"),
      index: settings.index ?? variable("FOOTLIGHT_INDEX"))
  }
}

extension Library {
  /// The library of the workspace that a command line names; where its index is a copy of a shared store, as far as
  /// this program can change it.
  package static func opened(_ settings: Settings, _ console: Console) throws(Failure) -> Library {
    let workspace = try Workspace.named(settings, console)
    var store = settings.store
    if store == nil { store = try WorkspaceSettings.read(in: workspace.folder).store }
    let library =
      if let opens = console.opensShared, let store {
        try opens(workspace, store, settings, console)
      } else { try Library(workspace) }
    // What changes the index says it as an error.
    if !settings.changesIndex {
      try console.say(Failure(library.settingsMistakes)?.asWarnings ?? [])
    }
    return library
  }
}
